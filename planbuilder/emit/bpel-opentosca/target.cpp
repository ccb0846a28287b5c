#include "planbuilder/emit/bpel-opentosca/target.h"

#include <algorithm>

#include "planbuilder/emit/bpel-opentosca/fill.h"
#include "planbuilder/emit/bpel/call.h"
#include "planbuilder/emit/bpel/check_characters.h"
#include "planbuilder/emit/bpel/check_length.h"
#include "planbuilder/emit/bpel/check_scaling.h"
#include "planbuilder/emit/bpel/files.h"
#include "planbuilder/emit/bpel/names.h"
#include "planbuilder/emit/bpel/xpath.h"
#include "planbuilder/emit/template/template_engine.h"

namespace planbuilder::emit::bpel::opentosca {

namespace {

constexpr std::string_view correlation = "CorrelationID";

/// What the container gives to every process.
std::vector<std::string> inputs_of_container(const plan::Plan& plan) {
  std::vector<std::string> names = {"instanceDataAPIUrl", std::string(correlation)};
  if (!plan.kind->makes_service()) names.emplace_back("OpenTOSCAContainerAPIServiceInstanceURL");
  return names;
}

/// `shop_buildPlan`, as the container calls plans; what the plan is about stays behind it.
std::string opentosca_name(const plan::Plan& plan) {
  const auto subject = subject_in(plan.name, plan.kind);
  std::string name = plan.service.name + "_";
  if (plan.kind->opentosca_name.empty() || !subject) {
    name += plan.name + "Plan";
  } else {
    name += plan.kind->opentosca_name + (subject->empty() ? "" : "_" + *subject);
  }
  std::replace(name.begin(), name.end(), '.', '_');
  return name_of(name);
}

/// Whether the container is asked to call an operation for a step; it keeps its own records without.
struct CallsOperation {
  bool operator()(const plan::Invoke&) const { return true; }
  bool operator()(const plan::SetState&) const { return false; }
  bool operator()(const plan::Record&) const { return false; }
  bool operator()(const plan::Select&) const { return false; }
  bool operator()(const plan::Delegate&) const { return true; }
  bool operator()(const plan::Emit&) const { return false; }
  bool operator()(const plan::Transfer&) const { return true; }
  bool operator()(const plan::Wait&) const { return true; }
};

/// A partner link that nothing uses must not be described.
bool calls_operations(const plan::Plan& plan) {
  for (const plan::Activity& activity : plan.activities) {
    for (const plan::Step& step : activity.steps) {
      if (std::visit(CallsOperation(), step.action) || step.undo.present()) return true;
    }
  }
  return false;
}

/// The container gives addresses beside the inputs of the plan, and wants to know whose answer it gets.
Interface opentosca_interface(const Process& process) {
  const plan::Plan& plan = process.plan;
  Interface interface = interface_of(plan);
  for (const std::string& name : inputs_of_container(plan)) interface.inputs.push_back({name, "xsd:string", false});
  for (std::size_t i = 0; i < plan.outputs.size(); ++i) {
    const plan::Output& output = plan.outputs[i];
    const auto param = param_of(output.name, output.value, nullptr, process);
    if (!param) {
      process.problems.add("no process can compute the output '" + output.name + "'", output.value.at);
      continue;
    }
    interface.outputs[i].from = param->expression.empty() ? xpath_text(param->value) : param->expression;
  }
  interface.outputs.push_back({std::string(correlation), "xsd:string", "$correlation"});
  return interface;
}

/// The container begins by itself, and nobody is asked.
void tell_guard_not_asked(const plan::Plan& plan, Problems& problems) {
  if (plan.guard.is_null()) return;
  problems.warn(Code::target_cannot, "does not ask what must hold when it begins")
      .explain("see to it before you start the plan, or run the shell target");
}

/// What the container is asked either answers, or the plan has failed; and it knows only what it made.
void tell_answers_not_noted(const plan::Plan& plan, Problems& problems) {
  const auto is_answer = [](const plan::Step& step) {
    const auto* invoke = std::get_if<plan::Invoke>(&step.action);
    return invoke != nullptr && invoke->may_fail;
  };
  for (const plan::Activity& activity : plan.activities) {
    if (std::none_of(activity.steps.begin(), activity.steps.end(), is_answer)) continue;
    problems.warn(Code::target_cannot, "ends when something that it asks fails, and keeps no status")
        .explain("run the shell target to ask all, and to find what others made");
    return;
  }
}

Emission write(const plan::Plan& plan, const EmitOptions& options, Problems& problems) {
  check_characters(plan, problems);
  if (problems.any()) return {};
  check_length(plan, problems);
  check_size(plan, problems);
  tell_initial_numbers(plan, problems);
  tell_limits_not_kept(plan, problems);
  tell_guard_not_asked(plan, problems);
  tell_answers_not_noted(plan, problems);
  TemplateEngine engine;
  Settings settings = settings_of(options);
  settings.callback = calls_operations(plan);
  const KnownValues values(plan, KnownValues::Instances::fetched);
  const Process process{plan,
                        settings,
                        values,
                        engine,
                        problems,
                        name_of(plan.name),
                        opentosca_name(plan),
                        "http://opentosca.org/plans/" + urn_part(plan.service.name),
                        operation_of(plan),
                        settings.engine + "/CallbackService"};
  Skeleton skeleton = build_skeleton(plan);
  fill_opentosca(skeleton, process);
  return files_of(process, std::move(skeleton), opentosca_frame(process), opentosca_interface(process), "bpel-opentosca");
}

}  // namespace

const Target& target() {
  static const Target target{
      .name = "bpel-opentosca",
      .summary = "a BPEL 2.0 process for the OpenTOSCA container",
      .options = option_rows(),
      .packing = {.language = plan_language,
                  .media_type = "application/xml",
                  .archived = true,
                  .archive_place = "servicetemplates/{namespace}/{service}/plans/{id}/{id}.zip",
                  .inputs = inputs_of_container,
                  .outputs = {correlation},
                  .operation_rank = 10,
                  .workflow_rank = 40},
      .write = write,
  };
  return target;
}

}  // namespace planbuilder::emit::bpel::opentosca
