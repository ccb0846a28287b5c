// What all readers of grammar share: keyname tables, and the checks of YAML kinds.
//
// The grammar is written as tables: one row per keyname with the versions that have it and the function that
// reads it. What differs between versions is the second column, and nowhere else.
#pragma once

#include <span>
#include <string>
#include <string_view>
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
  std::vector<DeprecatedNotation> deprecated = {};  // that the file uses
};

/// Counted, and reported once per file.
void count_deprecated(Reader& reader, Node at, std::string_view notation, std::string_view instead);

enum class Presence : std::uint8_t { optional, mandatory };

template <class T>
struct Keyname {
  std::string_view name;
  Versions versions;
  Presence presence;
  void (*read)(Reader&, Node value, T& into);
};

/// For keynames that are part of the grammar and say nothing about a plan.
template <class T>
void no_meaning(Reader&, Node, T&) {}

/// Reports a node of the wrong kind; true when it is right.
bool expect_mapping(Reader& reader, Node node, std::string_view what);
bool expect_sequence(Reader& reader, Node node, std::string_view what);
bool expect_scalar(Reader& reader, Node node, std::string_view what);

/// The text of a scalar; empty (and reported) when it is not one.
std::string read_text(Reader& reader, Node node, std::string_view what);
std::vector<std::string> read_texts(Reader& reader, Node node, std::string_view what);

void report_unknown_keyname(Reader& reader, Node key, std::string_view what, const std::vector<std::string_view>& known);
void report_foreign_keyname(Reader& reader, Node key, std::string_view what);
void report_missing_keyname(Reader& reader, Node map, std::string_view what, std::string_view keyname);

/// Reads a map by its table. `what` names the construct in messages ("a node template").
template <class T>
void read_keynames(Reader& reader, Node map, std::string_view what, std::span<const Keyname<T>> table, T& into) {
  if (!expect_mapping(reader, map, what)) return;
  for (const auto [key, value] : map.entries()) {
    const Keyname<T>* row = nullptr;
    for (const Keyname<T>& candidate : table) {
      if (key.is_scalar() && candidate.name == key.text()) row = &candidate;
    }
    if (row == nullptr) {
      std::vector<std::string_view> known;
      for (const Keyname<T>& candidate : table) {
        if (contains(candidate.versions, reader.version)) known.push_back(candidate.name);
      }
      report_unknown_keyname(reader, key, what, known);
    } else {
      // Written for another version, but what it means is clear.
      if (!contains(row->versions, reader.version)) report_foreign_keyname(reader, key, what);
      row->read(reader, value, into);
    }
  }
  for (const Keyname<T>& row : table) {
    if (row.presence == Presence::mandatory && contains(row.versions, reader.version) && !map.find(row.name).present()) {
      report_missing_keyname(reader, map, what, row.name);
    }
  }
}

/// Reads `name: definition` pairs into a list, in their order. A null map is an empty one.
template <class T>
std::vector<T> read_named(Reader& reader, Node map, std::string_view what, T (*read)(Reader&, Node key, Node value)) {
  std::vector<T> all;
  if (!map.present() || map.is_null() || !expect_mapping(reader, map, what)) return all;
  all.reserve(map.size());
  for (const auto [key, value] : map.entries()) {
    if (expect_scalar(reader, key, "a name")) all.push_back(read(reader, key, value));
  }
  return all;
}

}  // namespace planbuilder::tosca::yaml
