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

/// What it found out of a service in the place of a node it keeps.
class LeastNodes {
 public:
  LeastNodes(const std::vector<Substitute>& candidates, const Types& types, const TypeNames& names)
      : candidates_(candidates), types_(types), names_(names), brought_(candidates.size()), begun_(candidates.size(), 0) {}

  std::uint64_t of(const ServiceTemplate& service);

 private:
  /// Who may take the place of nodes of a type.
  struct Choice {
    std::vector<std::size_t> candidates;
    bool sure = false;  // one of them does
  };
  const Choice& choice(const NodeTemplate& node);
  template <class Visit>
  void for_each_unknown(const ServiceTemplate& service, const Visit& visit);
  void find_out(std::vector<std::size_t> waiting);
  std::uint64_t sum(const ServiceTemplate& service);
  std::uint64_t in_place_of(const NodeTemplate& node);

  const std::vector<Substitute>& candidates_;
  Types types_;
  const TypeNames& names_;
  std::vector<std::optional<std::uint64_t>> brought_;  // by candidate
  std::vector<char> begun_;                            // likewise
  std::map<TypeId, Choice> choices_;
};

}  // namespace planbuilder::tosca
