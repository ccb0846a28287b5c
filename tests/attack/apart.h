// Runs a job in a process of its own, whose end is looked at: a crash, a loop or a sanitizer's report ends the job and not the
// attack.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace planbuilder::testing {

/// What a job tells while it runs; it is there after a crash, too.
struct Told {
  static constexpr std::size_t most_subjects = 16;

  std::uint64_t number = 0;                    // of the execution
  std::uint64_t tried[most_subjects] = {};     // how many inputs of each subject
  std::uint64_t accepted[most_subjects] = {};  // and how many of these planbuilder took
  char problem[1000] = {};                     // what ends the job
};

struct End {
  Told told;
  std::string what;    // how it ended, in words; empty: well
  bool hung = false;   // it was ended because it took too long
  std::string report;  // what it wrote to standard error
};

End run_apart(const std::function<void(Told&)>& job);

#ifdef PLANBUILDER_SANITIZED
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

/// To be called in the job before each execution: after so much processor time it is ended. How busy the machine is does not
/// count.
void start_clock(int seconds = is_sanitized ? 30 : 5);
/// Ends the job with a finding.
[[noreturn]] void stop_with(const std::string& problem, Told& told);

/// How much memory the process ever had, in bytes.
std::uint64_t largest_memory();

}  // namespace planbuilder::testing
