#include "planbuilder/flow/abstract_plan.h"

namespace planbuilder::flow {

std::string_view to_string(Transition transition) {
  switch (transition) {
    case Transition::provision: return "provision";
    case Transition::terminate: return "terminate";
    case Transition::select_strategic:
    case Transition::select_recursive: return "select";
    case Transition::handle: return "handle";
    case Transition::perform: return "perform";
    case Transition::make: return "make";
    case Transition::remove: return "remove";
  }
  return "";
}

tosca::Representation representation_of(const Activity& activity) {
  if (activity.index) return tosca::Representation::at(*activity.index);
  return activity.loops || activity.counts_on ? tosca::Representation::own() : tosca::Representation::unknown();
}

std::string reason_of(const Origin& origin, const tosca::Topology& topology) {
  if (!origin.relationship.valid()) return origin.reason;
  const tosca::Relationship& relationship = topology.relationships[origin.relationship];
  return "'" + topology.nodes[relationship.source].name + "' " + origin.rule + " '" + topology.nodes[relationship.target].name +
         "': " + std::string(origin.why);
}

}  // namespace planbuilder::flow
