// The types of the policies of a service.
#pragma once

#include <string_view>
#include <unordered_map>

#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// Refers to the topology.
class PolicyTypes {
 public:
  explicit PolicyTypes(const Topology& topology) {
    if (topology.policies.empty()) return;
    for (const TypeId id : topology.types.ids()) {
      if (topology.types[id].kind == TypeKind::policy) by_name_.emplace(topology.types[id].name, id);
    }
  }

  /// Invalid where the type is not known.
  [[nodiscard]] TypeId of(const PolicyTemplate& policy) const {
    const auto found = by_name_.find(policy.type.name);
    return found == by_name_.end() ? TypeId() : found->second;
  }

 private:
  std::unordered_map<std::string_view, TypeId> by_name_;
};

}  // namespace planbuilder::tosca
