#include "planbuilder/emit/bpel-opentosca/fill.h"

#include <algorithm>
#include <set>

#include "planbuilder/emit/bpel-opentosca/instance_data.h"
#include "planbuilder/emit/bpel/call.h"
#include "planbuilder/emit/bpel/names.h"
#include "planbuilder/emit/bpel/xpath.h"
#include "planbuilder/emit/template/template_engine.h"
#include "planbuilder/support/text.h"

namespace planbuilder::emit::bpel::opentosca {

namespace {

/// The steps of one activity, each rendered by its template.
class Steps {
 public:
  Steps(const Scope& scope, const Process& process) : activity_(*scope.activity), id_(scope.id), process_(process) {}

  Block body() {
    Block block;
    for (const plan::Step& step : activity_.steps) {
      step_ = &step;
      block += std::visit(*this, step.action);
    }
    return block.empty() ? Block("<empty/>") : std::move(block) + store();
  }

  Block undo() {
    if (activity_.loops) return {};
    Block block;
    for (auto step = activity_.steps.rbegin(); step != activity_.steps.rend(); ++step) {
      step_ = &*step;
      const auto* record = std::get_if<plan::Record>(&step->action);
      if (step->undo.present()) block += call(*step->undo, step->id + "/undo", "");
      if (record != nullptr && record->what == plan::Record::What::create) block += set_state(process_, url(), "deleted");
    }
    return block;
  }

  Block operator()(const plan::Invoke& invoke) { return call(invoke, step_->id, name_of(step_->id)); }
  Block operator()(const plan::SetState& now) {
    for (const plan::Argument& attribute : now.attributes) stored_.push_back({attribute.name, expression(attribute), true});
    return now.state.empty() ? Block() : set_state(process_, url(), now.state);
  }

  Block operator()(const plan::Record& record) {
    if (record.what == plan::Record::What::remove) return set_state(process_, url(), "deleted");
    if (record.what != plan::Record::What::create) return {};  // the container knows only what it made
    Block block;
    if (is_relationship(activity_.entity)) {
      block = process_.engine.block("bpel-opentosca/create.bpel.inja",
                                    {{"relationship", true},
                                     {"id", activity_.entity.id},
                                     {"url", url()},
                                     {"source", url_of({plan::Entity::Kind::node, record.source}, record.source_index)},
                                     {"target", url_of({plan::Entity::Kind::node, record.target}, record.target_index)}});
    }
    for (const plan::Argument& property : record.properties) stored_.push_back({property.name, expression(property), false});
    return std::move(block) + values_of(record) + fetch(process_, url(), fetched_of(process_, activity_.entity));
  }

  Block operator()(const plan::Select& select) {
    Block block;
    if (select.mode == plan::Select::Mode::recursive) {
      block = through(select);
    } else if (!select.input.empty()) {
      const std::string before = "/" + kind_word(activity_.entity) + "templates/" + activity_.entity.id + "/instances/";
      plan::InputRead input;
      input.name = select.input;
      block = address(xpath_text(before) + ", " + expression({select.input, plan::computed({std::move(input)})}));
    } else {
      block = find_instance(process_, activity_.entity, alive, select.strategy == "LastInstance" ? "[last()]" : "[1]");
    }
    return std::move(block) + fetch(process_, url(), fetched_of(process_, activity_.entity));
  }

  /// Whoever has an implementation may do it: the invoker asks for the transition itself.
  Block operator()(const plan::Delegate& delegate) {
    plan::Invoke invoke;
    invoke.operation = delegate.transition;
    invoke.inputs = delegate.properties;
    return call(invoke, step_->id, name_of(step_->id));
  }

  // The container's own interface of machines.
  Block operator()(const plan::Transfer& transfer) {
    return machine_call(
        transfer.host, "transferFile",
        {{"TargetAbsolutePath", plan::Expression{transfer.to}}, {"SourceURLorLocalPath", plan::Expression{transfer.file}}});
  }
  Block operator()(const plan::Wait& wait) {
    if (wait.until == plan::Wait::Until::command)
      return machine_call(wait.host, "runScript", {{"Script", plan::Expression{wait.command}}});
    if (wait.until == plan::Wait::Until::reachable) return machine_call(wait.host, "waitForAvailability", {});
    process_.problems.add("'" + step_->id + "': the container cannot wait for a port");
    return {};
  }

  Block operator()(const plan::Emit&) { return {}; }  // the container knows no events of a service

  [[nodiscard]] std::string url() const { return url_of(activity_.entity, activity_.index); }

 private:
  std::string expression(const plan::Argument& argument) const {
    const auto param = param_of(argument.name, argument.value, &activity_, process_);
    if (!param) {
      process_.problems.add("'" + activity_.id + "': no process can compute the value of '" + argument.name + "'",
                            argument.value.at);
      return "";
    }
    return param->expression.empty() ? xpath_text(param->value) : param->expression;
  }

  Block call(const plan::Invoke& invoke, const std::string& what, const std::string& name) {
    if (invoke.plugin.present())
      process_.problems.add("'" + what + "': the container runs operations of the model, and no files of plugins");
    InvokerCall call;
    call.name = name;
    call.entity = invoke.entity ? *invoke.entity : activity_.entity;
    call.interface = invoke.interface;
    call.operation = invoke.operation;
    call.timeout = invoke.timeout.value_or(process_.options.timeout);
    call.run = "$correlation";
    call.service_instance = "$service_url";
    if (!is_relationship(call.entity) && call.entity.kind != plan::Entity::Kind::service)
      call.instance = "substring-after($" + (call.entity == activity_.entity ? url() : url_of(call.entity)) + ", '/instances/')";
    call.message_id = "concat($correlation, " + xpath_text(":" + what) + (activity_.loops ? ", ':', $round)" : ")");
    for (const plan::Argument& input : invoke.inputs) {
      Param param{input.name, "", expression(input)};
      if (is_literal(input.value)) param = {input.name, to_text(input.value)};
      call.params.push_back(std::move(param));
    }
    if (name.empty()) return render_call(call, process_);  // the results of an undo are of no interest
    for (const Held& held : process_.values.left_by(activity_, *step_))
      call.results.push_back({answer_of(held.name), to_variable(held.variable)});
    for (const plan::OutputMapping& output : invoke.outputs) {
      plan::AttributeRead attribute;
      attribute.of.entity = output.entity;
      attribute.name = output.attribute;
      const auto known = process_.values.find({std::move(attribute)}, &activity_);
      if (output.entity == activity_.entity && known && !activity_.loops) stored_.push_back({output.attribute, *known, true});
    }
    Block block = render_call(call, process_);
    block.stands_for({id_, static_cast<std::uint32_t>(step_ - activity_.steps.data() + 1)});
    return block;
  }

  Block machine_call(const std::string& host, const std::string& operation, std::vector<plan::Argument> inputs) {
    plan::Invoke invoke;
    invoke.interface = "OperatingSystemInterface";
    invoke.operation = operation;
    invoke.inputs = std::move(inputs);
    invoke.entity = plan::Entity{plan::Entity::Kind::node, host.empty() ? activity_.entity.id : host};
    return call(invoke, step_->id, name_of(step_->id));
  }

  /// What others read of what is recorded.
  Block values_of(const plan::Record& record) const {
    Rows values({"variable", "from"});
    for (const Held& held : process_.values.left_by(activity_, *step_)) {
      const auto& arguments = held.from == Held::From::property ? record.properties : record.attributes;
      const auto named = [&](const plan::Argument& each) { return each.name == held.name; };
      const auto argument = std::find_if(arguments.begin(), arguments.end(), named);
      values.add(std::string(held.variable), expression(*argument));
    }
    if (values.parts().empty()) return {};
    return process_.engine.block("bpel-opentosca/values.bpel.inja", {{"values", std::move(values)}});
  }

  /// What was made or given becomes properties of the instance.
  Block store() const {
    if (stored_.empty() || activity_.loops) return {};
    std::vector<const Stored*> last;
    std::set<std::string_view> seen;
    for (auto each = stored_.rbegin(); each != stored_.rend(); ++each) {  // what came last counts
      if (seen.insert(each->name).second) last.push_back(&*each);
    }
    Rows values({"name", "from", "output"});
    for (auto each = last.rbegin(); each != last.rend(); ++each)
      values.add(xpath_text((*each)->name), (*each)->expression, (*each)->is_output);
    return process_.engine.block("bpel-opentosca/store.bpel.inja", {{"url", url()}, {"values", std::move(values)}});
  }

  /// A relationship is that of its source, a node the one that the relationship leads to.
  Block through(const plan::Select& select) const {
    if (!select.through) {
      process_.problems.add("a recursive selection does not say through what");
      return {};
    }
    const std::string from = url_of(*select.through);
    if (is_relationship(activity_.entity))
      return find_instance(process_, activity_.entity, "?source=$bpelvar[" + from + "]", "[1]");
    const std::string before = "/nodetemplates/" + activity_.entity.id + "/instances/";
    return process_.engine.block("bpel-opentosca/follow.bpel.inja", {{"from", from}}) +
           address(xpath_text(before) + ", $data/descendant-or-self::*[local-name() = 'TargetNodeTemplateInstanceId']");
  }

  /// The instance is the one whose address has these parts behind that of the service.
  Block address(const std::string& parts) const {
    return process_.engine.block("bpel-opentosca/address.bpel.inja",
                                 {{"from", "concat($template_url, " + parts + ")"}, {"url", url()}});
  }

  const plan::Activity& activity_;
  plan::ActivityId id_;
  const Process& process_;
  const plan::Step* step_ = nullptr;
  struct Stored {
    std::string name;
    std::string expression;
    bool is_output;  // then there need not be a property of that name
  };
  std::vector<Stored> stored_;
};

Block looped(const Scope& scope, Block body, const std::string& url, const Process& process) {
  const plan::Activity& activity = *scope.activity;
  const std::vector<Held>& read = process.values.read_in_loop(activity);
  std::vector<std::string_view> variables{url};
  for (const Held& held : read) variables.push_back(held.variable);
  return process.engine.block("bpel-opentosca/loop.bpel.inja", {{"name", scope.name},
                                                                {"kind", kind_word(activity.entity)},
                                                                {"element", list_element(activity.entity)},
                                                                {"id", activity.entity.id},
                                                                {"query", alive},
                                                                {"url", url},
                                                                {"variables", std::move(variables)},
                                                                {"body", fetch(process, url, read) + std::move(body)}});
}

/// Of an activity that loops it is asked for each instance.
void add_condition(Scope& scope, const Process& process) {
  const plan::Activity& activity = *scope.activity;
  if (activity.condition.is_null()) return;
  const auto condition =
      xpath_condition(activity.condition, [&](const plan::Function& read) { return process.values.find(read, &activity); });
  if (!condition)
    return process.problems.add("'" + activity.id + "': no process can ask for its condition", activity.condition.at);
  scope.body = process.engine.block("bpel/condition.bpel.inja",
                                    {{"question", Block()}, {"condition", *condition}, {"body", std::move(scope.body)}});
}

void fill(Scope& scope, const Process& process) {
  const plan::Activity& activity = *scope.activity;
  scope.variables =
      "<variable name=\"body\" type=\"xsd:anyType\"/><variable name=\"data\" type=\"xsd:anyType\"/>"
      "<variable name=\"state\" type=\"xsd:string\"/>";
  Steps steps(scope, process);
  scope.body = steps.body();
  scope.undo = steps.undo();
  if (!scope.undo.empty())
    scope.undo_variables = "<variable name=\"reason\" type=\"xsd:string\"/><variable name=\"state\" type=\"xsd:string\"/>";
  if (!activity.loops && activity.entity.kind != plan::Entity::Kind::service && !activity.steps.empty())
    scope.failure = set_state(process, steps.url(), "error");
  add_condition(scope, process);
  if (!activity.loops) return;
  scope.variables += "<variable name=\"instances\" type=\"xsd:anyType\"/>";
  scope.body = looped(scope, std::move(scope.body), steps.url(), process);
}

}  // namespace

void fill_opentosca(Skeleton& skeleton, const Process& process) {
  for (Scope& scope : skeleton.scopes) fill(scope, process);
}

Frame opentosca_frame(const Process& process) {
  const PlanKind& kind = process.plan.kind;
  const bool builds = kind->direction == Direction::build;
  const bool whole = kind->subject == Subject::service && kind->direction != Direction::none;  // the service comes or goes
  Frame frame;
  frame.begin = set_state(process, "plan_url", "running");
  if (whole) frame.begin += set_state(process, "service_url", builds ? "creating" : "deleting");
  frame.begin += prepare_instances(process);
  if (whole) frame.finish = set_state(process, "service_url", builds ? "created" : "deleted");
  frame.finish += set_state(process, "plan_url", "finished");
  frame.failed = set_state(process, "service_url", "error") + set_state(process, "plan_url", "failed");
  frame.variables = {"reason",      "rest",       "state",        "correlation", "instances_url",
                     "service_url", "service_id", "template_url", "plan_url"};
  for (const std::string& name : instance_variables(process)) frame.variables.push_back(name);
  return frame;
}

}  // namespace planbuilder::emit::bpel::opentosca
