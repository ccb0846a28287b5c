#include <unordered_set>

#include "planbuilder/flow/passes.h"

namespace planbuilder::flow {

namespace {

class Orderer {
 public:
  explicit Orderer(Flow& flow) : flow_(flow) {}

  void order(tosca::RelationshipId id) {
    const tosca::Relationship& relationship = flow_.topology.relationships[id];
    const auto here = flow_.activity_of(id);
    // A relationship that is selected follows its source; only what is made or removed has an order of its own.
    if (!here || flow_.graph[*here].transition == Transition::select_recursive) return;
    const auto source = flow_.activity_of(relationship.source);
    const auto target = flow_.activity_of(relationship.target);
    const Rule& rule = rule_of(relationship);
    switch (rule.order(flow_.request.kind)) {
      case Order::target_first:
        before(target, here, relationship, rule, "what it leads to comes first");
        before(here, source, relationship, rule, "what needs it comes after");
        break;
      case Order::source_first:
        before(source, here, relationship, rule, "what needs it goes first");
        before(here, target, relationship, rule, "what it leads to goes after");
        break;
      case Order::ends_first:
        before(source, here, relationship, rule, "both ends come before the connection");
        before(target, here, relationship, rule, "both ends come before the connection");
        break;
      case Order::relationship_first:
        before(here, source, relationship, rule, "the connection goes before its ends");
        before(here, target, relationship, rule, "the connection goes before its ends");
        break;
    }
  }

 private:
  const Rule& rule_of(const tosca::Relationship& relationship) {
    if (const Rule* rule = flow_.semantics.find(flow_.topology, relationship.type)) return *rule;
    // Once per type, not once per relationship.
    if (warned_.insert(relationship.type).second) {
      const std::string type =
          relationship.type.valid() ? "'" + flow_.topology.types[relationship.type].name + "'" : "without a type";
      flow_.diagnostics.note(
          Code::no_relationship_rule, relationship.at,
          "no rule says in which order a relationship of type " + type + " wants its ends: it is taken as a dependency");
    }
    return Semantics::dependency();
  }

  void before(std::optional<Vertex> first, std::optional<Vertex> second, const tosca::Relationship& relationship,
              const Rule& rule, const char* why) {
    if (!first || !second) return;
    const tosca::Topology& topology = flow_.topology;
    const std::string name = rule.name();
    flow_.add_order(*first, *second,
                    {name,
                     "'" + topology.nodes[relationship.source].name + "' " + name + " '" +
                         topology.nodes[relationship.target].name + "': " + why,
                     relationship.at});
  }

  Flow& flow_;
  std::unordered_set<tosca::TypeId> warned_;
};

}  // namespace

void order_by_relationships(Flow& flow) {
  Orderer orderer(flow);
  for (const tosca::RelationshipId id : flow.topology.relationships.ids()) orderer.order(id);
}

}  // namespace planbuilder::flow
