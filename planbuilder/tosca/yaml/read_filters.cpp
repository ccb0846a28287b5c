#include "planbuilder/tosca/yaml/read_filters.h"

#include "planbuilder/tosca/yaml/read_values.h"

namespace planbuilder::tosca::yaml {

namespace {

/// `name: clause` or `name: [clause, ...]`.
NodeFilter::Condition read_condition(Reader& reader, Node key, Node value) {
  NodeFilter::Condition condition{std::string(key.text()), {}, key.at()};
  if (value.is_sequence()) {
    for (const Node item : value.items()) condition.clauses.push_back(read_value(reader, item));
  } else {
    condition.clauses.push_back(read_value(reader, value));
  }
  return condition;
}

/// A list of one-entry maps; a map is accepted too.
template <class Visit>
void for_each_named(Reader& reader, Node node, std::string_view what, const Visit& visit) {
  if (node.is_mapping()) {
    for (const auto [key, value] : node.entries()) {
      if (expect_scalar(reader, key, "a name")) visit(key, value);
    }
  } else if (!node.is_null() && expect_sequence(reader, node, what)) {
    for (const Node item : node.items()) {
      if (item.is_scalar()) continue;  // a bare name asks for nothing
      if (!expect_mapping(reader, item, what)) continue;
      for (const auto [key, value] : item.entries()) {
        if (expect_scalar(reader, key, "a name")) visit(key, value);
      }
    }
  }
}

void read_conditions(Reader& reader, Node node, std::vector<NodeFilter::Condition>& into) {
  for_each_named(reader, node, "the properties of a node filter",
                 [&](Node key, Node value) { into.push_back(read_condition(reader, key, value)); });
}

constexpr Keyname<NodeFilter::Capability> filtered_capability_table[] = {
    {"properties", since_1_0, optional,
     [](Reader& r, Node n, NodeFilter::Capability& c) { read_conditions(r, n, c.properties); }},
};

/// `- name: {properties: [...]}`; the standard's own examples also have `properties` beside the name.
void read_filtered_capability(Reader& reader, Node item, NodeFilter& into) {
  if (item.is_scalar()) {  // only that it is there
    into.capabilities.push_back({read_reference(reader, item, "a capability"), {}});
    return;
  }
  if (!expect_mapping(reader, item, "a capability of a node filter")) return;
  NodeFilter::Capability capability;
  for (const auto [key, value] : item.entries()) {
    if (!expect_scalar(reader, key, "a name")) continue;
    if (key.text() == "properties" && !capability.name.empty()) {
      read_conditions(reader, value, capability.properties);
      continue;
    }
    capability.name = {std::string(key.text()), key.at()};
    if (!value.is_null())
      read_keynames<NodeFilter::Capability>(reader, value, "a capability of a node filter", filtered_capability_table,
                                            capability);
  }
  into.capabilities.push_back(std::move(capability));
}

void read_capabilities(Reader& reader, Node node, NodeFilter& into) {
  if (node.is_null() || !expect_sequence(reader, node, "the capabilities of a node filter")) return;
  for (const Node item : node.items()) read_filtered_capability(reader, item, into);
}

constexpr Keyname<NodeFilter> filter_table[] = {
    {"properties", since_1_0, optional, [](Reader& r, Node n, NodeFilter& f) { read_conditions(r, n, f.properties); }},
    {"capabilities", since_1_0, optional, read_capabilities},
};

}  // namespace

NodeFilter read_node_filter(Reader& reader, Node node) {
  NodeFilter filter;
  filter.at = node.at();
  if (is_2_0(reader.version)) {
    filter.condition = read_value(reader, node);
    if (filter.condition.call() == nullptr)
      reader.diagnostics.error(Code::bad_function, node.at(), "a node filter is a function that is true or false");
    return filter;
  }
  if (!node.is_null()) read_keynames<NodeFilter>(reader, node, "a node filter", filter_table, filter);
  return filter;
}

}  // namespace planbuilder::tosca::yaml
