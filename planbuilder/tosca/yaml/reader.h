// What all readers of grammar share: keyname tables, and the checks of YAML kinds.
//
// The grammar is written as tables: one row per keyname with the versions that have it and the function that
// reads it. What differs between versions is the second column, and nowhere else.
#pragma once

#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/yaml/tree.h"
#include "planbuilder/tosca/yaml/version.h"

namespace planbuilder::tosca::yaml {

/// A notation that the version still reads, but has a new one for.
struct DeprecatedNotation {
  std::string_view notation;
  std::string_view instead;
  std::size_t count = 0;
  SourceRange first = {};
};

struct Reader {
  Diagnostics& diagnostics;
  Version version;
  bool is_foreign = false;  // the file is no part of the input: what its author got wrong is not for the user to mend
  std::vector<DeprecatedNotation> deprecated = {};  // that the file uses
  bool strict = false;                              // the event grammar is an error
  std::set<std::string, std::less<>> said = {};     // what is said once per file

  /// True for the first of its kind in this file.
  bool first(std::string_view kind) { return said.emplace(kind).second; }
};

/// Counted, and reported once per file.
void count_deprecated(Reader& reader, Node at, std::string_view notation, std::string_view instead);

enum class Presence : std::uint8_t { optional, mandatory };
using enum Presence;  // the words of every table

template <class T>
struct Keyname {
  std::string_view name;
  Versions versions;
  Presence presence;
  void (*read)(Reader&, Node value, T& into);
  bool event_grammar = false;  // an extension of TOSCA as published
};

/// For keynames that are part of the grammar and say nothing about a plan.
template <class T>
void no_meaning(Reader&, Node, T&) {}

/// Reports a node of the wrong kind; true when it is right.
bool expect_mapping(Reader& reader, Node node, std::string_view what);
bool expect_sequence(Reader& reader, Node node, std::string_view what);
bool expect_scalar(Reader& reader, Node node, std::string_view what);

/// True for `...`, which people write where there is more to come.
bool is_placeholder(Reader& reader, Node node);

void check_text(Reader& reader, Node node);
void check_map(Reader& reader, Node node);
void check_version(Reader& reader, Node node);

/// The text of a scalar; empty (and reported) when it is not one.
std::string read_text(Reader& reader, Node node, std::string_view what);
/// Text that 2.0 wants to be a string: no number, and neither true nor false, unless it is quoted.
std::string read_string(Reader& reader, Node node, std::string_view what);
std::vector<std::string> read_texts(Reader& reader, Node node, std::string_view what);

/// For keynames that are only checked: text, a map of anything, a version.
template <class T>
void only_text(Reader& reader, Node node, T&) {
  check_text(reader, node);
}
template <class T>
void only_map(Reader& reader, Node node, T&) {
  check_map(reader, node);
}
template <class T>
void only_version(Reader& reader, Node node, T&) {
  check_version(reader, node);
}

void report_unknown_keyname(Reader& reader, Node key, std::string_view what, const std::vector<std::string_view>& known);
void report_foreign_keyname(Reader& reader, Node key, std::string_view what, Versions versions);
void report_missing_keyname(Reader& reader, Node map, std::string_view what, std::string_view keyname);
/// False, and reported, where the event grammar is not wanted.
bool accept_event_grammar(Reader& reader, Node key, std::string_view what);

/// One table of the rows of two.
template <class T, std::size_t N, std::size_t M>
constexpr std::array<Keyname<T>, N + M> join_tables(const Keyname<T> (&first)[N], const Keyname<T> (&second)[M]) {
  std::array<Keyname<T>, N + M> all{};
  for (std::size_t i = 0; i < N; ++i) all[i] = first[i];
  for (std::size_t i = 0; i < M; ++i) all[N + i] = second[i];
  return all;
}

/// Reads one entry of a map by the table of the map.
template <class T>
void read_keyname(Reader& reader, const Entry& entry, std::string_view what, std::span<const Keyname<T>> table, T& into) {
  const Keyname<T>* row = nullptr;
  for (const Keyname<T>& candidate : table) {
    if (!entry.key.is_scalar() || candidate.name != entry.key.text()) continue;
    if (candidate.versions == only_alien && !is_alien(reader.version)) continue;
    if (row == nullptr || contains(candidate.versions, reader.version)) row = &candidate;
  }
  if (row == nullptr) {
    std::vector<std::string_view> known;
    for (const Keyname<T>& candidate : table) {
      if (contains(candidate.versions, reader.version)) known.push_back(candidate.name);
    }
    report_unknown_keyname(reader, entry.key, what, known);
  } else {
    // Written for another version, but what it means is clear.
    if (!contains(row->versions, reader.version)) report_foreign_keyname(reader, entry.key, what, row->versions);
    if (!row->event_grammar || accept_event_grammar(reader, entry.key, what)) row->read(reader, entry.value, into);
  }
}

/// Reads a map by its table. `what` names the construct in messages ("a node template").
template <class T>
void read_keynames(Reader& reader, Node map, std::string_view what, std::span<const Keyname<T>> table, T& into) {
  if (!expect_mapping(reader, map, what)) return;
  for (const Entry entry : map.entries()) read_keyname<T>(reader, entry, what, table, into);
  for (const Keyname<T>& row : table) {
    if (row.presence == mandatory && contains(row.versions, reader.version) && !map.find(row.name).present()) {
      report_missing_keyname(reader, map, what, row.name);
    }
  }
}

/// True for what has nothing inside. A section that is there and empty is as good as none up to 1.3; 2.0 forbids it.
bool is_empty_section(Reader& reader, Node node, std::string_view what);
/// A scalar that can name something.
bool expect_name(Reader& reader, Node key);
/// 2.0: an item of a sequence of `name: definition` has one name. `what` it defines: "policy".
void expect_one_name(Reader& reader, Node item, std::string_view what);

void report_duplicate_name(Reader& reader, std::string_view what, std::string_view name, SourceRange at, SourceRange first);

/// YAML does not see a name that is twice in a sequence of `name: definition`.
template <class T>
void expect_unique_names(Reader& reader, const std::vector<T>& all, std::string_view what) {
  std::unordered_map<std::string_view, SourceRange> known;
  for (const T& item : all) {
    const auto [first, is_new] = known.emplace(item.name, item.at);
    if (!is_new) report_duplicate_name(reader, what, item.name, item.at, first->second);
  }
}

/// Reads `name: definition` pairs into a list, in their order. Alien4Cloud's dialect also lists them as items of one pair each.
template <class T>
std::vector<T> read_named(Reader& reader, Node map, std::string_view what, T (*read)(Reader&, Node key, Node value)) {
  std::vector<T> all;
  if (map.present() && map.is_sequence() && is_alien(reader.version)) {
    for (const Node item : map.items()) {
      if (!expect_mapping(reader, item, what)) continue;
      for (const auto [key, value] : item.entries()) all.push_back(read(reader, key, value));
    }
    return all;
  }
  if (!map.present() || is_empty_section(reader, map, what) || !expect_mapping(reader, map, what)) return all;
  all.reserve(map.size());
  for (const auto [key, value] : map.entries()) {
    if (expect_name(reader, key)) all.push_back(read(reader, key, value));
  }
  return all;
}

}  // namespace planbuilder::tosca::yaml
