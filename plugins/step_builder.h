// What a plugin may do to a plan: append steps to its activity. It never sees the graph.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/evaluate.h"
#include "planbuilder/tosca/topology.h"

namespace planbuilder::plugins {

/// An input that a plan needs although the model does not declare it.
struct ExtraInput {
  std::string name;
  std::string type;
  std::string reason;
};

class StepBuilder {
 public:
  StepBuilder(const flow::Activity& activity, const tosca::Topology& topology, Diagnostics& diagnostics);

  /// The instance of the entity comes into being, with its properties and initial attributes.
  void record_creation();
  /// The instance is gone.
  void record_removal();
  void set_state(std::string state);
  /// Calls an operation if the entity implements it; its inputs are evaluated as far as they are known.
  /// `host` is the node whose machine runs it unless the operation says otherwise. True when there is a call.
  /// `inverse` is the operation of the same interface that takes it back; it is left out if it is not implemented or
  /// needs what nothing near gives.
  bool invoke(std::string_view interface_name, std::string_view operation, tosca::NodeId host, std::string_view inverse = {});
  /// Runs one handler of the event that the activity is about.
  void run(const tosca::EventHandler& handler, tosca::NodeId host);
  void emit(std::string event);
  void select(plan::Select selection);
  /// Someone else does what the activity is for; its properties are what they are told.
  void delegate();
  void need_input(ExtraInput input);
  /// Said after the reason why the activity is in the plan.
  void add_reason(std::string reason) { reason_ = std::move(reason); }

  /// The state set last; empty when none was.
  [[nodiscard]] std::string last_state() const;
  [[nodiscard]] const std::vector<tosca::Interface>& interfaces() const { return interfaces_; }
  [[nodiscard]] std::vector<plan::Step> take_steps() { return std::move(steps_); }
  [[nodiscard]] std::vector<ExtraInput> take_inputs() { return std::move(inputs_); }
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  [[nodiscard]] tosca::EvaluationContext context() const;
  template <class Visit>
  void for_each_property(const Visit& visit) const;
  void join_ends(tosca::RelationshipId relationship, plan::Record& record) const;
  void add(std::string name, plan::Action action);
  std::vector<plan::Argument> arguments(const tosca::Interface& item, const tosca::Operation& operation);
  std::optional<std::vector<plan::Argument>> known_arguments(const tosca::Interface& item,
                                                             const tosca::Operation& operation) const;
  [[nodiscard]] std::optional<Value> known_value(const tosca::ParameterDefinition& input) const;
  [[nodiscard]] plan::Invoke call(const tosca::Interface& item, const tosca::Operation& operation, tosca::NodeId host) const;
  void take_sent_inputs(std::vector<plan::Argument>& inputs) const;
  std::optional<Value> match_parameter(const std::string& name) const;
  [[nodiscard]] std::string run_on(const tosca::Operation& operation, tosca::NodeId host) const;
  std::vector<plan::OutputMapping> output_mappings(const tosca::Operation& operation);
  [[nodiscard]] std::optional<tosca::EntityId> output_entity(const std::string& keyword) const;
  [[nodiscard]] std::optional<std::uint32_t> output_index(const std::string& keyword, tosca::EntityId entity) const;
  void warn_if_missing(const tosca::Artifact& artifact, const tosca::Operation& operation);

  const flow::Activity& activity_;
  const tosca::Topology& topology_;
  Diagnostics& diagnostics_;
  std::vector<tosca::Interface> interfaces_;
  std::vector<plan::Step> steps_;
  std::vector<ExtraInput> inputs_;
  std::string reason_;
  std::multiset<std::string> names_;
};

plan::Entity to_plan_entity(const tosca::Topology& topology, tosca::EntityId entity);

}  // namespace planbuilder::plugins
