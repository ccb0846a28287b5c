#include "csar/paths.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "planbuilder/support/text.h"

namespace planbuilder::csar {

namespace {

constexpr std::size_t longest_name = 4096;  // no file system takes longer ones

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

bool starts_with_drive(std::string_view name) {
  return name.size() >= 2 && name[1] == ':' && std::isalpha(static_cast<unsigned char>(name[0])) != 0;
}

/// What is wrong with a name whether it is an entry's own or relative to another.
std::string_view spelling_problem(std::string_view name) {
  if (name.empty()) return "is empty";
  if (name.size() > longest_name) return "is longer than 4096 bytes";
  if (std::ranges::any_of(name, is_control)) return "contains a control character";
  if (!is_utf8(name)) return "is not UTF-8";
  if (name.find('\\') != std::string_view::npos) return "contains a backslash";
  if (starts_with_drive(name)) return "starts with a drive letter";
  return {};
}

}  // namespace

std::string_view name_problem(std::string_view name) {
  if (const auto problem = spelling_problem(name); !problem.empty()) return problem;
  if (name.front() == '/') return "is absolute";
  if (std::ranges::count(split(name, '/'), "..") > 0) return "contains '..', which could lead out of the archive";
  return {};
}

std::string normalise(std::string_view name) {
  std::string out;
  for (const std::string_view part : split(name, '/')) {
    if (part.empty() || part == ".") continue;
    if (!out.empty()) out += '/';
    out += part;
  }
  return out;
}

std::optional<std::string> resolve(std::string_view base_entry, std::string_view relative, Bounds bounds) {
  if (!spelling_problem(relative).empty()) return std::nullopt;
  std::vector<std::string> parts;
  const auto follow = [&](std::string_view names) {
    for (const std::string_view part : split(names, '/')) {
      if (part.empty() || part == ".") continue;
      const bool above = parts.empty() || parts.back() == "..";
      if (part != ".." || (above && bounds == Bounds::open)) {
        parts.emplace_back(part);
      } else if (above) {
        return false;
      } else {
        parts.pop_back();
      }
    }
    return true;
  };
  const std::size_t folder_end = base_entry.rfind('/');
  const bool from_root = relative.front() == '/' || folder_end == std::string_view::npos;
  if (!from_root && !follow(base_entry.substr(0, folder_end))) return std::nullopt;
  if (!follow(relative) || parts.empty()) return std::nullopt;
  return join(parts, "/");
}

bool same_but_for_case(std::string_view left, std::string_view right) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::ranges::equal(left, right, {}, lower, lower);
}

std::string quote_name(std::string_view name) {
  constexpr std::size_t enough = 200;
  const bool cut = name.size() > enough;
  std::string shown = json_quote(cut ? name.substr(0, enough) : name);
  for (std::size_t at = shown.find('\x7f'); at != std::string::npos; at = shown.find('\x7f')) shown.replace(at, 1, "\\u007f");
  return cut ? shown + "..." : shown;
}

}  // namespace planbuilder::csar
