#include "planbuilder/tosca/yaml/read_substitution.h"

#include <algorithm>
#include <optional>

#include "planbuilder/tosca/yaml/read_filters.h"
#include "planbuilder/tosca/yaml/read_values.h"

namespace planbuilder::tosca::yaml {

namespace {

using MappingEntry = SubstitutionMapping::Entry;

/// `[node, part]`, `input`, `{mapping: [...]}` or `{value: ...}`.
void read_target(Reader& reader, Node value, MappingEntry& entry) {
  const Node mapping = value.is_mapping() ? value.find("mapping") : value;
  if (value.is_mapping() && mapping.present() && value.find("value").present())
    reader.diagnostics.error(Code::unknown_keyname, value.find("value").at(),
                             "'" + entry.name + "' is mapped or has a value, not both");
  if (!mapping.present()) {
    entry.is_value = true;
    entry.value = read_value(reader, value.find("value").present() ? value.find("value") : value);
  } else if (mapping.is_scalar()) {
    entry.path.emplace_back(mapping.text());
  } else {
    entry.path = read_texts(reader, mapping, "a mapping");
  }
}

MappingEntry entry_named(Node key) {
  MappingEntry entry;
  entry.name = std::string(key.text());
  entry.at = key.at();
  return entry;
}

/// Nothing, and reported, where a key makes no sense.
using ReadKey = std::optional<MappingEntry> (*)(Reader&, Node key);

std::optional<MappingEntry> read_name_key(Reader& reader, Node key) {
  return expect_name(reader, key) ? std::optional(entry_named(key)) : std::nullopt;
}

/// In 2.0 also `[requirement, count]`.
std::optional<MappingEntry> read_requirement_key(Reader& reader, Node key) {
  if (!key.is_sequence() || key.size() != 2 || !is_2_0(reader.version)) return read_name_key(reader, key);
  const Node name = *key.items().begin();
  if (!expect_name(reader, name)) return std::nullopt;
  MappingEntry entry = entry_named(name);
  for (const Node part : key.items()) entry.index = part.is_scalar() ? std::string(part.text()) : "";
  return entry;
}

/// In 2.0 also `[CAPABILITY, capability, name]` and `[RELATIONSHIP, requirement, index, name]`, where the index may be left out.
std::optional<MappingEntry> read_member_key(Reader& reader, Node key) {
  if (!key.is_sequence() || !is_2_0(reader.version)) return read_name_key(reader, key);
  const std::vector<std::string> words = read_texts(reader, key, "the path of a mapping");
  const bool of_capability = words.size() == 3 && words[0] == "CAPABILITY";
  const bool of_relationship = (words.size() == 3 || words.size() == 4) && words[0] == "RELATIONSHIP";
  if (!of_capability && !of_relationship) {
    reader.diagnostics.error(
        Code::wrong_kind, key.at(),
        "what is mapped is a name, [CAPABILITY, capability, name] or [RELATIONSHIP, requirement, index, name]");
    return std::nullopt;
  }
  MappingEntry entry;
  entry.at = key.at();
  entry.name = words.back();
  entry.of = of_capability ? SubstitutionMapping::Of::capability : SubstitutionMapping::Of::relationship;
  entry.part = words[1];
  if (words.size() == 4) entry.index = words[2];
  return entry;
}

bool is_list_of_mappings(Node value) {
  if (!value.is_sequence()) return false;
  for (const Node item : value.items()) {
    if (item.is_sequence()) return true;
  }
  return false;
}

/// `[node, part]` of a capability.
void check_pairs(Reader& reader, const std::vector<MappingEntry>& entries) {
  for (const MappingEntry& entry : entries) {
    if (entry.path.size() != 2 && (is_2_0(reader.version) || !entry.is_value))
      reader.diagnostics.error(Code::wrong_kind, entry.at, "the capability '" + entry.name + "' is mapped to [node, capability]");
  }
}

/// In 2.0 only requirements may have several mappings as their value.
void read_mapped(Reader& reader, Node key, Node value, ReadKey read_key, std::vector<MappingEntry>& into) {
  const std::optional<MappingEntry> read = read_key(reader, key);
  if (!read) return;
  if (is_list_of_mappings(value) && (read_key != read_member_key || !is_2_0(reader.version))) {
    for (const Node item : value.items()) read_target(reader, item, into.emplace_back(*read));
  } else {
    read_target(reader, value, into.emplace_back(*read));
  }
}

/// A map, or a list of one-entry maps: requirements may be mapped more than once.
std::vector<MappingEntry> read_entries(Reader& reader, Node node, std::string_view what, ReadKey read_key) {
  std::vector<MappingEntry> entries;
  const auto read_map = [&](Node map) {
    if (!expect_mapping(reader, map, what)) return;
    for (const auto [key, value] : map.entries()) read_mapped(reader, key, value, read_key, entries);
  };
  if (is_empty_section(reader, node, what)) return entries;
  if (node.is_sequence()) {
    for (const Node item : node.items()) {
      if (item.is_mapping() && item.size() > 1 && is_2_0(reader.version))
        reader.diagnostics.error(Code::wrong_kind, item.at(), "a list item has one mapping: write an item for each");
      read_map(item);
    }
  } else {
    read_map(node);
  }
  return entries;
}

/// In 1.x `name: text` is an input or, in the old way, a value: inputs decide that, once all are read.
void read_property_mappings(Reader& reader, Node node, SubstitutionMapping& into) {
  into.properties = read_entries(reader, node, "'properties'", read_member_key);
  if (is_2_0(reader.version) || !node.is_mapping()) return;
  auto entry = into.properties.begin();
  for (const auto [key, value] : node.entries()) {
    while (entry != into.properties.end() && entry->at != key.at()) ++entry;
    if (entry != into.properties.end() && value.is_scalar()) entry->value = read_value(reader, value);
  }
}

MappingEntry read_operation_mapping(Reader& reader, Node key, Node value) {
  MappingEntry entry = entry_named(key);
  if (!is_2_0(reader.version) || expect_scalar(reader, value, "the workflow that an operation is mapped to"))
    read_target(reader, value, entry);
  return entry;
}

/// `operation: workflow` per interface.
void read_interface_mappings(Reader& reader, Node node, SubstitutionMapping& into) {
  if (node.is_null() || !expect_mapping(reader, node, "the interfaces of a substitution mapping")) return;
  for (const auto [name, operations] : node.entries()) {
    if (!expect_scalar(reader, name, "a name")) continue;
    if (!operations.is_mapping() && !is_2_0(reader.version)) continue;
    for (MappingEntry& entry :
         read_named(reader, operations, "the operations of a substitution mapping", read_operation_mapping)) {
      entry.name = std::string(name.text()) + "." + entry.name;
      into.interfaces.push_back(std::move(entry));
    }
  }
}

/// The standard's text has the conditions directly inside; its examples wrap them in `node_filter`.
void read_filter(Reader& reader, Node node, SubstitutionMapping& into) {
  const Node inside = node.is_mapping() ? node.find("node_filter") : Node();
  into.filter = read_node_filter(reader, inside.present() && node.size() == 1 ? inside : node);
}

constexpr Keyname<SubstitutionMapping> table[] = {
    {"description", since_2_0, optional, only_text<SubstitutionMapping>},
    {"metadata", since_2_0, optional, only_map<SubstitutionMapping>},
    {"node_type", since_1_0, mandatory,
     [](Reader& r, Node n, SubstitutionMapping& m) { m.node_type = read_reference(r, n, "a node type"); }},
    {"substitution_filter", since_1_3, optional, read_filter},
    {"properties", since_1_2, optional, read_property_mappings},
    {"attributes", since_1_3, optional,
     [](Reader& r, Node n, SubstitutionMapping& m) { m.attributes = read_entries(r, n, "'attributes'", read_member_key); }},
    {"capabilities", since_1_0, optional,
     [](Reader& r, Node n, SubstitutionMapping& m) {
       m.capabilities = read_entries(r, n, "'capabilities'", read_name_key);
       check_pairs(r, m.capabilities);
     }},
    {"requirements", since_1_0, optional,
     [](Reader& r, Node n, SubstitutionMapping& m) {
       m.requirements = read_entries(r, n, "'requirements'", read_requirement_key);
     }},
    {"interfaces", since_1_2, optional, read_interface_mappings},
};

}  // namespace

void settle_substitution(SubstitutionMapping& mapping, const std::vector<ParameterDefinition>& inputs) {
  for (MappingEntry& entry : mapping.properties) {
    const bool is_short = !entry.is_value && !entry.value.is_null();
    const bool is_input = is_short && std::any_of(inputs.begin(), inputs.end(), [&](const ParameterDefinition& input) {
                            return input.name == entry.path.front();
                          });
    if (is_input) {
      entry.value = {};
    } else if (is_short) {
      entry.is_value = true;
      entry.path.clear();
    }
    if (entry.is_value && entry.value.get_if<Map>() == nullptr)
      mapping.filter.properties.push_back({entry.name, {entry.value}, entry.at});
  }
}

SubstitutionMapping read_substitution(Reader& reader, Node node) {
  SubstitutionMapping mapping;
  mapping.at = node.at();
  // The short notation is just the node type.
  if (node.is_scalar()) {
    mapping.node_type = read_reference(reader, node, "a node type");
  } else {
    read_keynames<SubstitutionMapping>(reader, node, "a substitution mapping", table, mapping);
  }
  return mapping;
}

}  // namespace planbuilder::tosca::yaml
