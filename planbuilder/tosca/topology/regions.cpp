#include "planbuilder/tosca/topology/regions.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/model/representations.h"
#include "planbuilder/tosca/topology/counted_together.h"
#include "planbuilder/tosca/topology/scaling_limits.h"

namespace planbuilder::tosca {

namespace {

constexpr std::string_view own_policy = "planbuilder.policies.ScalingRegion";
// In the Simple Profile of 1.x, and in that of 2.0.
constexpr std::array<std::string_view, 2> scaling_policies = {"tosca.policies.Scaling", "Scaling"};
constexpr std::array<std::string_view, 2> scalable_capabilities = {"tosca.capabilities.Scalable", "Scalable"};

// What is meant where a limit is not said. The Simple Profile gives the capability both as 1.
constexpr ScalingLimits usual_of_policies{1, std::nullopt, 1};
constexpr ScalingLimits usual_of_capabilities{1, 1, 1};

class RegionFinder {
 public:
  RegionFinder(const Topology& topology, const ServiceTemplate& service, const TypeNames& names, Diagnostics& diagnostics)
      : topology_(topology), service_(service), names_(names), diagnostics_(diagnostics) {
    region_of_.resize(topology.nodes.size(), none);
  }

  std::vector<Region> take() { return std::move(regions_); }

  void add(const PolicyTemplate& policy) {
    const TypeId type = names_.resolve(TypeKind::policy, policy.type, diagnostics_);
    if (!type.valid()) return;
    const bool is_own = topology_.derives_from(type, own_policy);
    if (!is_own && !derives_from_any(type, scaling_policies)) return;
    Region region;
    region.name = policy.name;
    region.at = policy.at;
    region.names_strategies = is_own;
    region.limits = read_limits(
        topology_, [&](std::string_view name) { return property_of(policy, type, name); }, usual_of_policies, diagnostics_);
    if (is_own) {
      for (const Reference& target : policy.targets) add_node(region, target.name, target.at);
      if (const Assignment* strategies = find_by_name(policy.properties, "strategies"))
        read_strategies(region, strategies->value);
    } else {
      // A target that is not there is reported where all policies are checked.
      for (const Reference& target : policy.targets) add_target(region, target.name);
      if (region.nodes.empty()) return;
      add_hosted(region);
      if (is_known_by_other_policy(region)) return;
    }
    add_touching_relationships(region);
    finish(std::move(region));
  }

  /// A node that may be there several times, by its capability.
  void add_scalable(NodeId id) {
    const Node& node = topology_.nodes[id];
    const std::string* capability = scalable_capability(node.type);
    if (capability == nullptr) return;
    const auto limits = read_limits(
        topology_, [&](std::string_view name) { return topology_.capability_property(id, *capability, name); },
        usual_of_capabilities, diagnostics_);
    const bool says_nothing = !limits || (limits->minimum == 1 && limits->maximum == 1);
    if (says_nothing) return;
    const CapabilityAssignment* assigned = find_by_name(node.capabilities, *capability);
    add_stack(id, assigned == nullptr ? node.at : assigned->at, *limits);
  }

  /// A node with a count, together with those that its index joins. What a policy or a capability says of one of them goes first.
  void add_counted(NodeId id) {
    const auto count = known_count(topology_, id);
    const std::string& name = topology_.nodes[id].name;
    if (region_of_[id] != none || count == 0 || find_by_name(regions_, name) != nullptr) return;
    Region region;
    region.name = name;
    region.at = topology_.nodes[id].count->at;
    region.nodes = counted_together(topology_, id);
    const auto keeps_apart = [&](NodeId node) { return region_of_[node] != none || picks_from_inputs(topology_, node); };
    if (std::any_of(region.nodes.begin(), region.nodes.end(), keeps_apart)) return;
    if (count) region.limits = ScalingLimits{1, std::nullopt, static_cast<std::uint32_t>(*count)};
    region.names_strategies = false;
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

  template <class Names>
  [[nodiscard]] bool derives_from_any(TypeId type, const Names& names) const {
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return topology_.derives_from(type, name); });
  }

  /// Assigned, else as the type has it.
  [[nodiscard]] const Value* property_of(const PolicyTemplate& policy, TypeId type, std::string_view name) const {
    if (const Assignment* own = find_by_name(policy.properties, name)) return &own->value;
    for (; type.valid(); type = topology_.types[type].parent) {
      const ParameterDefinition* definition = find_by_name(topology_.types[type].own.properties, name);
      if (definition != nullptr && definition->default_value) return &*definition->default_value;
    }
    return nullptr;
  }

  /// One policy may say when a region grows, and another when it shrinks: that is one region.
  bool is_known_by_other_policy(const Region& region) {
    const auto as_set = [](const Region& any) { return std::set<NodeId>(any.nodes.begin(), any.nodes.end()); };
    const std::size_t known = region_of_[region.nodes.front()];
    if (known == none || as_set(region) != as_set(regions_[known])) return false;
    if (!regions_[known].limits) regions_[known].limits = region.limits;
    return true;
  }

  /// The name of the capability by which nodes of a type scale; none for most.
  const std::string* scalable_capability(TypeId type) {
    if (!type.valid()) return nullptr;
    const auto [place, is_new] = scalable_.try_emplace(type, nullptr);
    if (!is_new) return place->second;
    for (const CapabilityDefinition& capability : topology_.types[type].capabilities) {
      const TypeId of = names_.find(TypeKind::capability, capability.type);
      if (of.valid() && derives_from_any(of, scalable_capabilities)) place->second = &capability.name;
    }
    return place->second;
  }

  /// The node and all that is hosted on it. A policy that it is a target of says what scales together; the node then says how
  /// often.
  void add_stack(NodeId id, SourceRange at, const ScalingLimits& limits) {
    if (const std::size_t known = region_of_[id]; known != none) {
      if (!regions_[known].limits) regions_[known].limits = limits;
      return;
    }
    Region region;
    region.name = topology_.nodes[id].name;
    region.at = at;
    region.nodes = {id};
    region.limits = limits;
    region.names_strategies = false;
    add_hosted(region);
    add_touching_relationships(region);
    finish(std::move(region));
  }

  /// Whatever stands on its nodes, at any height.
  void add_hosted(Region& region) const {
    std::unordered_set<NodeId> inside(region.nodes.begin(), region.nodes.end());
    for (std::size_t next = 0; next < region.nodes.size(); ++next) {
      for (const RelationshipId id : topology_.nodes[region.nodes[next]].incoming) {
        const NodeId above = topology_.relationships[id].source;
        if (topology_.is_hosting(id) && inside.insert(above).second) region.nodes.push_back(above);
      }
    }
  }

  /// A node, or all members of a group.
  void add_target(Region& region, const std::string& name) {
    if (const NodeId node = topology_.find_node(name); node.valid()) {
      region.nodes.push_back(node);
    } else if (const GroupTemplate* group = find_by_name(service_.groups, name)) {
      for (const Reference& member : group->members) {
        if (topology_.find_node(member.name).valid()) add_target(region, member.name);
      }
    }
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
    for (const MapEntry& entry : *map) add_strategy(region, entry.key, to_text(entry.value), entry.value.at);
  }

  void add_touching_relationships(Region& region) const {
    for (const NodeId node : region.nodes) {
      for (const auto* touching : {&topology_.nodes[node].outgoing, &topology_.nodes[node].incoming})
        region.relationships.insert(region.relationships.end(), touching->begin(), touching->end());
    }
    std::sort(region.relationships.begin(), region.relationships.end());
    region.relationships.erase(std::unique(region.relationships.begin(), region.relationships.end()), region.relationships.end());
  }

  /// What is named twice is in it once.
  template <class Id>
  static void keep_first_of_each(std::vector<Id>& ids) {
    std::unordered_set<Id> seen;
    std::erase_if(ids, [&](Id id) { return !seen.insert(id).second; });
  }

  void finish(Region region) {
    keep_first_of_each(region.nodes);
    keep_first_of_each(region.relationships);
    if (region.nodes.empty()) {
      diagnostics_.error(Code::region_malformed, region.at, "the region '" + region.name + "' names no node");
      return;
    }
    if (const Region* same = find_by_name(regions_, region.name)) {
      diagnostics_.error(Code::duplicate_name, region.at, "there are two regions '" + region.name + "'").note("here", same->at);
      return;
    }
    report_overlap(region);
    for (const NodeId node : region.nodes) {
      if (region_of_[node] == none) region_of_[node] = regions_.size();
    }
    regions_.push_back(std::move(region));
  }

  /// Each region is counted on its own: what is in two of them grows by either.
  void report_overlap(const Region& region) {
    const auto shared =
        std::find_if(region.nodes.begin(), region.nodes.end(), [&](NodeId node) { return region_of_[node] != none; });
    if (shared == region.nodes.end()) return;
    const Region& other = regions_[region_of_[*shared]];
    diagnostics_
        .warning(Code::region_overlap, region.at,
                 "'" + topology_.nodes[*shared].name + "' is in the regions '" + other.name + "' and '" + region.name +
                     "': scaling one of them changes the other")
        .note("this is '" + other.name + "'", other.at);
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  const Topology& topology_;
  const ServiceTemplate& service_;
  const TypeNames& names_;
  Diagnostics& diagnostics_;
  std::vector<Region> regions_;
  IdVector<NodeId, std::size_t> region_of_;                       // the first that a node is in
  std::unordered_map<TypeId, const std::string*> scalable_ = {};  // by node type
};

/// A region has plans of its own. A service with more counts than this would have more plans than anybody reads.
constexpr std::size_t most_counted_regions = 100;

std::vector<NodeId> counted_nodes(const Topology& topology) {
  std::vector<NodeId> counted;
  for (const NodeId node : topology.nodes.ids()) {
    if (is_counted(topology, node)) counted.push_back(node);
  }
  return counted;
}

}  // namespace

std::vector<Region> find_regions(const Topology& topology, const ServiceTemplate& service, const TypeNames& names,
                                 Diagnostics& diagnostics) {
  RegionFinder finder(topology, service, names, diagnostics);
  for (const PolicyTemplate& policy : service.policies) finder.add(policy);
  for (const RegionTag& tag : service.regions) finder.add(tag);
  for (const NodeId node : topology.nodes.ids()) finder.add_scalable(node);
  const std::vector<NodeId> counted = counted_nodes(topology);
  if (counted.size() > most_counted_regions) {
    diagnostics.note(Code::count_planned, topology.nodes[counted.front()].count->at,
                     count_of(counted.size(), "node") + " have a count: only those that a policy names can be scaled");
  } else {
    for (const NodeId node : counted) finder.add_counted(node);
  }
  return finder.take();
}

}  // namespace planbuilder::tosca
