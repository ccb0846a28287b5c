// What whoever approves a plan should look at: the marks that steps can have.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace planbuilder::review {

enum class Mark { other_user, deletes, port, secret, elsewhere, no_undo, unread };

struct MarkWords {
  Mark mark;
  std::string_view name;     // in data
  std::string_view label;    // for people
  std::string_view sign;     // where there is little room
  std::string_view meaning;  // in a sentence
};

inline constexpr std::array<MarkWords, 7> marks = {{
    {Mark::other_user, "other-user", "other user", "U", "It runs something as another user than the one who starts it."},
    {Mark::deletes, "deletes", "deletes", "D", "It removes something that may not come back."},
    {Mark::port, "port", "port", "P", "It may open a port, or works with one."},
    {Mark::secret, "secret", "secret", "S", "It is given a secret."},
    {Mark::elsewhere, "elsewhere", "elsewhere", "E", "It works on another machine, or in a container."},
    {Mark::no_undo, "no-undo", "no undo", "N", "Nothing takes it back when a run is undone."},
    {Mark::unread, "unread", "not read", "?", "What it runs was not read, so nobody looked for risks inside."},
}};

/// The number of a mark is its place in the table.
static_assert([] {
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i].mark != static_cast<Mark>(i)) return false;
  }
  return true;
}());

constexpr std::optional<Mark> find_mark(std::string_view name) {
  for (const MarkWords& words : marks) {
    if (words.name == name) return words.mark;
  }
  return std::nullopt;
}

}  // namespace planbuilder::review
