// A command of planbuilder: what it takes, as data, and the function that does its job.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace planbuilder::cli {

/// One thing that a command takes from the command line.
struct Parameter {
  /// Takes a text over. Gives the problem with it in words, or nothing.
  using Reader = std::function<std::string(const std::string& text)>;

  std::string names;       // `-o,--output`; without dashes it is an argument, known by its place
  std::string value = {};  // what an option takes, in a word; a switch takes nothing
  std::string help;
  std::variant<bool*, std::string*, std::vector<std::string>*, std::uint32_t*, std::size_t*, Reader> into;
  std::vector<std::string> choices = {};
  bool required = false;
  bool repeats = false;                    // may be there several times, with one text each
  char separator = '\0';                   // between texts that come as one
  bool positive = false;                   // a number that is more than 0
  Reader check = {};                       // what else is asked of a text
  bool shows_default = false;              // in the help
  std::vector<std::string> excludes = {};  // names of others that must not be there together with it
  std::vector<std::string> needs = {};     // that must be
};

struct Command {
  std::string name;
  std::string help;
  std::string footer = {};
  std::vector<Parameter> parameters = {};
  std::function<std::string()> check = {};  // of what was taken as a whole: the problem in words, or nothing
  std::function<int()> job = {};            // gives the exit code

  void add(Parameter parameter) { parameters.push_back(std::move(parameter)); }
};

// The exit codes of all commands.
inline constexpr int done = 0;
inline constexpr int input_has_errors = 1;
inline constexpr int usage_or_io = 2;

// Each stands in a file of its own in commands/.
Command validate_command();
Command plan_command();
Command explain_command();
Command simulate_command();
Command plugins_command();
Command generate_command();
Command pack_command();
Command inspect_command();
Command approve_command();
Command diff_command();
Command review_command();
Command dump_command();

}  // namespace planbuilder::cli
