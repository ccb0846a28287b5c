#include "planbuilder/tosca/topology/substitution/pin_requirements.h"

namespace planbuilder::tosca {

namespace {

/// Goes through the assignments of one node in the order in which its relationships were made of them.
class Assignments {
 public:
  explicit Assignments(NodeTemplate& node) : all_(node.requirements), count_(all_.size()) {}

  /// The assignment that the relationship was made of; one that only the type asks for is added.
  RequirementAssignment& of(const Relationship& relationship) {
    for (std::size_t i = next_; i < count_; ++i) {
      if (all_[i].name != relationship.requirement || all_[i].at != relationship.at) continue;
      next_ = i + 1;
      return all_[i];
    }
    RequirementAssignment implied;
    implied.name = relationship.requirement;
    implied.at = relationship.at;
    return all_.emplace_back(std::move(implied));
  }

 private:
  std::vector<RequirementAssignment>& all_;
  std::size_t count_;  // without those that are added
  std::size_t next_ = 0;
};

}  // namespace

void pin_requirements(ServiceTemplate& service, const Topology& topology) {
  for (const NodeId node : topology.nodes.ids()) {
    Assignments assignments(service.nodes[node.index()]);
    for (const RelationshipId id : topology.nodes[node].outgoing) {
      const Relationship& relationship = topology.relationships[id];
      RequirementAssignment& assignment = assignments.of(relationship);
      assignment.node = {topology.nodes[relationship.target].name, assignment.at};
      assignment.capability = {relationship.capability, assignment.at};
      assignment.count = relationship.count;
      assignment.pinned = true;
    }
  }
}

}  // namespace planbuilder::tosca
