#include "planbuilder/react/reactions_of.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "planbuilder/flow/workflow/actions.h"
#include "planbuilder/plan/from_value.h"
#include "planbuilder/plan/secret_names.h"
#include "planbuilder/react/conditions.h"
#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/scalars/timestamp.h"
#include "planbuilder/tosca/values/evaluate.h"

namespace planbuilder::react {

namespace {

using tosca::EntityId;
using tosca::NodeId;
using tosca::RelationshipId;
using tosca::Topology;

plan::Entity entity_of(const Topology& topology, EntityId id) {
  const bool is_node = std::holds_alternative<NodeId>(id);
  return {is_node ? plan::Entity::Kind::node : plan::Entity::Kind::relationship, topology.id_of(id)};
}

bool has_notifications(const std::vector<tosca::Interface>& interfaces) {
  return std::any_of(interfaces.begin(), interfaces.end(),
                     [](const tosca::Interface& item) { return !item.notifications.empty(); });
}

/// A trigger, with what is looked up while notifications are matched with it.
struct Listener {
  const tosca::Trigger* trigger = nullptr;
  bool is_about_all = false;
  std::set<std::size_t> targets = {};  // otherwise: numbers of nodes
};

class Finder {
 public:
  Finder(const Topology& topology, Diagnostics& diagnostics)
      : topology_(topology), diagnostics_(diagnostics), targets_(topology) {}

  Reactions find() {
    for (const flow::PolicyTrigger& from : flow::policy_triggers(topology_)) add_trigger(from);
    for (const NodeId id : topology_.nodes.ids()) add_notifications(id, topology_.nodes[id]);
    for (const RelationshipId id : topology_.relationships.ids()) add_notifications(id, topology_.relationships[id]);
    for (std::size_t i = 0; i < listeners_.size(); ++i) add_subjects(i);
    drop_unjudged();
    for (const tosca::ParameterDefinition& input : topology_.inputs) add_default(input);
    return std::move(found_);
  }

 private:
  // --- triggers ---

  void add_trigger(const flow::PolicyTrigger& from) {
    const tosca::Trigger& trigger = *from.trigger;
    Listener listener{from.trigger, !targets_.are_named(from)};
    for (const NodeId node : targets_.nodes_of(from)) listener.targets.insert(node.index());
    by_event_.emplace(trigger.event, listeners_.size());
    listeners_.push_back(std::move(listener));

    Reaction& reaction = found_.reactions.emplace_back();
    reaction.name = from.name();
    reaction.event = trigger.event;
    reaction.at = trigger.at;
    reaction.period = trigger.observation->period;
    reaction.evaluations = std::max<std::uint64_t>(1, trigger.observation->evaluations.value_or(1));
    reaction.method = method_of(trigger);
    reaction.from = time_of(trigger, "start_time");
    reaction.until = time_of(trigger, "end_time");
    reaction.plan = flow::plan_of_action(topology_, targets_, from);
    if (reaction.plan != flow::own_plan_of(from)) add_inputs(trigger.actions.front(), reaction);  // else it has them inside
  }

  Method method_of(const tosca::Trigger& trigger) {
    static const std::pair<std::string_view, Method> words[] = {
        {"", Method::none},        {"average", Method::average}, {"avg", Method::average},
        {"mean", Method::average}, {"minimum", Method::minimum}, {"min", Method::minimum},
        {"sum", Method::sum},      {"maximum", Method::maximum}, {"max", Method::maximum}};
    const std::string& wanted = trigger.observation->method;
    for (const auto& [word, method] : words) {
      if (word == wanted) return method;
    }
    diagnostics_
        .warning(Code::target_cannot, trigger.at,
                 "the trigger '" + trigger.name + "' has the method '" + wanted + "', which a reactor does not know")
        .explain("It knows average, minimum, maximum and sum. Each value is looked at by itself.");
    return Method::none;
  }

  static std::optional<std::int64_t> time_of(const tosca::Trigger& trigger, std::string_view end) {
    const auto* interval = trigger.schedule.get_if<Map>();
    if (interval == nullptr) return std::nullopt;
    for (const MapEntry& entry : *interval) {
      if (entry.key != end) continue;
      const auto time = tosca::parse_timestamp(to_text(entry.value));
      return time ? std::optional(time->seconds) : std::nullopt;
    }
    return std::nullopt;
  }

  void add_inputs(const tosca::Activity& action, Reaction& reaction) {
    for (const tosca::Assignment& input : action.inputs) {
      plan::Argument& argument = reaction.inputs.emplace_back();
      argument.name = input.name;
      argument.value = plan::to_expression(tosca::evaluate({topology_, std::nullopt}, input.value));
      argument.secret = plan::is_secret_name(input.name);
    }
  }

  /// What conditions and plans may read, unless a run was given something else.
  void add_default(const tosca::ParameterDefinition& input) {
    const bool is_known = input.default_value && is_literal(*input.default_value);
    if (is_known && !found_.empty() && !input.secret && !plan::is_secret_name(input.name))
      found_.inputs.push_back({input.name, to_text(*input.default_value)});
  }

  // --- notifications ---

  template <class Entity>
  void add_notifications(EntityId id, const Entity& entity) {
    const bool of_type = entity.type.valid() && has_notifications(topology_.types[entity.type].interfaces);
    if (!of_type && !has_notifications(entity.interfaces)) return;
    for (const tosca::Interface& item : topology_.interfaces(id)) {
      for (const tosca::Notification& notification : item.notifications) add_notification(id, item, notification);
    }
  }

  void add_notification(EntityId id, const tosca::Interface& item, const tosca::Notification& from) {
    Notification& added = found_.notifications.emplace_back();
    added.of = entity_of(topology_, id);
    added.interface = item.name;
    added.type = item.type.name;
    added.name = from.name;
    added.at = from.at;
    for (const tosca::ParameterDefinition& output : from.defined_outputs) added.outputs.push_back(output.name);
    for (const tosca::OutputAssignment& output : from.outputs) add_mapping(id, output, added);
    if (from.implementation && !from.implementation->file.empty()) {
      Subscription& subscription = added.subscription.emplace();
      subscription.artifact = {from.implementation->file, from.implementation->type.name};
      for (const tosca::Artifact& dependency : from.dependencies) subscription.dependencies.push_back(dependency.file);
    }
    for (const std::string& event : {item.name + "." + from.name, item.type.name + "." + from.name, from.name}) {
      const auto [begin, end] = by_event_.equal_range(event);
      for (auto listener = begin; listener != end; ++listener) hear(id, listener->second, added);
    }
    std::sort(added.sets_off.begin(), added.sets_off.end());
    added.sets_off.erase(std::unique(added.sets_off.begin(), added.sets_off.end()), added.sets_off.end());
  }

  void add_mapping(EntityId id, const tosca::OutputAssignment& output, Notification& into) {
    if (std::find(into.outputs.begin(), into.outputs.end(), output.output) == into.outputs.end() && !into.outputs.empty())
      into.outputs.push_back(output.output);
    const auto entity = entity_named(id, output.entity);
    if (!entity) {
      diagnostics_.error(Code::unknown_name, output.at,
                         "the output '" + output.output + "' goes to '" + output.entity + "', which does not exist here");
      return;
    }
    const std::string& attribute = output.attribute.back();
    into.mappings.push_back(
        {output.output, entity_of(topology_, *entity), attribute, is_secret(*entity, attribute, output.output)});
  }

  [[nodiscard]] std::optional<EntityId> entity_named(EntityId self, const std::string& name) const {
    if (name == "SELF") return self;
    if (const auto* relationship = std::get_if<RelationshipId>(&self)) {
      if (name == "SOURCE") return topology_.relationships[*relationship].source;
      if (name == "TARGET") return topology_.relationships[*relationship].target;
    }
    const NodeId node = topology_.find_node(name);
    return node.valid() ? std::optional<EntityId>(node) : std::nullopt;
  }

  [[nodiscard]] bool is_secret(EntityId entity, const std::string& attribute, const std::string& output) const {
    if (plan::is_secret_name(output) || plan::is_secret_name(attribute)) return true;
    const tosca::TypeId type = topology_.type_of(entity);
    const auto* definition = type.valid() ? tosca::find_by_name(topology_.types[type].attributes, attribute) : nullptr;
    return definition != nullptr && definition->secret;
  }

  // --- who listens to what, and about whom ---

  void hear(EntityId id, std::size_t listener, Notification& notification) {
    if (!is_target(id, listeners_[listener])) return;
    notification.sets_off.push_back(listener);
    found_.reactions[listener].is_heard = true;
    add_subject(listener, id);
  }

  /// An event of a relationship is about both of its ends.
  [[nodiscard]] bool is_target(EntityId id, const Listener& listener) const {
    if (listener.is_about_all) return true;
    if (const auto* node = std::get_if<NodeId>(&id)) return listener.targets.contains(node->index());
    const tosca::Relationship& relationship = topology_.relationships[std::get<RelationshipId>(id)];
    return listener.targets.contains(relationship.source.index()) || listener.targets.contains(relationship.target.index());
  }

  void add_subject(std::size_t listener, std::optional<EntityId> id) {
    Reaction& reaction = found_.reactions[listener];
    Subject subject;
    subject.entity = id ? entity_of(topology_, *id) : plan::Entity{plan::Entity::Kind::service, ""};
    if (!reaction.subjects.empty() && reaction.subjects.back().entity == subject.entity) return;
    auto condition = condition_of(topology_, *listeners_[listener].trigger, id, diagnostics_);
    if (!condition) {
      unjudged_.insert(listener);
      return;
    }
    subject.condition = std::move(*condition);
    if (reaction.method != Method::none && !subject.condition.is_null() && !add_sample(subject, reaction)) {
      unjudged_.insert(listener);
      return;
    }
    reaction.subjects.push_back(std::move(subject));
  }

  /// False, and reported, where the condition is about more than one value.
  bool add_sample(Subject& subject, const Reaction& reaction) {
    auto sample = take_sample(subject.condition, to_string(reaction.method));
    if (sample) {
      subject.sample = std::move(*sample);
      return true;
    }
    diagnostics_.warning(Code::target_cannot, reaction.at,
                         "'" + reaction.name + "' never acts: with a method, its condition must read one attribute");
    return false;
  }

  /// Of an event that no notification tells of: its targets, or the service.
  void add_subjects(std::size_t listener) {
    if (found_.reactions[listener].is_heard) return;
    const std::set<std::size_t>& targets = listeners_[listener].targets;
    for (const std::size_t target : targets) add_subject(listener, NodeId(target));
    if (listeners_[listener].is_about_all) add_subject(listener, std::nullopt);
    if (!listeners_[listener].is_about_all && targets.empty()) warn_of_nobody(found_.reactions[listener]);
    warn_of_silence(found_.reactions[listener]);
  }

  void warn_of_nobody(const Reaction& reaction) {
    diagnostics_.warning(Code::target_cannot, reaction.at,
                         "'" + reaction.name + "' never acts: the service has no node that it could be about");
  }

  void warn_of_silence(const Reaction& reaction) {
    if (reaction.is_by_clock() || reaction.subjects.empty()) return;
    const std::string guess = diagnostics_.guess(reaction.event, [&] { return event_names(); });
    diagnostics_
        .warning(Code::unknown_name, reaction.at,
                 "no notification of the targets tells of the event '" + reaction.event + "' of '" + reaction.name + "'" + guess)
        .explain("Somebody must say that it happened: react.sh raise.");
  }

  std::vector<std::string_view> event_names() {
    if (event_names_.empty()) {
      for (const Notification& notification : found_.notifications)
        event_names_.insert(notification.interface + "." + notification.name);
    }
    return {event_names_.begin(), event_names_.end()};
  }

  /// They stay in their places, so that the numbers of the others do.
  void drop_unjudged() {
    for (const std::size_t listener : unjudged_) found_.reactions[listener].subjects.clear();
  }

  const Topology& topology_;
  Diagnostics& diagnostics_;
  flow::TriggerTargets targets_;
  std::unordered_multimap<std::string, std::size_t> by_event_;  // to listeners
  std::vector<Listener> listeners_;                             // one for each reaction
  std::set<std::size_t> unjudged_;
  std::set<std::string> event_names_;  // of all notifications, once somebody asked
  Reactions found_;
};

}  // namespace

Reactions reactions_of(const Topology& topology, Diagnostics& diagnostics) { return Finder(topology, diagnostics).find(); }

}  // namespace planbuilder::react
