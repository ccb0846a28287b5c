#include "planbuilder/tosca/checks/check_allocations.h"

#include <map>
#include <tuple>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/values/evaluate.h"
#include "planbuilder/tosca/values/resolve_path.h"
#include "planbuilder/tosca/values/typing.h"

namespace planbuilder::tosca {

namespace {

std::optional<double> number_of(const Value& value) {
  if (const std::int64_t* integer = value.get_if<std::int64_t>()) return static_cast<double>(*integer);
  const double* floating = value.get_if<double>();
  return floating == nullptr ? std::nullopt : std::optional(*floating);
}

bool can_be_taken(Primitive primitive) {
  switch (primitive) {
    case Primitive::string:
    case Primitive::boolean:
    case Primitive::list:
    case Primitive::map: return false;
    default: return true;
  }
}

class AllocationChecker {
 public:
  AllocationChecker(Topology& topology, ValueTypes& types, Diagnostics& diagnostics)
      : topology_(topology), diagnostics_(diagnostics), types_(types), typing_{types, &topology.inputs} {}

  void check() {
    for (const RelationshipId id : topology_.relationships.ids()) {
      for (Assignment& taken : topology_.relationships[id].allocation.make()) take(id, taken);
    }
    for (const auto& [key, takers] : takers_) check_total(std::get<0>(key), std::get<1>(key), std::get<2>(key), takers);
  }

 private:
  struct Taker {
    RelationshipId relationship;
    const Assignment* amount;
  };
  using Key = std::tuple<NodeId, std::string, std::string>;  // of a node's capability the property

  void take(RelationshipId id, Assignment& taken) {
    const Relationship& relationship = topology_.relationships[id];
    const PathEnd end{relationship.target, relationship.capability};
    if (relationship.capability.empty() || !has_known_type(topology_, end)) return type_as_yaml(taken.value);
    const ParameterDefinition* property = find_member(topology_, end, taken.name, false);
    if (property == nullptr) {
      type_as_yaml(taken.value);
      diagnostics_.error(Code::unknown_name, taken.at,
                         describe(topology_, end) + " has no property '" + taken.name + "' to take of" +
                             did_you_mean(taken.name, names_of_members(topology_, end)));
      return;
    }
    const ValueTypeId type = types_.of(property->schema);
    if (!can_be_taken(types_[type].primitive)) {
      diagnostics_
          .error(Code::wrong_value, taken.at,
                 "nothing can be taken of '" + taken.name + "', which is " + describe(types_[type].primitive))
          .note("it is defined here", property->at);
      return;
    }
    // Constraints are those of the whole, not of a part.
    type_value(taken.value, types_.of(Schema{property->schema.type, {}}), {"the allocation", taken.name}, typing_, diagnostics_);
    takers_[{relationship.target, relationship.capability, taken.name}].push_back({id, &taken});
  }

  void check_total(NodeId node, const std::string& capability, const std::string& property, const std::vector<Taker>& takers) {
    const Value* given = topology_.capability_property(node, capability, property);
    const auto available = given == nullptr ? std::nullopt : number_of(evaluate({topology_, node}, *given));
    if (!available || !topology_.nodes[node].count->is_null()) return;
    double total = 0;
    for (const Taker& taker : takers) total += amount_of(taker).value_or(0);
    if (total <= *available) return;
    Diagnostic& problem =
        diagnostics_.error(Code::requirement_mismatch, takers.back().amount->at,
                           "more is taken of '" + property + "' of " + describe(topology_, PathEnd{node, capability}) +
                               " than there is: " + to_text(Value{total}) + " of " + to_text(Value{*available}));
    for (const Taker& taker : takers) {
      const Relationship& relationship = topology_.relationships[taker.relationship];
      problem.note("'" + topology_.nodes[relationship.source].name + "' takes " + to_text(taker.amount->value), taker.amount->at);
    }
  }

  std::optional<double> amount_of(const Taker& taker) const {
    const Relationship& relationship = topology_.relationships[taker.relationship];
    const auto amount = number_of(evaluate({topology_, taker.relationship}, taker.amount->value));
    const auto times = relationship.count->is_null() ? std::optional(1.0) : number_of(*relationship.count);
    const Value& sources = *topology_.nodes[relationship.source].count;
    const auto by = sources.is_null() ? std::optional(1.0) : number_of(sources);
    if (!amount || !times || !by) return std::nullopt;
    return *amount * *times * *by;
  }

  Topology& topology_;
  Diagnostics& diagnostics_;
  ValueTypes& types_;
  TypingContext typing_;
  std::map<Key, std::vector<Taker>> takers_;
};

}  // namespace

void check_allocations(Topology& topology, ValueTypes& types, Diagnostics& diagnostics) {
  AllocationChecker(topology, types, diagnostics).check();
}

}  // namespace planbuilder::tosca
