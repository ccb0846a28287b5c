// What a plugin may do to a plan: append steps to its activity. It never sees the graph.
#pragma once

#include <map>
#include <optional>
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
  void record_creation() { record_instance(plan::Record::What::create, "record"); }
  /// The same for what may be there without having been made by us.
  void record_finding() { record_instance(plan::Record::What::find, "find"); }
  /// It was not there.
  void record_confirmation() { record_end(plan::Record::What::confirm, "confirm"); }
  /// The instance is gone.
  void record_removal() { record_end(plan::Record::What::remove, "remove"); }
  void set_state(std::string state);
  /// Attributes of the instance, as an event says; `state` is one of them. It happens before the step of that number.
  void set(const std::vector<tosca::Assignment>& settings, std::size_t before, const std::string& status = {});
  /// Calls an operation if its owner implements it; its inputs are evaluated as far as they are known. True when there is a call.
  bool invoke(const OperationCall& call);
  /// Runs one handler of the event that the activity is about.
  void run(const tosca::EventHandler& handler, tosca::NodeId host);
  /// The file that is the workflow which the activity is about.
  void run_workflow();
  /// What the activity of a workflow gives to what it calls.
  [[nodiscard]] std::vector<plan::Argument> given_by(const tosca::Activity& activity) const;
  /// Inputs that the workflow is given by another one are put in wherever steps read them.
  void put_in_inputs();
  /// Runs a file that a plugin brings; `undo` is what takes it back.
  void run(plan::Invoke file, std::optional<plan::Invoke> undo);
  void emit(std::string event);
  void select(plan::Select selection);
  /// Someone else does what the activity is for; its properties are what they are told.
  void delegate() { delegate(flow::to_string(activity_.transition), {}); }
  /// The same of something with a name of its own, and with inputs.
  void delegate(std::string_view transition, std::vector<plan::Argument> inputs);
  /// A file of the input goes to the machine that the node stands on, or to the orchestrator's.
  void transfer(std::string file, tosca::NodeId node, std::string to);
  /// A wait for a machine to be reachable is left out where nothing said since the last one that it is elsewhere.
  void wait(plan::Wait wait, tosca::NodeId node);
  void need_input(ExtraInput input) { calls_.need_input(std::move(input)); }
  /// A named value as the steps have it: secrets are marked.
  [[nodiscard]] plan::Argument argument(std::string name, plan::Expression value) const {
    return calls_.argument(std::move(name), std::move(value));
  }
  /// A number, or the nearest property of that name; where there is none, an input of the plan.
  [[nodiscard]] plan::Argument parameter(std::string name, const std::string& text) {
    return calls_.parameter(std::move(name), text);
  }
  /// An attribute of the activity's entity, as it is when the step runs.
  [[nodiscard]] plan::Argument own_attribute(const std::string& name) const { return calls_.own_attribute(name); }
  /// An output that becomes an attribute of the activity's entity.
  [[nodiscard]] plan::OutputMapping own_output(std::string output, std::string attribute) const {
    return calls_.own_output(std::move(output), std::move(attribute));
  }
  /// The id of the machine that the node stands on; empty where there is no node.
  [[nodiscard]] std::string machine_of(tosca::NodeId node) const { return calls_.machine_of(node); }
  /// The steps from the first on are written by a template for one target: those that set a state, or all others.
  void use_template(std::size_t first, bool but_states, const std::string& target, const std::string& name,
                    const std::string& text);
  /// Said after the reason why the activity is in the plan.
  void add_reason(std::string reason) { reason_ = std::move(reason); }

  /// The state set last; empty when none was.
  [[nodiscard]] std::string last_state() const;
  /// The first operation that is called so far whose output becomes an attribute of the entity.
  struct Change {
    std::string operation;
    std::string attribute;
  };
  [[nodiscard]] std::optional<Change> change_of(const plan::Entity& entity) const;
  [[nodiscard]] bool has_called(std::string_view operation) const;
  [[nodiscard]] std::size_t count() const { return steps_.size(); }
  [[nodiscard]] std::vector<plan::Step> take_steps() { return std::move(steps_); }
  [[nodiscard]] std::vector<ExtraInput> take_inputs() { return calls_.take_inputs(); }
  [[nodiscard]] std::map<std::string, std::string> take_templates() { return std::move(templates_); }
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  void record_instance(plan::Record::What what, std::string name);
  void record_end(plan::Record::What what, std::string name);
  template <class Visit>
  void for_each_property(const Visit& visit) const;
  [[nodiscard]] bool has_news_of(tosca::NodeId machine) const;
  void join_ends(tosca::RelationshipId relationship, plan::Record& record) const;
  void add(std::string name, plan::Action action);
  void set(const tosca::Assignment& setting, plan::SetState& now) const;
  [[nodiscard]] plan::Argument setting_of(const tosca::Assignment& setting) const;
  [[nodiscard]] plan::Argument property(const std::string& name, const tosca::EvaluationContext& now, const Value& value) const;

  const flow::Activity& activity_;
  const tosca::Topology& topology_;
  CallBuilder calls_;
  std::vector<plan::Step> steps_;
  std::map<std::string, std::string> templates_;  // by name, what the steps use
  std::string reason_;
  std::multiset<std::string> names_;
};

}  // namespace planbuilder::plugins
