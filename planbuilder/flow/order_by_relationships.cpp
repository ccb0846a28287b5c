#include <unordered_set>

#include "planbuilder/flow/order_passes.h"
#include "planbuilder/flow/passes.h"

namespace planbuilder::flow {

namespace {

/// Whether an end comes before the relationship, and why.
struct Side {
  bool first;
  std::string_view why;
};
struct Sides {
  Side source;
  Side target;
};

Sides sides_of(Order order) {
  switch (order) {
    case Order::target_first: return {{false, "what needs it comes after"}, {true, "what it leads to comes first"}};
    case Order::source_first: return {{true, "what needs it goes first"}, {false, "what it leads to goes after"}};
    case Order::ends_first: {
      const Side end{true, "both ends come before the connection"};
      return {end, end};
    }
    case Order::relationship_first: break;
  }
  const Side end{false, "the connection goes before its ends"};
  return {end, end};
}

class RelationshipOrderer {
 public:
  explicit RelationshipOrderer(Flow& flow) : flow_(flow) {}

  void order(tosca::RelationshipId id) {
    const auto activities = flow_.activities_of(id);
    // A relationship that is selected follows its source; only what is made or removed has an order of its own.
    if (activities.empty() || flow_[activities.front()].transition == Transition::select_recursive) return;
    const tosca::Relationship& relationship = flow_.topology.relationships[id];
    const Rule& rule = rule_of(relationship);
    for (const ActivityId here : activities) order(id, relationship, rule, here);
  }

 private:
  void order(tosca::RelationshipId id, const tosca::Relationship& relationship, const Rule& rule, ActivityId here) {
    const Sides sides = sides_of(rule.order(flow_.request.kind));
    const tosca::Representation which = representation_of(flow_[here]);
    const auto source = flow_.activity_of(relationship.source, tosca::source_of(flow_.topology, id, which).index);
    if (source) join(here, *source, sides.source, id, rule);
    if (const auto one = tosca::target_of(flow_.topology, id, which)) {
      const auto target = flow_.activity_of(relationship.target, one->index);
      if (target) join(here, *target, sides.target, id, rule);
    } else {
      for (const ActivityId target : flow_.activities_of(relationship.target)) join(here, target, sides.target, id, rule);
    }
  }

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

  void join(ActivityId here, ActivityId end, const Side& side, tosca::RelationshipId id, const Rule& rule) {
    add_order(flow_.plan, side.first ? end : here, side.first ? here : end,
              {rule.name(), {}, flow_.topology.relationships[id].at, id, side.why});
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
