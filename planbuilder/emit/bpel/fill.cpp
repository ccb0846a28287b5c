#include "planbuilder/emit/bpel/fill.h"

#include <algorithm>

#include "planbuilder/emit/bpel/call.h"
#include "planbuilder/emit/bpel/names.h"
#include "planbuilder/emit/bpel/xpath.h"
#include "planbuilder/emit/template/template_engine.h"

namespace planbuilder::emit::bpel {

namespace {

constexpr const char* plan_interface = "urn:planbuilder:plan";
/// The runtime ends a step that takes too long, and says so: the process waits a bit longer.
constexpr std::uint32_t grace = 5;

/// Keys of our own begin with `planbuilder.`: a name of the model that does too must not be mistaken for one.
std::string key_of(const std::string& name) { return name.starts_with("planbuilder.") ? "planbuilder.input." + name : name; }

plan::Entity service_of(const Process& process) { return {plan::Entity::Kind::service, process.plan.service.name}; }

InvokerCall plan_call(const std::string& operation, const plan::Entity& entity, const Process& process) {
  InvokerCall call;
  call.entity = entity;
  call.interface = plan_interface;
  call.operation = operation;
  call.timeout = process.options.timeout;
  return call;
}

/// The calls of one activity.
class Calls {
 public:
  Calls(const Scope& scope, const Process& process) : activity_(*scope.activity), id_(scope.id), process_(process) {}

  /// Its steps in order; those that no operation does travel together where they follow one another.
  Block steps() const {
    Block body;
    const auto& steps = activity_.steps;
    for (std::size_t first = 0; first < steps.size();) {
      std::size_t end = first + 1;
      if (!is_operation(steps[first])) {
        while (end < steps.size() && !is_operation(steps[end])) ++end;
      }
      body += end == first + 1 && is_operation(steps[first]) ? operation(steps[first]) : books(first, end);
      first = end;
    }
    return body.empty() ? Block("<empty/>") : body;
  }

  Block undo() const {
    InvokerCall call = plan_call("undo", activity_.entity, process_);
    for (auto step = activity_.steps.rbegin(); step != activity_.steps.rend(); ++step) {
      if (!can_be_undone(*step)) continue;
      call.params.push_back({"planbuilder.step", step->id});
      call.timeout += step->undo->timeout.value_or(0);
    }
    return activity_.loops || call.params.empty() ? Block() : render(call, "undo/" + activity_.id);
  }

  /// An operation that did not answer in time.
  bool may_leave_something_running() const { return std::any_of(activity_.steps.begin(), activity_.steps.end(), is_operation); }

  Block question(const std::string& operation, const std::string& from, const std::string& to) const {
    InvokerCall call = plan_call(operation, activity_.entity, process_);
    call.params.push_back({"planbuilder.activity", activity_.id});
    if (!from.empty()) call.results.push_back({from, to});
    return render(call, operation + "/" + activity_.id);
  }

 private:
  static bool is_operation(const plan::Step& step) { return std::holds_alternative<plan::Invoke>(step.action); }

  static bool can_be_undone(const plan::Step& step) {
    const auto* record = std::get_if<plan::Record>(&step.action);
    return step.undo.present() || (record != nullptr && record->what == plan::Record::What::create);
  }

  Block operation(const plan::Step& step) const {
    const auto& invoke = std::get<plan::Invoke>(step.action);
    InvokerCall call;
    call.name = name_of(step.id);
    call.entity = invoke.entity ? *invoke.entity : activity_.entity;
    call.interface = invoke.interface;
    call.operation = invoke.operation;
    call.timeout = invoke.timeout ? *invoke.timeout + grace : process_.options.timeout;
    call.params.push_back({"planbuilder.step", step.id});
    for (const plan::Argument& input : invoke.inputs) {
      if (auto param = param_of(key_of(input.name), input.value, &activity_, process_)) call.params.push_back(std::move(*param));
    }
    take_values(step, call);
    return render_step(call, step);
  }

  Block books(std::size_t first, std::size_t end) const {
    InvokerCall call = plan_call("steps", activity_.entity, process_);
    call.name = name_of(activity_.steps[first].id);
    for (std::size_t i = first; i < end; ++i) {
      call.params.push_back({"planbuilder.step", activity_.steps[i].id});
      if (const auto* wait = std::get_if<plan::Wait>(&activity_.steps[i].action)) call.timeout += wait->timeout;
      take_values(activity_.steps[i], call);
    }
    return render_step(call, activity_.steps[first]);
  }

  void take_values(const plan::Step& step, InvokerCall& call) const {
    for (const Held& held : process_.values.left_by(activity_, step)) {
      const char* prefix = held.from == Held::From::property    ? "property."
                           : held.from == Held::From::attribute ? "attribute."
                                                                : "";
      call.results.push_back({answer_of(prefix + held.name), to_variable(held.variable)});
    }
  }

  /// Steps that travel together are found where the first of them is.
  Block render_step(InvokerCall& call, const plan::Step& step) const {
    if (activity_.loops) call.instance = "$instance";
    Block block = render(call, step.id);
    block.stands_for({id_, static_cast<std::uint32_t>(&step - activity_.steps.data() + 1)});
    return block;
  }

  Block render(InvokerCall& call, const std::string& what) const {
    if (process_.options.callback) {
      call.message_id = "concat($run, " + xpath_text("/" + what) + (call.instance.empty() ? ")" : ", '/', $instance)");
    }
    return render_call(call, process_);
  }

  const plan::Activity& activity_;
  plan::ActivityId id_;
  const Process& process_;
};

Block looped(const Scope& scope, const Calls& calls, const Process& process) {
  Block instances = calls.question("instances", "$answer.invokeResponse", R"(<to variable="instances" part="invokeResponse"/>)");
  return process.engine.block("bpel/loop.bpel.inja",
                              {{"name", scope.name}, {"instances", std::move(instances)}, {"body", calls.steps()}});
}

void fill(Scope& scope, const Process& process) {
  const plan::Activity& activity = *scope.activity;
  if (activity.steps.empty()) {
    scope.body = Block("<empty/>");
    return;
  }
  const Calls calls(scope, process);
  scope.undo = calls.undo();
  if (calls.may_leave_something_running() || !activity.on_failure.empty() || !scope.outcome.empty())
    scope.failure = calls.question("failed", "", "");
  scope.body = activity.loops ? looped(scope, calls, process) : calls.steps();
  if (activity.loops) scope.variables += "<variable name=\"instances\" messageType=\"i:invokeResponse\"/>";
  if (activity.condition.is_null() || activity.loops) return;  // of each instance it is asked before its first step
  scope.variables += "<variable name=\"holds\" type=\"xsd:string\"/>";
  scope.body =
      process.engine.block("bpel/condition.bpel.inja",
                           {{"question", calls.question("condition", answer_of("planbuilder.holds"), to_variable("holds"))},
                            {"condition", "$holds = 'true'"},
                            {"body", std::move(scope.body)}});
}

/// Nothing in BPEL tells this instance of the process from another one with the same inputs, but a `begin` that is delivered
/// twice must be recognised: what it is known by is asked for first, and stands for the run until that has a number.
Block ticket(const Process& process) {
  InvokerCall call = plan_call("ticket", service_of(process), process);
  call.run = "";
  call.results.push_back({answer_of("planbuilder.ticket"), to_variable("run")});
  return render_call(call, process);
}

Block begin(const Process& process) {
  InvokerCall call = plan_call("begin", service_of(process), process);
  for (const plan::Input& input : process.plan.inputs) {
    const std::string element = "$request.payload/p:" + name_of(input.name);
    const std::string key = xpath_text(key_of(input.name));
    // An input that was not given has an empty key: XPath cannot leave the Param out.
    call.params.push_back(
        {"", "", "string(" + element + ")", "substring(" + key + ", 1, count(" + element + ") * string-length(" + key + "))"});
  }
  call.results.push_back({answer_of("planbuilder.run"), to_variable("run")});
  return render_call(call, process);
}

Block finish(const Process& process) {
  InvokerCall call = plan_call("finish", service_of(process), process);
  for (const plan::Output& output : process.plan.outputs)
    call.results.push_back({answer_of(output.name), "<to>$response.payload/p:" + name_of(output.name) + "</to>"});
  return render_call(call, process);
}

Block abandon(const Process& process) {
  InvokerCall call = plan_call("abandon", service_of(process), process);
  call.params.push_back({"reason", "", "string($failure.planFault/p:reason)"});
  return render_call(call, process);
}

}  // namespace

void fill_plain(Skeleton& skeleton, const Process& process) {
  for (Scope& scope : skeleton.scopes) fill(scope, process);
}

Frame plain_frame(const Process& process) {
  return {ticket(process) + begin(process), finish(process), abandon(process), {"run", "reason", "rest"}};
}

}  // namespace planbuilder::emit::bpel
