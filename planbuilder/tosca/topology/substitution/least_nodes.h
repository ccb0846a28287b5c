// How many nodes a service will have at least, when services are in the places of nodes: known before any of them is.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/topology/substitution/substitute.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

class LeastNodes {
 public:
  LeastNodes(const std::vector<Substitute>& candidates, const Types& types, const TypeNames& names)
      : candidates_(candidates), types_(types), names_(names), brought_(candidates.size()) {}

  std::uint64_t of(const ServiceTemplate& service);

 private:
  std::uint64_t in_place_of(const NodeTemplate& node);
  std::uint64_t in_place_of(TypeId type);
  std::uint64_t brought_by(std::size_t candidate);

  const std::vector<Substitute>& candidates_;
  const Types& types_;
  const TypeNames& names_;
  std::vector<std::optional<std::uint64_t>> brought_;  // by candidate
  std::map<TypeId, std::uint64_t> by_type_;
};

}  // namespace planbuilder::tosca
