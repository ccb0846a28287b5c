#include "planbuilder/tosca/yaml/read_substitution.h"

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/yaml/read_filters.h"
#include "planbuilder/tosca/yaml/read_values.h"

namespace planbuilder::tosca::yaml {

namespace {

using MappingEntry = SubstitutionMapping::Entry;

/// `name: [node, part]`, `name: input`, `name: {mapping: [...]}` or `name: {value: ...}`.
MappingEntry read_entry(Reader& reader, Node key, Node value) {
  MappingEntry entry{std::string(key.text()), {}, false, key.at()};
  const Node mapping = value.is_mapping() ? value.find("mapping") : value;
  if (!mapping.present()) {
    entry.is_value = true;
    entry.value = read_value(reader, value);
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
    if (is_2_0(reader.version) && entry.path.size() != 2)
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

/// A word is kept as a value too: see settle_constants.
void keep_words(Reader& reader, Node node, std::vector<MappingEntry>& entries) {
  if (is_2_0(reader.version) || !node.is_mapping()) return;
  for (MappingEntry& entry : entries) {
    if (const Node value = node.find(entry.name); value.present() && value.is_scalar()) entry.value = read_value(reader, value);
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
    {"properties", since_1_2, optional,
     [](Reader& r, Node n, SubstitutionMapping& m) {
       m.properties = read_entries(r, n, "'properties'");
       keep_words(r, n, m.properties);
     }},
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

void settle_constants(const Reader& reader, ServiceTemplate& service) {
  if (is_2_0(reader.version) || !service.substitution) return;
  for (MappingEntry& entry : service.substitution->properties) {
    if (entry.is_value || entry.value.is_null()) continue;
    if (find_by_name(service.inputs, entry.path[0]) != nullptr) {
      entry.value = {};
    } else {
      entry.path.clear();
      entry.is_value = true;
    }
  }
}

}  // namespace planbuilder::tosca::yaml
