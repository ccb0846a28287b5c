#include "planbuilder/tosca/yaml/read_substitution.h"

#include <algorithm>

#include "planbuilder/tosca/yaml/read_filters.h"
#include "planbuilder/tosca/yaml/read_values.h"

namespace planbuilder::tosca::yaml {

namespace {

using MappingEntry = SubstitutionMapping::Entry;

/// `name: [node, part]`, `name: input`, `name: {mapping: [...]}` or `name: {value: ...}`.
MappingEntry read_entry(Reader& reader, Node key, Node value) {
  MappingEntry entry{std::string(key.text()), {}, false, key.at()};
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
  return entry;
}

bool is_list_of_mappings(Node value) { return value.is_sequence() && value.size() > 0 && (*value.items().begin()).is_sequence(); }

/// `[node, part]` of a capability.
void check_pairs(Reader& reader, const std::vector<MappingEntry>& entries) {
  for (const MappingEntry& entry : entries) {
    if (entry.path.size() != 2 && (is_2_0(reader.version) || !entry.is_value))
      reader.diagnostics.error(Code::wrong_kind, entry.at, "the capability '" + entry.name + "' is mapped to [node, capability]");
  }
}

/// In 2.0 a key may be `[requirement, index]`, and a value several mappings.
void read_mapped(Reader& reader, Node key, Node value, std::vector<MappingEntry>& into) {
  std::string index;
  Node name = key;
  if (key.is_sequence() && key.size() == 2 && is_2_0(reader.version)) {
    name = *key.items().begin();
    for (const Node part : key.items()) index = part.is_scalar() ? std::string(part.text()) : "";
  }
  if (!expect_name(reader, name)) return;
  if (!is_list_of_mappings(value)) {
    into.push_back(read_entry(reader, name, value));
    into.back().index = index;
    return;
  }
  for (const Node item : value.items()) {
    into.push_back(read_entry(reader, name, item));
    into.back().index = index;
  }
}

/// A map, or a list of one-entry maps: requirements may be mapped more than once.
std::vector<MappingEntry> read_entries(Reader& reader, Node node, std::string_view what) {
  std::vector<MappingEntry> entries;
  const auto read_map = [&](Node map) {
    if (!expect_mapping(reader, map, what)) return;
    for (const auto [key, value] : map.entries()) read_mapped(reader, key, value, entries);
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
  into.properties = read_entries(reader, node, "'properties'");
  if (is_2_0(reader.version) || !node.is_mapping()) return;
  auto entry = into.properties.begin();
  for (const auto [key, value] : node.entries()) {
    while (entry != into.properties.end() && entry->at != key.at()) ++entry;
    if (entry != into.properties.end() && value.is_scalar()) entry->value = read_value(reader, value);
  }
}

/// `operation: workflow` per interface.
void read_interface_mappings(Reader& reader, Node node, SubstitutionMapping& into) {
  if (node.is_null() || !expect_mapping(reader, node, "the interfaces of a substitution mapping")) return;
  for (const auto [name, operations] : node.entries()) {
    if (!expect_scalar(reader, name, "a name")) continue;
    if (!operations.is_mapping() && !is_2_0(reader.version)) continue;
    for (MappingEntry& entry : read_named(reader, operations, "the operations of a substitution mapping", read_entry)) {
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
     [](Reader& r, Node n, SubstitutionMapping& m) { m.attributes = read_entries(r, n, "'attributes'"); }},
    {"capabilities", since_1_0, optional,
     [](Reader& r, Node n, SubstitutionMapping& m) {
       m.capabilities = read_entries(r, n, "'capabilities'");
       check_pairs(r, m.capabilities);
     }},
    {"requirements", since_1_0, optional,
     [](Reader& r, Node n, SubstitutionMapping& m) { m.requirements = read_entries(r, n, "'requirements'"); }},
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
