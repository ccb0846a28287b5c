#include "plugins/lifecycle/workflow_steps.h"

#include "plugins/lifecycle/spellings.h"

namespace planbuilder::plugins {

namespace {

using Kind = tosca::Activity::Kind;

void call(const flow::Activity& activity, const flow::Performed& performed, const tosca::Topology& topology, StepBuilder& steps) {
  OperationCall call{activity.entity, performed.interface, performed.operation};
  const auto& said = activity.part->host;
  call.host = said ? *said : usual_host(activity.entity, performed.operation, topology);
  call.is_host_said = said.has_value();
  call.given = steps.given_by(*performed.said);
  call.takes_all = true;
  steps.invoke(call);
}

void perform(const flow::Activity& activity, const flow::Performed& performed, const tosca::Topology& topology,
             StepBuilder& steps) {
  const std::string& what = performed.said->what.name;
  switch (performed.said->kind) {
    case Kind::set_state: return steps.set_state(what);
    case Kind::call_operation: return call(activity, performed, topology, steps);
    case Kind::delegate: return steps.delegate(what, steps.given_by(*performed.said));
    case Kind::inline_workflow: return;  // its steps are activities of their own
  }
}

}  // namespace

std::optional<Match> WorkflowSteps::match(const flow::Activity& activity, Surroundings&) const {
  switch (activity.transition) {
    case flow::Transition::perform: return Match{knows_the_model, "a workflow of the model says what to do"};
    case flow::Transition::make:
    case flow::Transition::remove: return Match{knows_the_model, "a workflow of the model does all but keep the books"};
    default: return std::nullopt;
  }
}

void WorkflowSteps::fill(const flow::Activity& activity, Surroundings& around, StepBuilder& steps) const {
  if (activity.transition == flow::Transition::make) return steps.record_creation();
  if (activity.transition == flow::Transition::remove) return steps.record_removal();
  if (activity.part->is_implementation) steps.run_workflow();
  for (const flow::Performed& performed : activity.part->performed) perform(activity, performed, around.topology(), steps);
  steps.put_in_inputs();
}

}  // namespace planbuilder::plugins
