#include <algorithm>
#include <array>
#include <set>

#include "planbuilder/flow/find_entity.h"
#include "planbuilder/flow/order_passes.h"
#include "planbuilder/flow/passes.h"
#include "planbuilder/plan/from_value.h"
#include "planbuilder/tosca/model/merge.h"
#include "planbuilder/tosca/values/evaluate.h"

namespace planbuilder::flow {

namespace {

// What is called on the way down only: when building, nobody reads its inputs.
constexpr std::array<std::string_view, 6> teardown = {"stop",          "delete",        "uninstall",
                                                      "remove_target", "remove_source", "terminate"};

bool is_teardown(std::string_view operation) { return std::find(teardown.begin(), teardown.end(), operation) != teardown.end(); }

class DataOrderer {
 public:
  explicit DataOrderer(Flow& flow) : flow_(flow) {}

  void order(ActivityId consumer) {
    const Activity& activity = flow_[consumer];
    if (activity.transition != Transition::provision && activity.transition != Transition::terminate) return;
    const tosca::EntityId self = activity.entity;
    const tosca::Topology& topology = flow_.topology;
    for (const tosca::Assignment& property : topology.assigned_properties(self)) follow(consumer, self, property.value);
    for (const tosca::Interface& item : interfaces_of(self)) {
      for (const tosca::Operation& operation : item.operations) {
        if (!operation.implementation || (is_teardown(operation.name) && activity.transition == Transition::provision)) continue;
        std::vector<tosca::ParameterDefinition> inputs = item.inputs;
        tosca::refine_by_name(inputs, operation.inputs);
        for (const tosca::ParameterDefinition& input : inputs) {
          if (input.value) {
            follow(consumer, self, *input.value);
          } else if (input.default_value) {
            follow(consumer, self, *input.default_value);
          }
        }
      }
    }
  }

  /// To be asked when all edges are there.
  void report_what_comes_too_late() const {
    if (doubts_.empty()) return;
    using Ends = std::pair<ActivityId, ActivityId>;
    std::set<Ends> asked;
    for (const Doubt& doubt : doubts_) asked.emplace(doubt.reader, doubt.end);
    std::set<Ends> late;
    for (const Edge& edge : flow_.plan.edges) {
      if (asked.contains({edge.from, edge.to})) late.emplace(edge.from, edge.to);
    }
    for (const Doubt& doubt : doubts_) {
      if (late.contains({doubt.reader, doubt.end})) report(doubt);
    }
  }

 private:
  /// The representations of an entity come one after the other, and have the same.
  const std::vector<tosca::Interface>& interfaces_of(tosca::EntityId entity) {
    if (!known_ || *known_ != entity) interfaces_ = flow_.topology.interfaces(entity);
    known_ = entity;
    return interfaces_;
  }

  void follow(ActivityId consumer, tosca::EntityId self, const Value& value) {
    if (is_literal(value)) return;
    const tosca::Representation which = representation_of(flow_[consumer]);
    const tosca::EvaluationContext context{flow_.topology, self, nullptr, false, nullptr, which};
    plan::for_each_entity_read(plan::to_expression(tosca::evaluate(context, value)), [&](const auto& read, SourceRange at) {
      const auto producer = find_entity(flow_.topology, read.of.entity);
      if (!producer) return;
      const auto activity = flow_.activity_of(*producer, read.of.index);
      if (!activity || *activity == consumer) return;
      if (is_own_end(self, *producer)) return doubt_own_end(consumer, *activity, read, at);
      add(*activity, consumer, read, at, self);
    });
  }

  /// A relationship and its ends are ordered by the rule of its type, whatever it reads of them.
  [[nodiscard]] bool is_own_end(tosca::EntityId self, tosca::EntityId other) const {
    const auto* relationship = std::get_if<tosca::RelationshipId>(&self);
    if (relationship == nullptr) return false;
    const tosca::Relationship& joined = flow_.topology.relationships[*relationship];
    return other == tosca::EntityId(joined.source) || other == tosca::EntityId(joined.target);
  }

  /// What the rule makes after the relationship has no attributes yet when the relationship reads them.
  template <class Read>
  void doubt_own_end(ActivityId consumer, ActivityId producer, const Read& read, SourceRange at) {
    const bool made = flow_[consumer].transition == Transition::provision && flow_[producer].transition == Transition::provision;
    if (made && !std::is_same_v<Read, plan::PropertyRead>) doubts_.push_back({consumer, producer, last_word(read), at});
  }

  template <class Read>
  void add(ActivityId producer, ActivityId consumer, const Read& read, SourceRange at, tosca::EntityId self) {
    const std::string reason = "'" + flow_.topology.id_of(self) + "' reads the " + std::string(Read::what) + " '" +
                               last_word(read) + "' of '" + name_of(read.of) + "'";
    if (flow_[consumer].transition == Transition::terminate) std::swap(producer, consumer);
    add_order(flow_.plan, producer, consumer, {"data", reason, at});
  }

  static std::string name_of(const plan::EntityReference& of) {
    const bool indexed = of.which == plan::EntityReference::Which::indexed;
    return of.entity.id + (indexed ? "[" + std::to_string(of.index) + "]" : "");
  }

  /// A relationship reads something of its end, which must not come after it.
  struct Doubt {
    ActivityId reader;
    ActivityId end;
    std::string what;
    SourceRange at;
  };

  void report(const Doubt& doubt) const {
    const std::string& end = flow_.topology.id_of(flow_[doubt.end].entity);
    flow_.diagnostics
        .error(Code::data_too_late, doubt.at,
               "'" + flow_.topology.id_of(flow_[doubt.reader].entity) + "' reads '" + doubt.what + "' of '" + end +
                   "', which is there only after it")
        .note("'" + end + "' comes after this", flow_[doubt.reader].at);
  }

  Flow& flow_;
  std::vector<Doubt> doubts_;
  std::optional<tosca::EntityId> known_;
  std::vector<tosca::Interface> interfaces_;  // of that entity
};

}  // namespace

void order_by_data(Flow& flow) {
  DataOrderer orderer(flow);
  for (const ActivityId id : flow.plan.activities.ids()) orderer.order(id);
  orderer.report_what_comes_too_late();
}

}  // namespace planbuilder::flow
