#include "planbuilder/tosca/model/dump_topology.h"

#include "planbuilder/tosca/model/dump_parts.h"

namespace planbuilder::tosca {

namespace {

class TopologyDumper {
 public:
  TopologyDumper(const Topology& topology, const Sources& sources) : topology_(topology), parts_(sources), sources_(sources) {}

  [[nodiscard]] Value dump() const {
    DumpedObject object;
    object.add("name", topology_.name).add("namespace", topology_.namespace_uri).add("source", topology_.source);
    object.add("inputs", parts_.parameters(topology_.inputs));
    object.add_list("nodes", topology_.nodes.ids(), [&](NodeId node) { return dump(node); });
    object.add_list("relationships", topology_.relationships.ids(), [&](RelationshipId id) { return dump(id); });
    object.add_list("regions", topology_.regions, [&](const Region& region) { return dump(region); });
    object.add("groups", parts_.groups(topology_.groups)).add("policies", parts_.policies(topology_.policies));
    object.add("workflows", parts_.workflows(topology_.workflows)).add("events", parts_.operations(topology_.events));
    if (topology_.substitution) object.add("substitution", parts_.substitution(*topology_.substitution));
    object.add("boundary", parts_.boundary(topology_.boundary));
    object.add("plans", parts_.ready_plans(topology_.plans)).add("outputs", parts_.parameters(topology_.outputs));
    return object.take();
  }

 private:
  [[nodiscard]] std::string name_of(NodeId node) const { return node.valid() ? topology_.nodes[node].name : ""; }
  [[nodiscard]] std::string name_of(RelationshipId id) const { return id.valid() ? topology_.relationships[id].id : ""; }
  [[nodiscard]] std::string name_of(TypeId type) const { return type.valid() ? topology_.types[type].name : ""; }

  template <class Ids>
  [[nodiscard]] std::vector<std::string> names_of(const Ids& ids) const {
    std::vector<std::string> names;
    for (const auto id : ids) names.push_back(name_of(id));
    return names;
  }

  /// The type first, then its parent, and so on.
  [[nodiscard]] std::vector<std::string> ancestry(TypeId type) const {
    std::vector<std::string> names;
    for (; type.valid(); type = topology_.types[type].parent) names.push_back(name_of(type));
    return names;
  }

  /// All that the type defines or the template says, defaults included.
  [[nodiscard]] Value properties(EntityId entity) const {
    Map map;
    for (const Assignment& assigned : topology_.assigned_properties(entity)) map.push_back({assigned.name, assigned.value});
    const TypeId type = topology_.type_of(entity);
    if (!type.valid()) return Value{std::move(map)};
    const std::size_t assigned = map.size();
    for (const ParameterDefinition& property : topology_.types[type].properties) {
      const Value* value = topology_.property(entity, property.name);
      bool is_assigned = false;
      for (std::size_t i = 0; i < assigned; ++i) is_assigned = is_assigned || map[i].key == property.name;
      if (value != nullptr && !is_assigned) map.push_back({property.name, *value});
    }
    return Value{std::move(map)};
  }

  [[nodiscard]] Value dump(NodeId id) const {
    const Node& node = topology_.nodes[id];
    DumpedObject object;
    object.add("name", node.name).add("type", ancestry(node.type)).add("directives", node.directives);
    object.add("count", *node.count).add("hosted_by", name_of(node.hosting)).add("machine", name_of(node.machine));
    object.add("properties", properties(id)).add("attributes", parts_.assignments(node.attributes));
    object.add("capabilities", parts_.capabilities(node.capabilities));
    object.add("requirements", names_of(node.outgoing)).add("required_by", names_of(node.incoming));
    object.add("interfaces", parts_.interfaces(topology_.interfaces(id))).add("artifacts", parts_.artifacts(node.artifacts));
    return object.add("node_filter", parts_.node_filter(*node.node_filter)).add_place(node.at, sources_).take();
  }

  [[nodiscard]] Value dump(RelationshipId id) const {
    const Relationship& relationship = topology_.relationships[id];
    DumpedObject object;
    object.add("id", relationship.id).add("type", ancestry(relationship.type)).add("source", name_of(relationship.source));
    object.add("requirement", relationship.requirement).add("target", name_of(relationship.target));
    object.add("capability", relationship.capability).add_flag("hosting", topology_.is_hosting(id));
    object.add("count", *relationship.count).add("target_index", *relationship.target_index);
    object.add("allocation", parts_.assignments(*relationship.allocation));
    object.add("properties", properties(id)).add("attributes", parts_.assignments(relationship.attributes));
    return object.add("interfaces", parts_.interfaces(topology_.interfaces(id))).add_place(relationship.at, sources_).take();
  }

  [[nodiscard]] Value dump(const Region& region) const {
    DumpedObject object;
    object.add("name", region.name).add("nodes", names_of(region.nodes));
    object.add("relationships", names_of(region.relationships));
    object.add_list("strategies", region.strategies, [&](const Region::Strategy& strategy) {
      return DumpedObject().add("node", name_of(strategy.node)).add("strategy", strategy.name).take();
    });
    if (region.limits) {
      DumpedObject limits;
      limits.add_number("minimum", region.limits->minimum);
      if (region.limits->maximum) limits.add_number("maximum", *region.limits->maximum);
      object.add("limits", limits.add_number("initial", region.limits->initial).take());
    }
    return object.add_place(region.at, sources_).take();
  }

  const Topology& topology_;
  PartsDumper parts_;
  const Sources& sources_;
};

}  // namespace

Value dump_topology(const Topology& topology, const Sources& sources) { return TopologyDumper(topology, sources).dump(); }

}  // namespace planbuilder::tosca
