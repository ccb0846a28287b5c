#include "planbuilder/flow/dump_flow.h"

#include "planbuilder/plan/from_value.h"
#include "planbuilder/support/dump.h"

namespace planbuilder::flow {

namespace {

class FlowDumper {
 public:
  FlowDumper(const AbstractPlan& plan, const tosca::Topology& topology, const Sources& sources)
      : plan_(plan), topology_(topology), sources_(sources) {}

  [[nodiscard]] Value dump() const {
    DumpedObject object;
    object.add("name", plan_.name).add("kind", plan_.kind->name).add("derivation", plan_.derivation);
    object.add("guard", plan::to_value(plan_.guard));
    object.add_list("activities", plan_.activities, [&](const Activity& activity) { return dump(activity); });
    object.add_list("edges", plan_.edges, [&](const Edge& edge) { return dump(edge); });
    return object.take();
  }

 private:
  [[nodiscard]] Value dump(const Activity& activity) const {
    DumpedObject object;
    object.add("id", activity.id).add("transition", to_string(activity.transition));
    if (activity.index) object.add_number("index", *activity.index);
    object.add("strategy", activity.strategy);
    if (activity.through) object.add("through", topology_.id_of(*activity.through));
    object.add_flag("loops", activity.loops).add_flag("counts_on", activity.counts_on);
    if (activity.made_with) object.add("made_with", topology_.nodes[*activity.made_with].name);
    object.add_flag("runs_already", activity.runs_already).add_flag("of_service", activity.of_service);
    if (activity.event) object.add("event", dump(*activity.event));
    if (activity.part.present()) object.add("part", dump(*activity.part));
    object.add_flag("makes_instance", activity.makes_instance).add_flag("removes_instance", activity.removes_instance);
    object.add("inputs", dump(*activity.inputs))
        .add("condition", plan::to_value(*activity.condition))
        .add("reason", activity.reason);
    return object.add_place(activity.at, sources_).take();
  }

  [[nodiscard]] static Value dump(const std::vector<tosca::Assignment>& assignments) {
    Map map;
    for (const tosca::Assignment& assignment : assignments) map.push_back({assignment.name, assignment.value});
    return Value{std::move(map)};
  }

  [[nodiscard]] static Value dump(const std::vector<SentInput>& inputs) {
    Map map;
    for (const SentInput& input : inputs) map.push_back({input.name, plan::to_value(input.value)});
    return Value{std::move(map)};
  }

  [[nodiscard]] static Value dump(const WorkflowPart& part) {
    DumpedObject object;
    object.add("step", part.step).add_flag("is_implementation", part.is_implementation);
    object.add_list("performed", part.performed, [](const Performed& performed) { return Value{performed.said->what.name}; });
    return object.add("given", part.given ? dump(*part.given) : Value()).take();
  }

  [[nodiscard]] static Value dump(const HandledEvent& event) {
    DumpedObject object;
    object.add("interface", event.interface).add("operation", event.operation);
    object.add("set_on_entry", dump(event.set_on_entry));
    object.add_list("handlers", event.handlers, [](const tosca::EventHandler& handler) { return Value{handler.execute.file}; });
    object.add("set_on_success", dump(event.set_on_success));
    object.add("set_on_failure", dump(event.set_on_failure)).add("sent_on_failure", event.sent_on_failure);
    return object.add_flag("leaves_service", event.leaves_service).take();
  }

  [[nodiscard]] Value dump(const Edge& edge) const {
    DumpedObject object;
    object.add("from", plan_.activities[edge.from].id).add("to", plan_.activities[edge.to].id);
    object.add_flag("redundant", edge.redundant).add("failure_of", *edge.failure_of);
    object.add_list("origins", edge.origins, [&](const Origin& origin) {
      DumpedObject dumped;
      dumped.add("rule", origin.rule).add("reason", reason_of(origin, topology_));
      return dumped.add_place(origin.at, sources_).take();
    });
    return object.take();
  }

  const AbstractPlan& plan_;
  const tosca::Topology& topology_;
  const Sources& sources_;
};

}  // namespace

Value dump_flow(const AbstractPlan& plan, const tosca::Topology& topology, const Sources& sources) {
  return FlowDumper(plan, topology, sources).dump();
}

}  // namespace planbuilder::flow
