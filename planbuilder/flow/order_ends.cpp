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

void order_end(Flow& flow, tosca::RelationshipId id, ActivityId here, End end, ActivityId there, Order order,
               const std::string& rule) {
  const Sides sides = sides_of(order);
  const Side& side = end == End::source ? sides.source : sides.target;
  add_order(flow.plan, side.first ? there : here, side.first ? here : there,
            {rule, {}, flow.topology.relationships[id].at, id, side.why});
}

void order_directly(Flow& flow, tosca::RelationshipId id, ActivityId source, ActivityId target, Order order,
                    const std::string& rule) {
  const SourceRange at = flow.topology.relationships[id].at;
  if (source == target) return;
  if (order == Order::target_first) add_order(flow.plan, target, source, {rule, {}, at, id, "what it leads to comes first"});
  if (order == Order::source_first) add_order(flow.plan, source, target, {rule, {}, at, id, "what needs it goes first"});
}

void order_ends(Flow& flow, tosca::RelationshipId id, ActivityId here, Order order, const std::string& rule) {
  const tosca::Relationship& relationship = flow.topology.relationships[id];
  const tosca::Representation which = representation_of(flow[here]);
  const auto join = [&](End end, ActivityId there) { order_end(flow, id, here, end, there, order, rule); };
  const auto source = flow.activity_of(relationship.source, tosca::source_of(flow.topology, id, which).index);
  if (source) join(End::source, *source);
  if (const auto one = tosca::target_of(flow.topology, id, which)) {
    const auto target = flow.activity_of(relationship.target, one->index);
    if (target) join(End::target, *target);
  } else {
    for (const ActivityId target : flow.activities_of(relationship.target)) join(End::target, target);
  }
}

}  // namespace planbuilder::flow
