#include "planbuilder/flow/order_ends.h"

#include "planbuilder/flow/order_passes.h"

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

}  // namespace

void order_ends(Flow& flow, tosca::RelationshipId id, ActivityId here, Order order, const std::string& rule) {
  const Sides sides = sides_of(order);
  const tosca::Relationship& relationship = flow.topology.relationships[id];
  const tosca::Representation which = representation_of(flow[here]);
  const auto join = [&](ActivityId end, const Side& side) {
    add_order(flow.plan, side.first ? end : here, side.first ? here : end, {rule, {}, relationship.at, id, side.why});
  };
  const auto source = flow.activity_of(relationship.source, tosca::source_of(flow.topology, id, which).index);
  if (source) join(*source, sides.source);
  if (const auto one = tosca::target_of(flow.topology, id, which)) {
    const auto target = flow.activity_of(relationship.target, one->index);
    if (target) join(*target, sides.target);
  } else {
    for (const ActivityId target : flow.activities_of(relationship.target)) join(target, sides.target);
  }
}

}  // namespace planbuilder::flow
