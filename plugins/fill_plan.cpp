#include "plugins/fill_plan.h"

#include <algorithm>
#include <map>
#include <set>

#include "planbuilder/flow/find_entity.h"
#include "planbuilder/plan/from_value.h"
#include "planbuilder/plan/run_functions.h"
#include "planbuilder/plan/walk.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/digest.h"
#include "planbuilder/tosca/model/merge.h"
#include "planbuilder/tosca/values/evaluate.h"
#include "plugins/check_inputs.h"
#include "plugins/choose.h"
#include "plugins/failure_policies.h"
#include "plugins/parameters/describe_input.h"
#include "plugins/parameters/follow_secrets.h"
#include "plugins/parameters/secrets.h"

namespace planbuilder::plugins {

namespace {

class PlanFiller {
 public:
  PlanFiller(const flow::AbstractPlan& abstract, const tosca::Topology& topology, std::span<const Plugin* const> plugins,
             const Sources& sources, Diagnostics& diagnostics)
      : abstract_(abstract),
        topology_(topology),
        around_(topology),
        plugins_(plugins),
        sources_(sources),
        diagnostics_(diagnostics) {
    around_.add_inputs(abstract.inputs);
  }

  plan::Plan fill(LiteralSecrets& secrets) {
    plan_.name = abstract_.name;
    plan_.kind = abstract_.kind;
    plan_.derivation = abstract_.derivation;
    plan_.derivation_reason = abstract_.derivation_reason;
    plan_.guard = abstract_.guard;
    plan_.service = {topology_.name, topology_.source, topology_.digest};
    plan_.activities.reserve(abstract_.activities.size());
    for (const flow::Activity& activity : abstract_.activities) plan_.activities.add(fill(activity));
    copy_edges();
    take_failure_policies(topology_, plan_, diagnostics_);
    check_inputs(plan_, abstract_, around_, diagnostics_);
    add_outputs();
    follow_secrets(around_, plan_);
    add_inputs();
    leave_out_secrets(around_, plan_, secrets, diagnostics_);
    return std::move(plan_);
  }

 private:
  plan::Activity fill(const flow::Activity& activity) {
    plan::Activity filled;
    filled.id = activity.id;
    filled.index = activity.index;
    filled.entity = activity.of_service ? plan::Entity{plan::Entity::Kind::service, topology_.name}
                                        : flow::to_plan_entity(topology_, activity.entity);
    filled.transition = activity.event            ? activity.event->operation
                        : activity.part.present() ? activity.part->step
                                                  : std::string(flow::to_string(activity.transition));
    if (!activity.of_service) describe(activity.entity, filled);
    filled.condition = *activity.condition;
    if (activity.event) filled.on_failure = failure_of(*activity.event);
    filled.loops = activity.loops;
    if (activity.made_with) filled.made_with = flow::to_plan_entity(topology_, *activity.made_with);
    filled.reason = activity.reason;
    filled.at = sources_.locate(activity.at);
    StepBuilder steps(activity, around_, diagnostics_);
    if (activity.runs_already) {
      // The books are kept all the same: others may read its properties.
      if (is_made(activity)) steps.record_creation();
      if (is_removed(activity) && activity.loops) steps.record_removal();
      filled.filled_by = "nothing-to-do";
    } else if (const Plugin* plugin = choose(activity, collect_offers(activity, plugins_, around_), diagnostics_)) {
      plugin->fill(activity, around_, steps);
      filled.filled_by = std::string(plugin->name());
    } else {
      report_unfilled(activity);
      // The books are kept all the same: others may read its properties.
      if (activity.transition == flow::Transition::provision) steps.record_creation();
      if (activity.transition == flow::Transition::terminate) steps.record_removal();
    }
    if (!steps.reason().empty()) filled.reason += ", " + steps.reason();
    filled.steps = steps.take_steps();
    plan_.templates.merge(steps.take_templates());
    for (ExtraInput& input : steps.take_inputs()) extra_inputs_.emplace(input.name, std::move(input));
    return filled;
  }

  static bool is_made(const flow::Activity& activity) {
    return activity.transition == flow::Transition::provision || activity.transition == flow::Transition::make;
  }
  static bool is_removed(const flow::Activity& activity) {
    return activity.transition == flow::Transition::terminate || activity.transition == flow::Transition::remove;
  }

  static plan::OnFailure failure_of(const flow::HandledEvent& event) {
    plan::OnFailure failure;
    for (const tosca::Assignment& set : event.set_on_failure) {
      if (is_literal(set.value)) failure.set.push_back({set.name, plan::to_expression(set.value)});
    }
    failure.emits = event.sent_on_failure;
    return failure;
  }

  /// What the topology says of the entity, so that readers of the plan need not ask it.
  void describe(tosca::EntityId entity, plan::Activity& filled) {
    const tosca::TypeId type = topology_.type_of(entity);
    if (type.valid()) filled.type = topology_.types[type].name;
    filled.digest = digest_of(entity);
    filled.host = host_of(entity);
    if (const auto* relationship = std::get_if<tosca::RelationshipId>(&entity)) {
      filled.source = topology_.nodes[topology_.relationships[*relationship].source].name;
      filled.target = topology_.nodes[topology_.relationships[*relationship].target].name;
    }
  }

  /// Activities of one entity may be many.
  const std::string& digest_of(tosca::EntityId entity) {
    std::string& digest = digests_[entity];
    if (digest.empty()) digest = tosca::digest_of(topology_, entity);
    return digest;
  }

  std::string host_of(tosca::EntityId entity) const {
    const auto name = [&](tosca::NodeId node) { return node.valid() ? topology_.nodes[node].name : std::string(); };
    if (const auto* node = std::get_if<tosca::NodeId>(&entity)) {
      const tosca::RelationshipId hosting = topology_.nodes[*node].hosting;
      return hosting.valid() ? name(topology_.relationships[hosting].target) : "";
    }
    const tosca::Relationship& relationship = topology_.relationships[std::get<tosca::RelationshipId>(entity)];
    const tosca::NodeId machine = topology_.nodes[relationship.source].machine;
    return machine == topology_.nodes[relationship.target].machine ? name(machine) : "";
  }

  void report_unfilled(const flow::Activity& activity) {
    if (activity.transition == flow::Transition::select_strategic) {
      diagnostics_
          .error(Code::activity_unfilled, activity.at,
                 "no plugin knows the selection strategy '" + activity.strategy + "' of '" + activity.id + "'")
          .explain("known are " + join(known_strategies(), ", "));
      return;
    }
    const tosca::TypeId type = activity.of_service ? tosca::TypeId() : topology_.type_of(activity.entity);
    diagnostics_
        .warning(Code::activity_unfilled, activity.at,
                 "no plugin knows what to do for " + (type.valid() ? "the type '" + topology_.types[type].name + "'" : "this") +
                     ", so nothing is called")
        .concerning("'" + activity.id + "'")
        .explain("it " + interfaces_in_words(activity, around_) + "; a plugin of yours could fill it (--plugin-dir)");
  }

  [[nodiscard]] std::vector<std::string> known_strategies() const {
    std::vector<std::string> names;
    for (const Plugin* plugin : plugins_) {
      if (!plugin->strategy().empty()) names.emplace_back(plugin->strategy());
    }
    return names;
  }

  void copy_edges() {
    plan_.edges.reserve(abstract_.edges.size());
    for (const flow::Edge& edge : abstract_.edges) {
      plan::Edge copy{
          plan::ActivityId(edge.from.index()), plan::ActivityId(edge.to.index()), edge.redundant, {}, edge.failure_of};
      for (const flow::Origin& origin : edge.origins)
        copy.origins.push_back({origin.rule, flow::reason_of(origin, topology_), sources_.locate(origin.at)});
      plan_.edges.push_back(std::move(copy));
    }
  }

  /// The outputs of the service, of a plan after which all that they read is there.
  void add_outputs() {
    if (abstract_.kind->direction == Direction::terminate) return;
    std::set<std::pair<bool, std::string>> here;
    for (const plan::Activity& activity : plan_.activities)
      here.emplace(activity.entity.kind == plan::Entity::Kind::node, activity.entity.id);
    // A workflow says itself what it gives; one that builds the service gives what the service does.
    const bool of_workflow = abstract_.kind->subject == Subject::workflow;
    for (const tosca::ParameterDefinition& output : of_workflow ? abstract_.workflow->outputs : topology_.outputs) {
      if (!output.value) continue;
      plan::Expression value = plan::to_expression(tosca::evaluate({topology_, std::nullopt}, value_of(output)));
      bool readable = true;
      plan::for_each_entity_read(value, [&](const plan::EntityRead& read, SourceRange) {
        const bool is_here = here.contains({read.of.entity.kind == plan::Entity::Kind::node, read.of.entity.id});
        readable = readable && (is_here || of_workflow);  // a workflow works on what is there;
      });
      if (!readable) continue;
      const bool secret = is_secret(around_, output) || reads_secret(around_, *output.value);
      plan_.outputs.push_back({output.name, output.schema.type.name, std::move(value), output.description, secret});
    }
  }

  /// Outputs of workflows may be written as the attributes that they are stored in: `[node, attribute]`.
  [[nodiscard]] Value value_of(const tosca::ParameterDefinition& output) const {
    const List* path = output.value->get_if<List>();
    if (path == nullptr || abstract_.kind->subject != Subject::workflow) return *output.value;
    const bool marked = tosca::is_2_0(topology_.language);
    return {Call{marked ? "$get_attribute" : "get_attribute", *path}, output.value->at};
  }

  /// Functions that no run knows are computed before or not at all; formulas are for conditions.
  void report_uncallable(const plan::Function& function, SourceRange at) {
    if (!uncallable_.insert(at).second) return;
    if (const plan::Expression* part = computed_part(function)) return report_computed_part(function, *part);
    diagnostics_
        .error(Code::target_cannot, at, "the " + plan_.name + " plan cannot call " + call_name(function) + " when it runs")
        .explain("a run can look up inputs, properties, attributes and outputs of operations, and concat, join or token them");
  }

  /// Of a path to what is read: a part that is yet to be computed.
  static const plan::Expression* computed_part(const plan::Function& function) {
    const auto* left = std::get_if<plan::Uncallable>(&function.data);
    if (left == nullptr || !left->function.starts_with("$get_")) return nullptr;
    const auto found = std::find_if(left->arguments.begin(), left->arguments.end(),
                                    [](const plan::Expression& argument) { return argument.function() != nullptr; });
    return found == left->arguments.end() ? nullptr : &*found;
  }

  void report_computed_part(const plan::Function& function, const plan::Expression& part) {
    plan::for_each_function(
        part, [&](const plan::Function&, const plan::Expression& inside) { uncallable_.insert(inside.at); });  // said by this
    diagnostics_
        .error(Code::target_cannot, part.at,
               "the " + plan_.name + " plan must know what " + call_name(function) +
                   " reads, but this part of its path is computed when it runs")
        .explain(
            "an index is a number, $node_index or $relationship_index, or follows from values that are written in the model");
  }

  /// Only the inputs that the plan really reads: in the order of their declaration, then those it needs besides.
  void add_inputs() {
    std::set<std::string> used;
    const auto look = [&](const plan::Expression& value, bool is_condition) {
      plan::for_each_function(value, [&](const plan::Function& function, const plan::Expression& whole) {
        if (const auto* input = std::get_if<plan::InputRead>(&function.data)) used.insert(input->name);
        const bool is_formula = std::holds_alternative<plan::Formula>(function.data);
        if (std::holds_alternative<plan::Uncallable>(function.data) || (is_formula && !is_condition))
          report_uncallable(function, whole.at);
      });
    };
    for (const plan::Activity& activity : plan_.activities) {
      look(activity.condition, true);
      for (const plan::Step& step : activity.steps)
        plan::for_each_argument(step, [&](const plan::Argument& argument) { look(argument.value, false); });
    }
    for (const plan::Output& output : plan_.outputs) look(output.value, false);
    look(plan_.guard, true);
    InputDescriber describer(topology_);
    std::set<std::string> listed;
    const auto list = [&](const tosca::ParameterDefinition& input, const char* reason) {
      if (!used.contains(input.name) || !listed.insert(input.name).second) return;
      plan::Input& known = plan_.inputs.emplace_back(describer.describe(input));
      known.secret = is_secret(around_, input);
      known.reason = reason;
    };
    for (const tosca::ParameterDefinition* input : abstract_.inputs) list(*input, "the workflow declares it");
    for (const tosca::ParameterDefinition& input : topology_.inputs) list(input, "the service declares it");
    for (const auto& [name, input] : extra_inputs_) {
      if (around_.find_input(name) == nullptr)
        plan_.inputs.push_back({name, input.type, true, std::nullopt, plan::is_secret_name(name), input.reason});
    }
  }

  const flow::AbstractPlan& abstract_;
  const tosca::Topology& topology_;
  Surroundings around_;
  std::span<const Plugin* const> plugins_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
  plan::Plan plan_;
  std::map<tosca::EntityId, std::string> digests_;
  std::set<SourceRange> uncallable_;  // places that were reported
  std::map<std::string, ExtraInput> extra_inputs_;
};

}  // namespace

plan::Plan fill_plan(const flow::AbstractPlan& abstract, const tosca::Topology& topology, std::span<const Plugin* const> plugins,
                     const Sources& sources, Diagnostics& diagnostics, LiteralSecrets* secrets) {
  LiteralSecrets unheard;
  return PlanFiller(abstract, topology, plugins, sources, diagnostics).fill(secrets != nullptr ? *secrets : unheard);
}

}  // namespace planbuilder::plugins
