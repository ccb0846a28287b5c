// Turns an operation into a call: the values of its inputs, where its outputs go, the machine that runs it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/values/evaluate.h"
#include "plugins/parameters/match_parameter.h"
#include "plugins/surroundings.h"

namespace planbuilder::plugins {

/// An input that a plan needs although the model does not declare it.
struct ExtraInput {
  std::string name;
  std::string type;
  std::string reason;
};

/// An operation, by the names that it has in an entity.
struct OperationName {
  std::string interface;
  std::string operation;
};

/// What a plugin wants to be called.
struct OperationCall {
  tosca::EntityId owner;  // whose operation it is
  std::string_view interface;
  std::string_view operation;
  tosca::NodeId host = {};                 // whose machine runs it unless the operation says otherwise; none: the orchestrator
  std::string_view inverse = {};           // the operation of the same interface that takes it back
  std::vector<plan::Argument> given = {};  // inputs that the plugin knows better than the model
  std::vector<SearchPlace> places = {};    // where other inputs are looked for; none: at the activity's entity
  bool takes_all = false;                  // also given inputs that the operation does not list
  bool is_host_said = false;               // the host counts whatever the operation says
  bool may_fail = false;                   // a failure is noted, and the run goes on
};

class CallBuilder {
 public:
  CallBuilder(const flow::Activity& activity, Surroundings& around, Diagnostics& diagnostics)
      : activity_(activity), around_(around), topology_(around.topology()), diagnostics_(diagnostics) {}

  /// Nothing when the owner does not implement the operation.
  std::optional<plan::Invoke> invoke(const OperationCall& call);
  /// The call of the inverse; nothing when it is not implemented or needs what nothing near gives.
  std::optional<plan::Invoke> undo(const OperationCall& call);
  /// One handler of the event that the activity is about.
  plan::Invoke run(const tosca::EventHandler& handler, tosca::NodeId host);

  /// The file that is the workflow which the activity is about, with all inputs of the workflow.
  plan::Invoke run_workflow();

  [[nodiscard]] tosca::EvaluationContext context(tosca::EntityId self) const;
  /// A named value, with the mark of secrets. What is given to the name is also secret if the definition of it says so.
  [[nodiscard]] plan::Argument argument(std::string name, plan::Expression value,
                                        const tosca::ParameterDefinition* definition = nullptr) const;
  /// The same of a value that is yet to be evaluated.
  [[nodiscard]] plan::Argument evaluated(std::string name, const Value& value, const tosca::EvaluationContext& now,
                                         const tosca::ParameterDefinition* definition = nullptr) const;
  /// What a step other than a call needs: a number, or a parameter of that name as operations have them.
  [[nodiscard]] plan::Argument parameter(std::string name, const std::string& text);
  /// An attribute of the activity's entity, as it is when the step runs.
  [[nodiscard]] plan::Argument own_attribute(const std::string& name) const;
  /// An output that becomes an attribute of the activity's entity.
  [[nodiscard]] plan::OutputMapping own_output(std::string output, std::string attribute) const;
  /// It reads an input that the workflow of the activity calls secret.
  [[nodiscard]] bool reads_secret_of_workflow(const plan::Expression& value) const;
  /// The activity's entity has a secret property or attribute of this name.
  [[nodiscard]] bool is_secret_property(std::string_view name) const;
  /// The id of the machine that the node stands on; empty where there is no node.
  [[nodiscard]] std::string machine_of(tosca::NodeId node) const;
  [[nodiscard]] std::vector<ExtraInput> take_inputs() { return std::move(inputs_); }
  void need_input(ExtraInput input) { inputs_.push_back(std::move(input)); }
  /// Of an attribute that is set to what no run can compute.
  void warn_unknown(const std::string& attribute, SourceRange at) const;

 private:
  struct Found {
    Surroundings::Interfaces keeper;
    const tosca::Interface* interface = nullptr;
    const tosca::Operation* operation = nullptr;
  };
  [[nodiscard]] Found find(const OperationCall& call, std::string_view operation) const;
  [[nodiscard]] plan::Invoke bare(const OperationCall& call, const Found& found) const;
  std::vector<plan::Argument> arguments(const OperationCall& call, const Found& found);
  std::optional<plan::Argument> known_argument(const OperationCall& call, const tosca::ParameterDefinition& input);
  void take_sent_inputs(std::vector<plan::Argument>& inputs) const;
  static void take_given(const OperationCall& call, std::vector<plan::Argument>& inputs);
  plan::Argument ask_for(const OperationCall& call, const tosca::ParameterDefinition& input);
  [[nodiscard]] std::string run_on(const tosca::Operation& operation, tosca::NodeId host) const;
  struct OutputTarget {
    tosca::EntityId entity;
    std::optional<std::uint32_t> index;
  };
  std::optional<OutputTarget> output_target(const tosca::OutputAssignment& output, tosca::EntityId owner);
  std::vector<plan::OutputMapping> output_mappings(const tosca::Operation& operation, tosca::EntityId owner);
  [[nodiscard]] std::optional<tosca::EntityId> output_entity(const tosca::OutputAssignment& output, tosca::EntityId owner) const;
  [[nodiscard]] tosca::EntityId nearest_with(const std::string& property, tosca::EntityId owner) const;
  [[nodiscard]] std::optional<std::uint32_t> output_index(const std::string& keyword, tosca::EntityId entity) const;
  void warn_if_missing(const tosca::Artifact& artifact, const std::string& operation, tosca::EntityId owner);

  const flow::Activity& activity_;
  Surroundings& around_;
  const tosca::Topology& topology_;
  Diagnostics& diagnostics_;
  std::vector<ExtraInput> inputs_;
};

/// Nothing when only a run knows.
std::optional<std::uint32_t> index_of(tosca::Representation which);

}  // namespace planbuilder::plugins
