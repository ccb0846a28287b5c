// Attacks: damages one file after the other and looks at what planbuilder makes of it. The same seed gives the same inputs.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tests/attack/apart.h"
#include "tests/attack/subjects.h"

namespace planbuilder::testing {

struct CampaignOptions {
  std::uint32_t seed = 1;
  std::uint64_t executions = 2000;
  double seconds = 0;                 // 0: as long as it takes
  std::string subject = {};           // only this one
  bool only_read = false;             // by the readers alone
  std::string findings = "findings";  // a folder, made when there is something to put into it
  std::string keep = {};              // a folder for inputs that planbuilder accepts, one in `keep_one_in`
  std::uint64_t keep_one_in = 100;
};

/// What came of it, for one subject.
struct Tally {
  std::string subject;
  std::uint64_t executions = 0;
  std::uint64_t accepted = 0;
  std::uint64_t findings = 0;
};

class Campaign {
 public:
  Campaign(const Workshop& workshop, CampaignOptions options);

  std::vector<Tally> run();

  /// The finding in a folder once more; what it is, or nothing.
  std::string repeat(const std::string& folder);

 private:
  /// One execution, as its number says.
  struct Shot {
    const Subject* subject;
    const Target* target;
    std::string input;  // the damaged file
    Thoroughness how;
  };
  Shot aim(std::uint64_t number) const;
  /// Whether planbuilder accepted the input; a finding ends the process.
  bool fire(const Shot& shot, Told& told) const;
  void fire_many(std::uint64_t from, std::uint64_t to, Told& told) const;
  void keep(const Shot& shot, std::uint64_t number) const;
  End fire_apart(const Shot& shot) const;
  /// Makes it small and writes it down, unless there are enough of its kind.
  void note_finding(std::uint64_t number, const End& end);
  void write_finding(std::uint64_t number, const End& end) const;
  void heal(const Shot& shot) const;

  const Workshop& workshop_;
  CampaignOptions options_;
  std::vector<std::size_t> turns_;              // each subject as often as its share
  std::map<std::string, std::size_t> kinds_;    // of findings: how often
  std::map<std::string, std::string> healthy_;  // files before they are damaged
};

}  // namespace planbuilder::testing
