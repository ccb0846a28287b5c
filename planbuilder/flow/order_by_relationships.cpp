#include <unordered_set>

#include "planbuilder/flow/order_ends.h"
#include "planbuilder/flow/passes.h"

namespace planbuilder::flow {

namespace {

class RelationshipOrderer {
 public:
  explicit RelationshipOrderer(Flow& flow) : flow_(flow) {}

  void order(tosca::RelationshipId id) {
    const auto activities = flow_.activities_of(id);
    // A relationship that is selected follows its source; only what is made or removed has an order of its own.
    if (activities.empty() || flow_[activities.front()].transition == Transition::select_recursive) return;
    const Rule& rule = rule_of(flow_.topology.relationships[id]);
    const Order order = rule.order(flow_.request.kind);
    for (const ActivityId here : activities) order_ends(flow_, id, here, order, rule.name());
  }

 private:
  const Rule& rule_of(const tosca::Relationship& relationship) {
    if (const Rule* rule = flow_.semantics.find(flow_.topology, relationship.type)) return *rule;
    // Once per type, not once per relationship.
    if (warned_.insert(relationship.type).second) {
      const std::string type =
          relationship.type.valid() ? "'" + flow_.topology.types[relationship.type].name + "'" : "without a type";
      flow_.diagnostics
          .note(Code::no_relationship_rule, relationship.at,
                "no rule says in which order a relationship of type " + type + " wants its ends: it is taken as a dependency")
          .explain("if that is wrong, give the type a row in a file for --semantics");
    }
    return Semantics::dependency();
  }

  Flow& flow_;
  std::unordered_set<tosca::TypeId> warned_;
};

}  // namespace

void order_by_relationships(Flow& flow) {
  RelationshipOrderer orderer(flow);
  for (const tosca::RelationshipId id : flow.topology.relationships.ids()) orderer.order(id);
}

}  // namespace planbuilder::flow
