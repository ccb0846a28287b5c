#include "planbuilder/tosca/yaml/reader.h"

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

std::optional<Version> parse_version(std::string_view text) {
  if (text == "tosca_simple_yaml_1_0" || text == "tosca_simple_yaml_1_0_0") return Version::v1_0;
  if (text == "tosca_simple_yaml_1_1") return Version::v1_1;
  if (text == "tosca_simple_yaml_1_2") return Version::v1_2;
  if (text == "tosca_simple_yaml_1_3") return Version::v1_3;
  return std::nullopt;
}

std::string_view to_string(Version version) {
  switch (version) {
    case Version::v1_0: return "1.0";
    case Version::v1_1: return "1.1";
    case Version::v1_2: return "1.2";
    case Version::v1_3: return "1.3";
  }
  return "?";
}

bool expect_mapping(Reader& reader, Node node, std::string_view what) { return expect(reader, node, what, Kind::mapping); }
bool expect_sequence(Reader& reader, Node node, std::string_view what) { return expect(reader, node, what, Kind::sequence); }
bool expect_scalar(Reader& reader, Node node, std::string_view what) { return expect(reader, node, what, Kind::scalar); }

std::string read_text(Reader& reader, Node node, std::string_view what) {
  return expect_scalar(reader, node, what) ? std::string(node.text()) : std::string();
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
  for (DeprecatedNotation& known : reader.deprecated) {
    if (known.notation != notation) continue;
    ++known.count;
    return;
  }
  reader.deprecated.push_back({notation, instead, 1, at.at()});
}

void report_unknown_keyname(Reader& reader, Node key, std::string_view what, const std::vector<std::string_view>& known) {
  const std::string name = key.is_scalar() ? std::string(key.text()) : std::string(describe(key.kind()));
  reader.diagnostics.error(Code::unknown_keyname, key.at(),
                           "unknown keyname '" + name + "' in " + std::string(what) + did_you_mean(name, known));
}

void report_foreign_keyname(Reader& reader, Node key, std::string_view what) {
  reader.diagnostics.warning(Code::keyname_of_other_version, key.at(),
                             "TOSCA " + std::string(to_string(reader.version)) + " has no keyname '" + std::string(key.text()) +
                                 "' in " + std::string(what) + "; it is read as in the version that has it");
}

void report_missing_keyname(Reader& reader, Node map, std::string_view what, std::string_view keyname) {
  reader.diagnostics.error(Code::missing_keyname, map.at(),
                           std::string(what) + " must have the keyname '" + std::string(keyname) + "'");
}

}  // namespace planbuilder::tosca::yaml
