#include "plugins/declared/fill_declared.h"

#include <algorithm>

#include "plugins/declared/expand_words.h"
#include "plugins/declared/find_callees.h"
#include "plugins/lifecycle/spellings.h"

namespace planbuilder::plugins {

namespace {

using tosca::NodeId;
using tosca::RelationshipId;
using What = DeclaredStep::What;
using Whose = DeclaredStep::Whose;
using Side = SearchPlace::Side;

class Filler {
 public:
  Filler(const Declaration& plugin, const flow::Activity& activity, Surroundings& around, StepBuilder& steps)
      : plugin_(plugin), activity_(activity), around_(around), topology_(around.topology()), steps_(steps) {}

  void fill() {
    for (const WantedInput& input : plugin_.inputs) steps_.need_input({expand(input.name), input.type, expand(input.reason)});
    for (const DeclaredStep& step : *plugin_.steps_for(activity_.transition)) add(step);
  }

 private:
  void add(const DeclaredStep& step) {
    switch (step.what) {
      case What::record_create: return steps_.record_creation();
      case What::record_remove: return steps_.record_removal();
      case What::set_state:
        // A node whose last operations are not implemented has come to the end of its lifecycle all the same.
        if (steps_.last_state() != step.name) steps_.set_state(step.name);
        return;
      case What::select: return steps_.select({plan::Select::Mode::strategic, step.name, {}, expand(step.input)});
      case What::follow:
        return steps_.select({plan::Select::Mode::recursive, {}, to_plan_entity(topology_, *activity_.through), {}});
      case What::connect: return connect(step);
      case What::invoke: return step.for_each_artifact ? invoke_for_artifacts(step) : invoke(step);
    }
  }

  void invoke(const DeclaredStep& step, const std::string& artifact = {}) {
    const auto callee = find_callee(step, plugin_.match.interfaces, activity_.entity, around_);
    if (!callee) return;
    OperationCall call{callee->owner, callee->interface, callee->operation, machine_of(step), plugin_.inverse_of(step.name)};
    for (const GivenInput& input : step.inputs)
      call.given.push_back(steps_.argument(input.name, {expand(input.value, artifact), step.at}));
    if (steps_.invoke(call) && !step.then.empty()) steps_.set_state(step.then);
  }

  void invoke_for_artifacts(const DeclaredStep& step) {
    const auto* node = std::get_if<NodeId>(&activity_.entity);
    if (node == nullptr) return;
    for (const tosca::Artifact* artifact : around_.deployment_artifacts(*node)) invoke(step, artifact->file);
  }

  /// Operations of nodes below manage what is above them, from outside.
  [[nodiscard]] NodeId machine_of(const DeclaredStep& step) const {
    if (step.whose == Whose::below || step.machine == DeclaredStep::Machine::orchestrator) return {};
    if (const auto* node = std::get_if<NodeId>(&activity_.entity)) return *node;
    const tosca::Relationship& relationship = topology_.relationships[std::get<RelationshipId>(activity_.entity)];
    const bool at_target =
        step.whose == Whose::self ? step.machine == DeclaredStep::Machine::target : step.whose == Whose::target;
    return at_target ? relationship.target : relationship.source;
  }

  /// Calls connectTo of one end; where that interrupts the node, it is stopped before and started again.
  void connect(const DeclaredStep& step) {
    const auto id = std::get<RelationshipId>(activity_.entity);
    const auto callee = find_connector(step, id, around_);
    if (!callee) return;
    const NodeId owner = std::get<NodeId>(callee->owner);
    const auto& listed = step.interrupted_by;
    const bool is_listed = std::find(listed.begin(), listed.end(), callee->interface) != listed.end();
    const bool interrupts = is_listed != step.interrupts_others;
    if (interrupts) call_lifecycle(owner, "stop");
    OperationCall call{owner, callee->interface, callee->operation, owner};
    call.places = places_around(id, step.whose == Whose::source);
    steps_.invoke(call);
    if (interrupts) call_lifecycle(owner, "start");
  }

  void call_lifecycle(NodeId node, std::string_view operation) {
    const Surroundings::Interfaces interfaces = around_.interfaces(node);
    const auto name = find_lifecycle_operation(*interfaces, operation);
    if (name) steps_.invoke({node, name->interface, name->operation, node, {}, {}, {{node}}});
  }

  /// The relationship itself, then the stack at the other end, then the own one.
  [[nodiscard]] std::vector<SearchPlace> places_around(RelationshipId id, bool is_source) const {
    const tosca::Relationship& relationship = topology_.relationships[id];
    const tosca::Representation which = flow::representation_of(activity_);
    const SearchPlace source{relationship.source, source_of(topology_, id, which), Side::source};
    const SearchPlace target{relationship.target, target_of(topology_, id, which).value_or(tosca::Representation()),
                             Side::target};
    return {{id, which}, is_source ? target : source, is_source ? source : target};
  }

  [[nodiscard]] std::string expand(const std::string& text, const std::string& artifact = {}) const {
    const std::size_t slash = artifact.rfind('/');
    return expand_words(text, {{"entity", topology_.id_of(activity_.entity)},
                               {"service", topology_.name},
                               {"artifact", artifact},
                               {"folder", slash == std::string::npos ? "." : artifact.substr(0, slash)}});
  }

  const Declaration& plugin_;
  const flow::Activity& activity_;
  Surroundings& around_;
  const tosca::Topology& topology_;
  StepBuilder& steps_;
};

}  // namespace

void fill_declared(const Declaration& plugin, const flow::Activity& activity, Surroundings& around, StepBuilder& steps) {
  Filler(plugin, activity, around, steps).fill();
}

}  // namespace planbuilder::plugins
