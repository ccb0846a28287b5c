// What all readers of XML elements share: tables of attributes and child elements, and the names and places in them.
//
// The grammar is written as tables, one per element: a row per attribute or child with how often it may be there
// and the function that reads it. Attributes and elements of other namespaces are extensions and always allowed.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/xml/names.h"

namespace planbuilder::tosca::xml {

struct Attribute {
  pugi::xml_attribute xml;
  Element element;  // that it stands in

  [[nodiscard]] std::string text() const { return xml.value(); }
};

/// One file while it is read.
class Reader {
 public:
  Reader(const Sources& sources, FileId file, Element root, Diagnostics& problems)
      : diagnostics(problems), namespaces_(root), sources_(sources), file_(file) {}

  Diagnostics& diagnostics;
  std::string target_namespace;

  [[nodiscard]] SourceRange at(Element element) const;
  [[nodiscard]] SourceRange at(const Attribute& attribute) const;        // its name
  [[nodiscard]] SourceRange value_at(const Attribute& attribute) const;  // its value

  /// The namespace of an element; empty when it has none.
  [[nodiscard]] std::string_view namespace_of(Element element) const;

  /// Likewise of an attribute; one without a prefix has none.
  [[nodiscard]] std::string_view namespace_of(const Attribute& attribute) const;

  /// What a QName in an attribute refers to.
  [[nodiscard]] Reference reference(const Attribute& attribute) const;

  /// `{namespace}name` of what an element defines; its own `targetNamespace` wins over that of the file.
  [[nodiscard]] std::string own_name(Element element, const char* name_attribute) const;

 private:
  [[nodiscard]] SourceRange at_text(Element owner, const char* text, std::size_t length) const;

  Namespaces namespaces_;
  const Sources& sources_;
  FileId file_;
};

enum class Presence : std::uint8_t { optional, mandatory, repeated };

template <class T>
struct AttributeRow {
  std::string_view name;
  Presence presence;
  void (*read)(Reader&, const Attribute&, T& into);
};

template <class T>
struct ChildRow {
  std::string_view name;
  Presence presence;
  void (*read)(Reader&, Element, T& into);
  std::string_view space = tosca_namespace;
};

/// An element: how messages call it ("a node template"), and its tables.
template <class T>
struct Grammar {
  std::string_view what;
  std::span<const AttributeRow<T>> attributes;
  std::span<const ChildRow<T>> children;
};

/// A table that continues another one.
template <class Row, std::size_t N, std::size_t M>
constexpr std::array<Row, N + M> joined(const std::array<Row, N>& common, const Row (&own)[M]) {
  std::array<Row, N + M> rows = {};
  std::copy(common.begin(), common.end(), rows.begin());
  std::copy(std::begin(own), std::end(own), rows.begin() + N);
  return rows;
}

/// For what is part of the grammar and says nothing about a plan.
template <class T>
void no_meaning(Reader&, const Attribute&, T&) {}
template <class T>
void no_content(Reader&, Element, T&) {}

/// Rows that just store: `{"name", optional, text_into<&NodeTemplate::name>}`.
template <auto Member, class T>
void text_into(Reader&, const Attribute& attribute, T& into) {
  into.*Member = attribute.text();
}
template <auto Member, class T>
void reference_into(Reader& reader, const Attribute& attribute, T& into) {
  into.*Member = reader.reference(attribute);
}
template <auto Member, class T>
void yes_or_no_into(Reader& reader, const Attribute& attribute, T& into) {
  const std::string text = attribute.text();
  into.*Member = text == "yes";
  if (text != "yes" && text != "no") {
    reader.diagnostics.error(Code::wrong_value, reader.value_at(attribute),
                             "'" + std::string(attribute.xml.name()) + "' must be 'yes' or 'no', not '" + text + "'");
  }
}

void report_unknown_attribute(Reader& reader, const Attribute& attribute, std::string_view what,
                              const std::vector<std::string_view>& known);
void report_unknown_element(Reader& reader, Element element, std::string_view what, const std::vector<std::string_view>& known);
void report_missing_attribute(Reader& reader, Element element, std::string_view what, std::string_view name);
void report_missing_element(Reader& reader, Element element, std::string_view what, std::string_view name);
void report_repeated_element(Reader& reader, Element element, Element first, std::string_view what);

/// True for an attribute of another namespace, and for declarations of namespaces.
bool is_foreign(const pugi::xml_attribute& attribute);

template <class Row>
std::vector<std::string_view> names_of(std::span<const Row> rows) {
  std::vector<std::string_view> names;
  for (const Row& row : rows) names.push_back(row.name);
  return names;
}

template <class T>
void read_attributes(Reader& reader, Element element, const Grammar<T>& grammar, T& into) {
  for (const pugi::xml_attribute attribute : element.attributes()) {
    if (is_foreign(attribute)) continue;
    const AttributeRow<T>* row = nullptr;
    for (const AttributeRow<T>& candidate : grammar.attributes) {
      if (candidate.name == attribute.name()) row = &candidate;
    }
    if (row == nullptr) {
      report_unknown_attribute(reader, {attribute, element}, grammar.what, names_of(grammar.attributes));
    } else {
      row->read(reader, {attribute, element}, into);
    }
  }
  for (const AttributeRow<T>& row : grammar.attributes) {
    if (row.presence != Presence::mandatory) continue;
    const std::string_view value = element.attribute(std::string(row.name).c_str()).value();
    if (value.empty()) report_missing_attribute(reader, element, grammar.what, row.name);
  }
}

template <class T>
void read_children(Reader& reader, Element element, const Grammar<T>& grammar, T& into) {
  std::vector<Element> first(grammar.children.size());
  for (const Element child : element.children()) {
    if (child.type() != pugi::node_element) continue;
    const std::string_view name = local_name(child.name());
    const std::string_view space = reader.namespace_of(child);
    std::size_t row = 0;
    while (row < grammar.children.size() && (grammar.children[row].name != name || grammar.children[row].space != space)) ++row;
    if (row == grammar.children.size()) {
      if (space == tosca_namespace && name != "documentation")
        report_unknown_element(reader, child, grammar.what, names_of(grammar.children));
      continue;
    }
    if (!first[row]) {
      first[row] = child;
    } else if (grammar.children[row].presence != Presence::repeated) {
      report_repeated_element(reader, child, first[row], grammar.what);
    }
    grammar.children[row].read(reader, child, into);
  }
  for (std::size_t row = 0; row < grammar.children.size(); ++row) {
    if (grammar.children[row].presence == Presence::mandatory && !first[row])
      report_missing_element(reader, element, grammar.what, grammar.children[row].name);
  }
}

/// Reads an element by its tables, attributes first.
template <class T>
void read_element(Reader& reader, Element element, const Grammar<T>& grammar, T& into) {
  read_attributes(reader, element, grammar, into);
  read_children(reader, element, grammar, into);
}

/// Reads an element that only holds others, all of one name.
template <class T>
void read_list(Reader& reader, Element list, std::string_view item, void (*read)(Reader&, Element, T&), T& into) {
  const std::string what = "'" + std::string(local_name(list.name())) + "'";
  const ChildRow<T> rows[] = {{item, Presence::repeated, read}};
  read_element<T>(reader, list, {what, {}, rows}, into);
}

}  // namespace planbuilder::tosca::xml
