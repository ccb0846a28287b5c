#include "planbuilder/emit/shell/names.h"

#include <algorithm>
#include <array>
#include <span>

#include "planbuilder/plan/secret_names.h"
#include "planbuilder/support/text.h"

namespace planbuilder::emit {

namespace {

constexpr std::string_view hex = "0123456789ABCDEF";

// The locale must not have a say in what a letter is.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter_or_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_identifier(std::string_view name) {
  return !name.empty() && !is_digit(name.front()) &&
         std::all_of(name.begin(), name.end(), [](char c) { return c == '_' || is_letter_or_digit(c); });
}

/// Variables that steer the dynamic linker, interpreters or this runtime, and those that bash sets itself.
bool is_reserved(std::string_view name) {
  static constexpr std::array prefixes{"INPUT_", "PLANBUILDER_", "pb_",   "BASH",  "LD_",  "DYLD_", "PYTHON",
                                       "PERL",   "RUBY",         "NODE_", "COMP_", "HIST", "GIT_",  "GCONV_"};
  static constexpr std::array names{
      "PATH",    "HOME",     "SHELL",  "ENV",      "IFS",      "CDPATH",     "SHELLOPTS",       "GLOBIGNORE",
      "PWD",     "OLDPWD",   "UID",    "EUID",     "PPID",     "GROUPS",     "SHLVL",           "RANDOM",
      "SRANDOM", "SECONDS",  "LINENO", "FUNCNAME", "DIRSTACK", "PIPESTATUS", "EPOCHSECONDS",    "EPOCHREALTIME",
      "OPTIND",  "OPTERR",   "OPTARG", "REPLY",    "MAPFILE",  "COPROC",     "POSIXLY_CORRECT", "PROMPT_COMMAND",
      "PS0",     "PS1",      "PS2",    "PS3",      "PS4",      "TIMEFORMAT", "TMOUT",           "EXECIGNORE",
      "FIGNORE", "FUNCNEST", "_"};
  return std::any_of(prefixes.begin(), prefixes.end(), [&](const char* prefix) { return name.starts_with(prefix); }) ||
         std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string input_variable(std::string_view name) {
  if (is_identifier(name) && !is_reserved(name)) return std::string(name);
  std::string out = "INPUT_";
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_letter_or_digit(c)) {
      out += c;
    } else {
      out += {'_', hex[byte >> 4], hex[byte & 15]};
    }
  }
  return out;
}

std::string identifier_part(std::string_view name) {
  constexpr std::size_t longest = 100;  // it becomes part of file names too
  std::string out(name.substr(0, longest));
  std::replace_if(
      out.begin(), out.end(), [](char c) { return !is_letter_or_digit(c); }, '_');
  return out;
}

std::string secret_names_pattern() {
  const auto in_one_word = [](std::span<const std::string_view> texts) { return join({texts.begin(), texts.end()}, "|"); };
  return "^(.*(" + in_one_word(plan::endings_of_secrets()) + ")|" + in_one_word(plan::names_of_secrets()) + ")$";
}

}  // namespace planbuilder::emit
