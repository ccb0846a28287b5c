#include "planbuilder/flow/called_operations.h"

#include <algorithm>
#include <unordered_set>

#include "planbuilder/plan_kinds/read_kinds.h"

namespace planbuilder::flow {

namespace {

bool is_meant(const tosca::Interface& item, const CalledOperation& wanted) {
  return wanted.interface == "*" || wanted.interface == item.name || wanted.interface == item.type.name;
}

std::optional<CalledOperation> find_first(const std::vector<tosca::Interface>& interfaces,
                                          const std::vector<CalledOperation>& wanted) {
  for (const CalledOperation& each : wanted) {
    for (const tosca::Interface& item : interfaces) {
      if (!is_meant(item, each)) continue;
      for (const tosca::Operation& operation : item.operations) {
        if (operation.name == each.operation && operation.implementation) return CalledOperation{item.name, operation.name};
      }
    }
  }
  return std::nullopt;
}

const std::vector<CalledOperation>& operations_for(const Phase& phase, tosca::EntityId entity) {
  return std::holds_alternative<tosca::NodeId>(entity) ? phase.of_nodes : phase.of_relationships;
}

/// Looks for several kinds at once.
class KindFinder {
 public:
  KindFinder(const tosca::Topology& topology, const PlanKinds& kinds) : topology_(topology) {
    for (const PlanKind& kind : kinds) {
      if (kind->given == Given::if_implemented) wanted_.push_back({kind});
    }
  }

  template <class Entities>
  void look_at(const Entities& entities) {
    for (const auto id : entities.ids()) {
      const bool is_as_its_type = entities[id].interfaces.empty();
      if (!is_as_its_type || types_.insert(entities[id].type).second) look_at(tosca::EntityId(id));
    }
  }

  [[nodiscard]] std::vector<PlanKind> found() const {
    std::vector<PlanKind> kinds;
    for (const Wanted& wanted : wanted_) {
      if (wanted.is_found) kinds.push_back(wanted.kind);
    }
    return kinds;
  }

 private:
  struct Wanted {
    PlanKind kind;
    bool is_found = false;
  };

  void look_at(tosca::EntityId entity) {
    const std::vector<tosca::Interface> interfaces = topology_.interfaces(entity);
    for (Wanted& wanted : wanted_) {
      const auto calls = [&](const Phase& phase) { return find_first(interfaces, operations_for(phase, entity)).has_value(); };
      wanted.is_found = wanted.is_found || std::any_of(wanted.kind->phases.begin(), wanted.kind->phases.end(), calls);
    }
  }

  const tosca::Topology& topology_;
  std::vector<Wanted> wanted_;
  std::unordered_set<tosca::TypeId> types_;
};

}  // namespace

std::vector<Phase> phases_of(const PlanRequest& request) {
  std::vector<Phase> phases = request.kind->phases;
  if (request.kind->subject != Subject::operation) return phases;
  for (Phase& phase : phases) phase.of_nodes = phase.of_relationships = {to_called_operation(request.event)};
  return phases;
}

std::optional<CalledOperation> find_called(const tosca::Topology& topology, tosca::EntityId entity, const Phase& phase) {
  const std::vector<CalledOperation>& wanted = operations_for(phase, entity);
  return wanted.empty() ? std::nullopt : find_first(topology.interfaces(entity), wanted);
}

bool calls_anything(const tosca::Topology& topology, const PlanRequest& request) {
  const std::vector<Phase> phases = phases_of(request);
  const auto any_called = [&](const auto& entities) {
    for (const auto id : entities.ids()) {
      for (const Phase& phase : phases) {
        if (find_called(topology, id, phase)) return true;
      }
    }
    return false;
  };
  return any_called(topology.nodes) || any_called(topology.relationships);
}

std::vector<PlanKind> implemented_kinds(const tosca::Topology& topology, const PlanKinds& kinds) {
  KindFinder finder(topology, kinds);
  finder.look_at(topology.nodes);
  finder.look_at(topology.relationships);
  return finder.found();
}

}  // namespace planbuilder::flow
