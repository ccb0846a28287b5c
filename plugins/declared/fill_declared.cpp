#include "plugins/declared/fill_declared.h"

#include <algorithm>

#include "planbuilder/flow/find_entity.h"
#include "planbuilder/support/text.h"
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

class DeclaredFiller {
 public:
  DeclaredFiller(const Declaration& plugin, const flow::Activity& activity, Surroundings& around, StepBuilder& steps)
      : plugin_(plugin), activity_(activity), around_(around), topology_(around.topology()), steps_(steps) {}

  void fill() {
    for (const WantedInput& input : plugin_.inputs) steps_.need_input({expand(input.name), input.type, expand(input.reason)});
    for (const DeclaredStep& step : *plugin_.steps_for(activity_.transition)) {
      const std::size_t before = steps_.count();
      add(step);
      for (const DeclaredTemplate& written : step.templates) use_template(step, written, before);
    }
  }

  void prepare() {
    for (const DeclaredStep& step : *plugin_.steps_for(flow::Transition::provision)) {
      if ((step.what == What::invoke || step.what == What::run) && !step.for_each_artifact) return;
      if (step.what == What::invoke || step.what == What::run || step.what == What::transfer || step.what == What::wait)
        add(step);
    }
  }

  void connect() {
    for (const DeclaredStep& step : *plugin_.steps_for(flow::Transition::provision)) {
      if (step.what == What::connect) connect(step);
    }
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
        return steps_.select({plan::Select::Mode::recursive, {}, flow::to_plan_entity(topology_, *activity_.through), {}});
      case What::connect: return connect(step);
      case What::invoke: return for_each(step, [&](const std::string& artifact) { invoke(step, artifact); });
      case What::run: return for_each(step, [&](const std::string& artifact) { run(step, artifact); });
      case What::transfer: return for_each(step, [&](const std::string& artifact) { transfer(step, artifact); });
      case What::wait: return wait(step);
    }
  }

  /// Once, or once per deployment artifact.
  template <class Visit>
  void for_each(const DeclaredStep& step, const Visit& visit) const {
    if (!step.for_each_artifact) return visit(std::string());
    const auto* node = std::get_if<NodeId>(&activity_.entity);
    if (node == nullptr) return;
    const bool must_be_there = step.what == What::transfer;
    for (const tosca::Artifact* artifact : must_be_there ? around_.uploads(*node) : around_.deployment_artifacts(*node))
      visit(artifact->file);
  }

  void invoke(const DeclaredStep& step, const std::string& artifact) {
    const auto callee = find_callee(step, plugin_.match.interfaces, activity_.entity, around_);
    if (!callee || (step.if_target_changed && !explain_change(step))) return;
    OperationCall call{callee->owner, callee->interface, callee->operation, machine_of(step), plugin_.inverse_of(step.name)};
    for (const GivenInput& input : step.inputs) {
      if (input.value) call.given.push_back(steps_.argument(input.name, {expand(*input.value, artifact), step.at}));
    }
    if (steps_.invoke(call) && !step.then.empty()) steps_.set_state(step.then);
  }

  void run(const DeclaredStep& step, const std::string& artifact) {
    std::optional<plan::Invoke> undo;
    if (!step.undo.empty()) undo = call_of(step.undo.front(), artifact);
    steps_.run(call_of(step, artifact), std::move(undo));
    if (!step.then.empty()) steps_.set_state(step.then);
  }

  plan::Invoke call_of(const DeclaredStep& step, const std::string& artifact) {
    plan::Invoke call;
    call.operation = step.file.name;
    call.plugin = plugin_.name;
    call.artifact.file = path_of(step.file);
    for (const DeclaredFile& needed : step.needs) call.dependencies.push_back(path_of(needed));
    for (const GivenInput& input : step.inputs) call.inputs.push_back(input_of(step, input, artifact));
    for (const GivenOutput& output : step.outputs) call.outputs.push_back(steps_.own_output(output.name, output.attribute));
    call.host = steps_.machine_of(machine_of(step));
    call.timeout = step.timeout;
    return call;
  }

  [[nodiscard]] const std::string& path_of(const DeclaredFile& file) const {
    const auto found = plugin_.files.find(file.name);
    return found == plugin_.files.end() ? file.name : found->second;
  }

  /// A text of the plugin; what a run of it gave before; or what is found like the input of an operation.
  plan::Argument input_of(const DeclaredStep& step, const GivenInput& input, const std::string& artifact) {
    if (input.value) return steps_.argument(input.name, {expand(*input.value, artifact), step.at});
    return gives(input.name) ? steps_.own_attribute(input.name) : steps_.parameter(input.name, input.name);
  }

  /// Some file that the plugin runs gives this attribute of the entity.
  [[nodiscard]] bool gives(const std::string& attribute) const {
    for (const auto& [transition, steps] : plugin_.transitions) {
      for (const DeclaredStep& step : steps) {
        const auto is_it = [&](const GivenOutput& output) { return output.attribute == attribute; };
        if (std::any_of(step.outputs.begin(), step.outputs.end(), is_it)) return true;
      }
    }
    return false;
  }

  /// False when no call before it changes the target.
  bool explain_change(const DeclaredStep& step) {
    const auto* id = std::get_if<RelationshipId>(&activity_.entity);
    if (id == nullptr) return false;
    const std::string& target = topology_.nodes[topology_.relationships[*id].target].name;
    const auto change = steps_.change_of({plan::Entity::Kind::node, target});
    if (change)
      steps_.add_reason(step.name + " is called since " + change->operation + " changes '" + change->attribute + "' of '" +
                        target + "'");
    return change.has_value();
  }

  void transfer(const DeclaredStep& step, const std::string& artifact) {
    if (steps_.has_called(step.unless_called)) return;
    steps_.transfer(expand(step.name, artifact), machine_of(step), expand_words(step.to, as_file_names(artifact)));
  }

  void wait(const DeclaredStep& step) {
    plan::Wait wait{step.until, {}, {}, expand(step.command)};
    if (step.timeout) wait.timeout = *step.timeout;
    if (step.until == plan::Wait::Until::port) wait.port = steps_.parameter("port", step.port);
    steps_.wait(std::move(wait), machine_of(step));
  }

  /// Of the steps that the declared one became, those that do what it says; the others only follow from it.
  void use_template(const DeclaredStep& step, const DeclaredTemplate& written, std::size_t first) {
    if (const auto text = plugin_.templates.find(written.file); text != plugin_.templates.end())
      steps_.use_template(first, step.what != What::set_state, written.target, plugin_.name + "/" + written.file, text->second);
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

  [[nodiscard]] Words words(const std::string& artifact) const {
    const std::size_t slash = artifact.rfind('/');
    return {{"entity", topology_.id_of(activity_.entity)},
            {"service", topology_.name},
            {"artifact", artifact},
            {"folder", slash == std::string::npos ? "." : artifact.substr(0, slash)}};
  }

  /// No name of the model leads to another folder.
  [[nodiscard]] Words as_file_names(const std::string& artifact) const {
    Words all = words(artifact);
    for (const char* name : {"entity", "service"}) all[name] = escape_id(all[name]);
    return all;
  }

  [[nodiscard]] std::string expand(const std::string& text, const std::string& artifact = {}) const {
    return expand_words(text, words(artifact));
  }

  const Declaration& plugin_;
  const flow::Activity& activity_;
  Surroundings& around_;
  const tosca::Topology& topology_;
  StepBuilder& steps_;
};

}  // namespace

void fill_declared(const Declaration& plugin, const flow::Activity& activity, Surroundings& around, StepBuilder& steps) {
  DeclaredFiller(plugin, activity, around, steps).fill();
}

void prepare_declared(const Declaration& plugin, const flow::Activity& activity, Surroundings& around, StepBuilder& steps) {
  DeclaredFiller(plugin, activity, around, steps).prepare();
}

void connect_declared(const Declaration& plugin, const flow::Activity& activity, Surroundings& around, StepBuilder& steps) {
  DeclaredFiller(plugin, activity, around, steps).connect();
}

}  // namespace planbuilder::plugins
