#include "planbuilder/plan/secret_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace planbuilder::plan {

namespace {

constexpr std::array endings = std::to_array<std::string_view>(
    {"password", "passwd", "passphrase", "passcode", "secret", "secrets", "token", "privatekey", "secretkey", "accesskey",
     "apikey", "sshkey", "encryptionkey", "signingkey", "sharedkey", "credential", "credentials", "connectionstring"});
// `key` alone is one, but many keys are public.
constexpr auto whole_names = std::to_array<std::string_view>({"key", "pwd", "pass"});

std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0)
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return letters;
}

}  // namespace

bool is_secret_name(std::string_view name) {
  const std::string letters = letters_of(name);
  return std::find(whole_names.begin(), whole_names.end(), letters) != whole_names.end() ||
         std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) { return letters.ends_with(ending); });
}

std::span<const std::string_view> endings_of_secrets() { return endings; }
std::span<const std::string_view> names_of_secrets() { return whole_names; }

}  // namespace planbuilder::plan
