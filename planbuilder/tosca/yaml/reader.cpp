#include "planbuilder/tosca/yaml/reader.h"

#include "planbuilder/tosca/scalars/primitive.h"
#include "planbuilder/tosca/scalars/version_number.h"

namespace planbuilder::tosca::yaml {

namespace {

std::string_view describe(Kind kind) {
  switch (kind) {
    case Kind::null: return "nothing";
    case Kind::scalar: return "a scalar";
    case Kind::sequence: return "a list";
    case Kind::mapping: return "a map";
    case Kind::alias: return "an alias";
  }
  return "nothing";
}

bool expect(Reader& reader, Node node, std::string_view what, Kind kind) {
  if (node.kind() == kind) return true;
  reader.diagnostics.error(
      Code::wrong_kind, node.at(),
      std::string(what) + " must be " + std::string(describe(kind)) + ", but this is " + std::string(describe(node.kind())));
  return false;
}

}  // namespace

namespace {

struct VersionName {
  std::string_view text;
  Version version;
};

constexpr VersionName version_names[] = {
    {"tosca_simple_yaml_1_0", Version::yaml_1_0},
    {"tosca_simple_yaml_1_0_0", Version::yaml_1_0},
    {"tosca_simple_yaml_1_1", Version::yaml_1_1},
    {"tosca_simple_yaml_1_2", Version::yaml_1_2},
    {"tosca_simple_yaml_1_3", Version::yaml_1_3},
    {"tosca_2_0", Version::yaml_2_0},
    // The namespace of a version may stand for its alias.
    {"http://docs.oasis-open.org/tosca/ns/simple/yaml/1.0", Version::yaml_1_0},
    {"http://docs.oasis-open.org/tosca/ns/simple/yaml/1.1", Version::yaml_1_1},
    {"http://docs.oasis-open.org/tosca/ns/simple/yaml/1.2", Version::yaml_1_2},
    {"http://docs.oasis-open.org/tosca/ns/simple/yaml/1.3", Version::yaml_1_3},
    {"alien_dsl_1_0_0", Version::alien},
    {"alien_dsl_1_1_0", Version::alien},
    {"alien_dsl_1_2_0", Version::alien},
    {"alien_dsl_1_3_0", Version::alien},
    {"alien_dsl_1_4_0", Version::alien},
    {"alien_dsl_2_0_0", Version::alien},
    {"alien_dsl_3_0_0", Version::alien},
};

}  // namespace

std::optional<Version> parse_version(std::string_view text) {
  for (const VersionName& name : version_names) {
    if (name.text == text) return name.version;
  }
  return std::nullopt;
}

std::string_view to_string(Version version) {
  switch (version) {
    case Version::yaml_1_0: return "1.0";
    case Version::yaml_1_1: return "1.1";
    case Version::yaml_1_2: return "1.2";
    case Version::yaml_1_3: return "1.3";
    case Version::yaml_2_0: return "2.0";
    case Version::alien: return "alien";
    case Version::xml_1_0: break;
  }
  return "?";
}

std::string in_words(Version version) {
  return is_alien(version) ? "Alien4Cloud's dialect" : "TOSCA " + std::string(to_string(version));
}

bool expect_mapping(Reader& reader, Node node, std::string_view what) { return expect(reader, node, what, Kind::mapping); }
bool expect_sequence(Reader& reader, Node node, std::string_view what) { return expect(reader, node, what, Kind::sequence); }
bool expect_scalar(Reader& reader, Node node, std::string_view what) { return expect(reader, node, what, Kind::scalar); }

std::string read_text(Reader& reader, Node node, std::string_view what) {
  return expect_scalar(reader, node, what) ? std::string(node.text()) : std::string();
}

std::string read_string(Reader& reader, Node node, std::string_view what) {
  std::string text = read_text(reader, node, what);
  if (!node.is_scalar() || node.is_quoted() || !is_2_0(reader.version)) return text;
  Value value{text, node.at(), true};
  type_as_yaml(value);
  if (value.text() == nullptr)
    reader.diagnostics.error(Code::wrong_kind, node.at(), std::string(what) + " must be text: quote it");
  return text;
}

std::vector<std::string> read_texts(Reader& reader, Node node, std::string_view what) {
  std::vector<std::string> all;
  if (!expect_sequence(reader, node, what)) return all;
  for (const Node item : node.items()) {
    if (expect_scalar(reader, item, what)) all.emplace_back(item.text());
  }
  return all;
}

void count_deprecated(Reader& reader, Node at, std::string_view notation, std::string_view instead) {
  if (is_alien(reader.version)) return;  // it keeps the old notations
  for (DeprecatedNotation& known : reader.deprecated) {
    if (known.notation != notation) continue;
    ++known.count;
    return;
  }
  reader.deprecated.push_back({notation, instead, 1, at.at()});
}

void report_unknown_keyname(Reader& reader, Node key, std::string_view what, const std::vector<std::string_view>& known) {
  const std::string name = key.is_scalar() ? std::string(key.text()) : std::string(describe(key.kind()));
  if (name.size() > 1 && name[0] == '-') {  // without the space the dash is part of the key
    reader.diagnostics.error(Code::unknown_keyname, key.at(),
                             "unknown keyname '" + name + "' in " + std::string(what) + " (did you mean '- " + name.substr(1) +
                                 "'? the dash of a list item is followed by a space)");
    return;
  }
  reader.diagnostics.error(Code::unknown_keyname, key.at(),
                           "unknown keyname '" + name + "' in " + std::string(what) + did_you_mean(name, known));
}

void report_foreign_keyname(Reader& reader, Node key, std::string_view what, Versions versions) {
  const std::string summary =
      in_words(reader.version) + " has no keyname '" + std::string(key.text()) + "' in " + std::string(what);
  const bool other_language = (is_2_0(reader.version) || versions == since_2_0) && !reader.is_foreign;
  if (other_language) {
    reader.diagnostics.error(Code::keyname_of_other_version, key.at(),
                             summary + "; TOSCA " + (is_2_0(reader.version) ? "1.x" : "2.0") + " has it");
  } else if (reader.is_foreign) {
    reader.diagnostics
        .tolerate(Code::keyname_of_other_version, key.at(),
                  "a file that is no part of the input has a keyname that its version of TOSCA does not have")
        .concerning("'" + std::string(key.text()) + "' in " + std::string(what));
  } else {
    reader.diagnostics.tolerate(Code::keyname_of_other_version, key.at(), summary + "; it is read as in the version that has it");
  }
}

void report_duplicate_name(Reader& reader, std::string_view what, std::string_view name, SourceRange at, SourceRange first) {
  reader.diagnostics
      .error(Code::duplicate_name, at, "there is another " + std::string(what) + " named '" + std::string(name) + "'")
      .note("this is the first one", first);
}

bool is_empty_section(Reader& reader, Node node, std::string_view what) {
  if (!node.is_null()) return false;
  if (is_2_0(reader.version)) {
    reader.diagnostics.error(Code::wrong_kind, node.at(), std::string(what) + " must not be empty: leave it out, or write {}");
  }
  return true;
}

bool is_placeholder(Reader& reader, Node node) {
  if (!node.is_scalar() || node.is_quoted() || node.text() != "...") return false;
  reader.diagnostics.tolerate(Code::typing_slip, node.at(), "'...' is a placeholder; it is read as if there were nothing");
  return true;
}

bool expect_name(Reader& reader, Node key) {
  if (!expect_scalar(reader, key, "a name")) return false;
  if (!key.text().empty() || !is_2_0(reader.version)) return true;
  reader.diagnostics.error(Code::wrong_value, key.at(), "a name must not be empty");
  return false;
}

void expect_one_name(Reader& reader, Node item, std::string_view what) {
  if (item.size() <= 1 || !is_2_0(reader.version)) return;
  reader.diagnostics.error(Code::wrong_kind, item.at(), "a list item has one " + std::string(what) + ": write an item for each");
}

void check_text(Reader& reader, Node node) {
  if (!node.is_null() || is_2_0(reader.version)) read_string(reader, node, "a description");
}

void check_map(Reader& reader, Node node) {
  if (is_2_0(reader.version) || !node.is_null()) expect_mapping(reader, node, "'metadata'");
}

void check_version(Reader& reader, Node node) {
  const std::string text = read_text(reader, node, "a version");
  if (text.empty() || parse_version_number(text)) return;
  reader.diagnostics.error(Code::wrong_value, node.at(), "'" + text + "' is no version, for example 2.1 or 1.0.0.beta-10");
}

bool accept_event_grammar(Reader& reader, Node key, std::string_view what) {
  if (!reader.strict) return true;
  reader.diagnostics.error(Code::event_grammar, key.at(),
                           "TOSCA as published has no keyname '" + std::string(key.text()) + "' in " + std::string(what) +
                               "; the event grammar has it, which --strict-tosca does not allow");
  return false;
}

void report_missing_keyname(Reader& reader, Node map, std::string_view what, std::string_view keyname) {
  reader.diagnostics.error(Code::missing_keyname, map.at(),
                           std::string(what) + " must have the keyname '" + std::string(keyname) + "'");
}

}  // namespace planbuilder::tosca::yaml
