#include "planbuilder/tosca/topology/regions.h"

#include <algorithm>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::tosca {

namespace {

class RegionFinder {
 public:
  RegionFinder(const Topology& topology, const TypeNames& names, Diagnostics& diagnostics)
      : topology_(topology), names_(names), diagnostics_(diagnostics) {}

  std::vector<Region> take() { return std::move(regions_); }

  void add(const PolicyTemplate& policy) {
    const TypeId type = names_.resolve(TypeKind::policy, policy.type, diagnostics_);
    if (!type.valid() || !topology_.derives_from(type, "planbuilder.policies.ScalingRegion")) return;
    Region region;
    region.name = policy.name;
    region.at = policy.at;
    for (const Reference& target : policy.targets) add_node(region, target.name, target.at);
    if (const Assignment* strategies = find_by_name(policy.properties, "strategies")) read_strategies(region, strategies->value);
    add_touching_relationships(region);
    finish(std::move(region));
  }

  /// `node1,node2;rel1,rel2;Strategy[Node],...`
  void add(const RegionTag& tag) {
    Region region;
    region.name = tag.name;
    region.at = tag.at;
    const std::vector<std::string_view> parts = split(tag.text, ';');
    if (parts.size() != 3) {
      diagnostics_.error(
          Code::region_malformed, tag.at,
          "a region is written as 'nodes;relationships;Strategy[Node],...', but this has " + count_of(parts.size(), "part"));
      return;
    }
    for (const std::string_view name : list(parts[0])) add_node(region, name, tag.at);
    for (const std::string_view name : list(parts[1])) add_relationship(region, name, tag.at);
    for (const std::string_view strategy : list(parts[2])) {
      const std::size_t bracket = strategy.find('[');
      if (bracket == std::string_view::npos || !strategy.ends_with(']')) {
        diagnostics_.error(Code::region_malformed, tag.at,
                           "a selection is written as 'Strategy[Node]', not '" + std::string(strategy) + "'");
        continue;
      }
      add_strategy(region, strategy.substr(bracket + 1, strategy.size() - bracket - 2), strategy.substr(0, bracket), tag.at);
    }
    finish(std::move(region));
  }

 private:
  static std::vector<std::string_view> list(std::string_view text) {
    std::vector<std::string_view> items;
    for (const std::string_view part : split(text, ',')) {
      if (!trim(part).empty()) items.push_back(trim(part));
    }
    return items;
  }

  NodeId find(std::string_view name, SourceRange at) {
    const NodeId node = topology_.find_node(name);
    if (!node.valid()) {
      const std::string guess = diagnostics_.guess(name, [&] { return names_of(topology_.nodes); });
      diagnostics_.error(Code::unknown_name, at, "there is no node '" + std::string(name) + "'" + guess);
    }
    return node;
  }

  void add_node(Region& region, std::string_view name, SourceRange at) {
    const NodeId node = find(name, at);
    if (node.valid()) region.nodes.push_back(node);
  }

  void add_relationship(Region& region, std::string_view name, SourceRange at) {
    const RelationshipId id = topology_.find_relationship(name);
    if (id.valid()) {
      region.relationships.push_back(id);
    } else {
      diagnostics_.error(Code::unknown_name, at, "there is no relationship '" + std::string(name) + "'");
    }
  }

  void add_strategy(Region& region, std::string_view node_name, std::string_view strategy, SourceRange at) {
    const NodeId node = find(node_name, at);
    if (node.valid()) region.strategies.push_back({node, std::string(strategy), at});
  }

  void read_strategies(Region& region, const Value& value) {
    const Map* map = value.get_if<Map>();
    if (map == nullptr) {
      diagnostics_.error(Code::wrong_kind, value.at, "'strategies' must be a map from node to strategy");
      return;
    }
    for (const auto& [node, strategy] : *map) add_strategy(region, node, to_text(strategy), strategy.at);
  }

  void add_touching_relationships(Region& region) {
    const auto inside = [&](NodeId node) {
      return std::find(region.nodes.begin(), region.nodes.end(), node) != region.nodes.end();
    };
    for (const RelationshipId id : topology_.relationships.ids()) {
      const Relationship& relationship = topology_.relationships[id];
      if (inside(relationship.source) || inside(relationship.target)) region.relationships.push_back(id);
    }
  }

  void finish(Region region) {
    if (region.nodes.empty()) {
      diagnostics_.error(Code::region_malformed, region.at, "the region '" + region.name + "' names no node");
    } else {
      regions_.push_back(std::move(region));
    }
  }

  const Topology& topology_;
  const TypeNames& names_;
  Diagnostics& diagnostics_;
  std::vector<Region> regions_;
};

}  // namespace

std::vector<Region> find_regions(const Topology& topology, const ServiceTemplate& service, const TypeNames& names,
                                 Diagnostics& diagnostics) {
  RegionFinder finder(topology, names, diagnostics);
  for (const PolicyTemplate& policy : service.policies) finder.add(policy);
  for (const RegionTag& tag : service.regions) finder.add(tag);
  return finder.take();
}

}  // namespace planbuilder::tosca
