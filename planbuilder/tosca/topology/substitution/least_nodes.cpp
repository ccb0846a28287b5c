#include "planbuilder/tosca/topology/substitution/least_nodes.h"

#include <algorithm>

namespace planbuilder::tosca {

namespace {

constexpr std::uint64_t more_than_anyone_has = std::uint64_t{1} << 60;

}  // namespace

std::uint64_t LeastNodes::of(const ServiceTemplate& service) {
  std::uint64_t count = 0;
  for (const NodeTemplate& node : service.nodes) count = std::min(count + in_place_of(node), more_than_anyone_has);
  return count;
}

std::uint64_t LeastNodes::in_place_of(const NodeTemplate& node) {
  if (!is_to_be_substituted(node.directives)) return 1;
  const TypeId type = names_.find(TypeKind::node, node.type);
  if (const auto known = by_type_.find(type); known != by_type_.end()) return known->second;
  by_type_.emplace(type, 1);  // inside of itself: that ends in an error
  return by_type_[type] = in_place_of(type);
}

/// The first service that fits is taken; one with a filter may or may not fit.
std::uint64_t LeastNodes::in_place_of(TypeId type) {
  std::uint64_t least = more_than_anyone_has;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const SubstitutionMapping& mapping = *candidates_[i].service->substitution;
    if (candidates_[i].planned || candidates_[i].faulty) continue;
    if (!stands_for(types_, names_.find(TypeKind::node, mapping.node_type), type)) continue;
    least = std::min(least, brought_by(i));
    if (mapping.filter.empty()) return least;
  }
  return 1;
}

std::uint64_t LeastNodes::brought_by(std::size_t candidate) {
  if (!brought_[candidate]) {
    brought_[candidate] = 1;
    brought_[candidate] = of(*candidates_[candidate].service);
  }
  return *brought_[candidate];
}

}  // namespace planbuilder::tosca
