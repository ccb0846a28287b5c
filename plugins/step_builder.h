// What a plugin may do to a plan: append steps to its activity. It never sees the graph.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"
#include "plugins/call_builder.h"
#include "plugins/surroundings.h"

namespace planbuilder::plugins {

class StepBuilder {
 public:
  StepBuilder(const flow::Activity& activity, Surroundings& around, Diagnostics& diagnostics);

  /// The instance of the entity comes into being, with its properties and initial attributes.
  void record_creation();
  /// The instance is gone.
  void record_removal();
  void set_state(std::string state);
  /// Calls an operation if its owner implements it; its inputs are evaluated as far as they are known. True when there is a call.
  bool invoke(const OperationCall& call);
  /// Runs one handler of the event that the activity is about.
  void run(const tosca::EventHandler& handler, tosca::NodeId host);
  void emit(std::string event);
  void select(plan::Select selection);
  /// Someone else does what the activity is for; its properties are what they are told.
  void delegate();
  void need_input(ExtraInput input) { calls_.need_input(std::move(input)); }
  /// A named value as the steps have it: secrets are marked.
  [[nodiscard]] plan::Argument argument(std::string name, Value value) const {
    return calls_.argument(std::move(name), std::move(value));
  }
  /// Said after the reason why the activity is in the plan.
  void add_reason(std::string reason) { reason_ = std::move(reason); }

  /// The state set last; empty when none was.
  [[nodiscard]] std::string last_state() const;
  [[nodiscard]] std::vector<plan::Step> take_steps() { return std::move(steps_); }
  [[nodiscard]] std::vector<ExtraInput> take_inputs() { return calls_.take_inputs(); }
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  template <class Visit>
  void for_each_property(const Visit& visit) const;
  void join_ends(tosca::RelationshipId relationship, plan::Record& record) const;
  void add(std::string name, plan::Action action);
  [[nodiscard]] plan::Argument property(const std::string& name, const tosca::EvaluationContext& now, const Value& value) const;

  const flow::Activity& activity_;
  const tosca::Topology& topology_;
  CallBuilder calls_;
  std::vector<plan::Step> steps_;
  std::string reason_;
  std::multiset<std::string> names_;
};

}  // namespace planbuilder::plugins
