#include "planbuilder/tosca/yaml/read_substitution.h"

#include "planbuilder/tosca/yaml/read_filters.h"
#include "planbuilder/tosca/yaml/read_values.h"

namespace planbuilder::tosca::yaml {

namespace {

constexpr auto optional = Presence::optional;
constexpr auto mandatory = Presence::mandatory;
using Entry = SubstitutionMapping::Entry;

/// `name: [node, part]`, `name: input`, `name: {mapping: [...]}` or `name: {value: ...}`.
Entry read_entry(Reader& reader, Node key, Node value) {
  Entry entry{std::string(key.text()), {}, false, key.at()};
  const Node mapping = value.is_mapping() ? value.find("mapping") : value;
  if (!mapping.present()) {
    entry.is_value = true;
  } else if (mapping.is_scalar()) {
    entry.path.emplace_back(mapping.text());
  } else {
    entry.path = read_texts(reader, mapping, "a mapping");
  }
  return entry;
}

/// The older notation lists requirements as one-entry maps.
std::vector<Entry> read_entries(Reader& reader, Node node, std::string_view what) {
  if (!node.is_sequence()) return read_named(reader, node, what, read_entry);
  std::vector<Entry> entries;
  for (const Node item : node.items()) {
    for (Entry& entry : read_named(reader, item, what, read_entry)) entries.push_back(std::move(entry));
  }
  return entries;
}

/// `operation: workflow` per interface.
void read_interface_mappings(Reader& reader, Node node, SubstitutionMapping& into) {
  if (node.is_null() || !expect_mapping(reader, node, "the interfaces of a substitution mapping")) return;
  for (const auto [name, operations] : node.entries()) {
    if (!expect_scalar(reader, name, "a name") || !operations.is_mapping()) continue;
    for (Entry& entry : read_named(reader, operations, "the operations of a substitution mapping", read_entry)) {
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
    {"node_type", since_1_0, mandatory,
     [](Reader& r, Node n, SubstitutionMapping& m) { m.node_type = read_reference(r, n, "a node type"); }},
    {"substitution_filter", since_1_3, optional, read_filter},
    {"properties", since_1_2, optional,
     [](Reader& r, Node n, SubstitutionMapping& m) { m.properties = read_entries(r, n, "'properties'"); }},
    {"attributes", since_1_3, optional,
     [](Reader& r, Node n, SubstitutionMapping& m) { m.attributes = read_entries(r, n, "'attributes'"); }},
    {"capabilities", since_1_0, optional,
     [](Reader& r, Node n, SubstitutionMapping& m) { m.capabilities = read_entries(r, n, "'capabilities'"); }},
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

}  // namespace planbuilder::tosca::yaml
