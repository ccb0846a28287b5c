#include "planbuilder/tosca/events/check_triggers.h"

#include <algorithm>
#include <set>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/events/check_reads.h"
#include "planbuilder/tosca/events/type_walk.h"
#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/model/event_address.h"
#include "planbuilder/tosca/model/merge.h"

namespace planbuilder::tosca {

namespace {

constexpr std::size_t most_types_listed = 5;

bool receives(const Interface& item, const std::string& event) {
  return find_by_name(item.operations, event) != nullptr || find_by_name(item.notifications, event) != nullptr;
}

std::vector<std::string_view> events_of(const Interface& item) {
  std::vector<std::string_view> names;
  add_names(item.operations, names);
  add_names(item.notifications, names);
  return names;
}

/// The interfaces of a type that can receive the event.
std::vector<const Interface*> receivers(const Type& type, const EventAddress& address) {
  std::vector<const Interface*> found;
  for (const Interface& item : type.interfaces) {
    const bool wanted = address.interface.empty() || is_addressed_by(item, address.interface.name);
    if (wanted && receives(item, address.operation.name)) found.push_back(&item);
  }
  return found;
}

/// "has standard: create, start"; "has no interface".
std::string offers_of(const Type& type) {
  std::vector<std::string> offers;
  for (const Interface& item : type.interfaces) {
    std::vector<std::string> events;
    for (const std::string_view event : events_of(item)) events.emplace_back(event);
    offers.push_back(item.name + (events.empty() ? "" : ": " + join(events, ", ")));
  }
  return "'" + type.name + "' has " + (offers.empty() ? "no interface" : join(offers, "; "));
}

/// Who sends: an interface of a type or template, or the service.
struct Sender {
  TypeId type;
  const Interface* item = nullptr;
};

class TriggerChecker {
 public:
  TriggerChecker(const Topology& topology, const TypeNames& names, Diagnostics& diagnostics)
      : topology_(topology), names_(names), walk_(topology, names), reads_(walk_, diagnostics), diagnostics_(diagnostics) {
    for (const Type& type : topology.types) {
      for (const RequirementDefinition& requirement : type.own.requirements) add_given(requirement);
    }
  }

  void check() {
    for (const PolicyTemplate& policy : topology_.policies) check_policy(policy);
    if (has_unknown_senders()) {
      diagnostics_.note(Code::unaddressed, {}, "the types of this service inherit so much that its triggers are not checked");
      return;
    }
    // Ancestors first: what they say is judged by what they know.
    for (const TypeId id : topology_.types.depth_first()) check_type(id);
    for (const GivenInterface& given : given_) check_interface(*given.own, nullptr, {given.relationship, &given.whole});
    for (const Node& node : topology_.nodes) check_template(node);
    for (const Relationship& relationship : topology_.relationships) check_template(relationship);
    for (const Operation& event : topology_.events) check_rules(rules_of(event), no_event_rules, {});
  }

 private:
  /// What a requirement definition says of an interface of its relationships.
  struct GivenInterface {
    TypeId relationship;
    const Interface* own;
    Interface whole;  // with what the types have
  };

  void add_given(const RequirementDefinition& requirement) {
    const TypeId relationship = names_.find(TypeKind::relationship, requirement.relationship);
    for (const Interface& item : requirement.relationship_interfaces) {
      const Interface* before =
          relationship.valid() ? find_by_name(topology_.types[relationship].interfaces, item.name) : nullptr;
      const TypeId type = names_.find(TypeKind::interface, item.type);
      if (before == nullptr && type.valid() && !topology_.types[type].interfaces.empty())
        before = &topology_.types[type].interfaces.front();
      std::vector<Interface> whole{before == nullptr ? item : *before};
      whole.front().name = item.name;
      if (before != nullptr) refine_interfaces(whole, {item});
      given_.push_back({relationship, &item, std::move(whole.front())});
    }
  }

  /// There were too many to give each what it inherits (types/inherit.h): who could receive an event is not known.
  [[nodiscard]] bool has_unknown_senders() const {
    return std::any_of(topology_.types.begin(), topology_.types.end(), [](const Type& type) {
      return !type.is_complete && std::any_of(type.own.interfaces.begin(), type.own.interfaces.end(), tells_of_events);
    });
  }

  void check_type(TypeId id) {
    const Type& type = topology_.types[id];
    const Type* parent = type.parent.valid() ? &topology_.types[type.parent] : nullptr;
    for (const Interface& item : type.interfaces) {
      const Interface* inherited = parent == nullptr ? nullptr : find_by_name(parent->interfaces, item.name);
      check_names(item);
      check_interface(item, inherited, {type.kind == TypeKind::interface ? TypeId() : id, &item});
    }
  }

  /// The template's part of an interface, with all that the type has to be addressed.
  template <class Entity>
  void check_template(const Entity& entity) {
    for (const Interface& own : entity.interfaces) {
      const Interface* of_type = entity.type.valid() ? find_by_name(topology_.types[entity.type].interfaces, own.name) : nullptr;
      if (of_type == nullptr) {
        check_names(own);
        check_interface(own, nullptr, {entity.type, &own});
        continue;
      }
      std::vector<Interface> whole;
      if (tells_of_events(own)) {
        whole.push_back(*of_type);
        refine_interfaces(whole, {own});
        check_names(whole.front());
        check_interface(own, nullptr, {entity.type, &whole.front()});
      }
    }
  }

  void check_interface(const Interface& item, const Interface* inherited, const Sender& sender) {
    static const Interface none;
    const Interface& before = inherited == nullptr ? none : *inherited;
    check_events(item.operations, before.operations, sender);
    check_events(item.notifications, before.notifications, sender);
    check_triggers(state_of(item).triggers, state_of(before).triggers, sender);
  }

  template <class Event>
  void check_events(const std::vector<Event>& events, const std::vector<Event>& inherited, const Sender& sender) {
    for (const Event& event : events) {
      const Event* before = event.rules && !inherited.empty() ? find_by_name(inherited, event.name) : nullptr;
      check_rules(rules_of(event), before == nullptr ? no_event_rules : rules_of(*before), sender);
    }
  }

  /// What is inherited comes first, and was judged where it was written.
  void check_rules(const EventRules& rules, const EventRules& inherited, const Sender& sender) {
    if (&rules == &inherited) return;
    for (std::size_t i = count_inherited(rules.preconditions, inherited.preconditions); i < rules.preconditions.size(); ++i)
      reads_.check(rules.preconditions[i], sender.type);
    check_triggers(rules.on_entry.triggers, inherited.on_entry.triggers, sender);
    check_triggers(rules.on_success.triggers, inherited.on_success.triggers, sender);
    check_triggers(rules.on_failure.triggers, inherited.on_failure.triggers, sender);
  }

  void check_triggers(const std::vector<EventTrigger>& triggers, const std::vector<EventTrigger>& inherited,
                      const Sender& sender) {
    for (std::size_t i = count_inherited(triggers, inherited); i < triggers.size(); ++i) check_trigger(triggers[i], sender);
  }

  /// With another interface type, others may stand between those that are inherited.
  template <class Part>
  static std::size_t count_inherited(const std::vector<Part>& all, const std::vector<Part>& inherited) {
    const auto same = [](const Part& left, const Part& right) { return left.at == right.at; };
    return static_cast<std::size_t>(std::mismatch(all.begin(), all.end(), inherited.begin(), inherited.end(), same).first -
                                    all.begin());
  }

  /// An event may come from anywhere; but one that names an interface of a target must be one of that interface's.
  void check_policy(const PolicyTemplate& policy) {
    for (const Trigger& trigger : policy.triggers) {
      const EventAddress event = parse_event_name({trigger.event, trigger.at});
      for (const Reference& target : policy.targets) {
        const NodeId node = topology_.find_node(target.name);
        if (node.valid() && !event.interface.empty()) check_policy_event(event, node, trigger.at);
      }
    }
  }

  void check_policy_event(const EventAddress& event, NodeId node, SourceRange at) {
    for (const Interface& item : topology_.interfaces(node)) {
      if (!is_addressed_by(item, event.interface.name) || receives(item, event.operation.name) || !judged_.insert(at).second)
        continue;
      diagnostics_.warning(Code::unknown_name, at,
                           "the interface '" + event.interface.name + "' of '" + topology_.nodes[node].name + "' has no event '" +
                               event.operation.name + "'" + did_you_mean(event.operation.name, events_of(item)));
    }
  }

  /// Operations and notifications share one space of names.
  void check_names(const Interface& item) {
    for (const Notification& notification : item.notifications) {
      const Operation* operation = find_by_name(item.operations, notification.name);
      if (operation == nullptr || !judged_.insert(notification.at).second) continue;
      diagnostics_
          .error(Code::duplicate_name, notification.at,
                 "the notification '" + notification.name + "' has the name of an operation of its interface")
          .note("the operation is here", operation->at);
    }
  }

  /// Descendants have what they inherit once more: a trigger is judged where it is met first, or by its first failure.
  void check_trigger(const EventTrigger& trigger, const Sender& sender) {
    reads_.check(trigger.condition, sender.type);
    if (judged_.contains(trigger.event.at)) return;
    Diagnostics problems;
    if (trigger.event.own_interface) {
      check_own(trigger.event, sender, problems);
    } else if (sender.item == nullptr || sender.type.valid()) {  // an interface type alone does not know where it is used
      check_address(trigger.event, sender, problems);
      if (sender.type.valid()) judged_.insert(trigger.event.at);
    }
    if (problems.size() > 0) judged_.insert(trigger.event.at);
    diagnostics_.add_all(problems);
  }

  void check_own(const EventAddress& address, const Sender& sender, Diagnostics& problems) {
    const std::string& event = address.operation.name;
    if (find_by_name(topology_.events, event) != nullptr || (sender.item != nullptr && receives(*sender.item, event))) return;
    if (sender.item == nullptr) {
      std::vector<std::string_view> known;
      add_names(topology_.events, known);
      problems.error(Code::unknown_name, address.operation.at,
                     "the service has no event '" + event + "'" + did_you_mean(event, known));
      return;
    }
    Diagnostic& problem =
        problems.error(Code::unknown_name, address.operation.at,
                       "this interface has no operation '" + event + "'" + did_you_mean(event, events_of(*sender.item)));
    if (!sender.type.valid()) return;
    for (const Interface* other : receivers(topology_.types[sender.type], {{}, {}, address.operation, false, {}}))
      problem.note("the interface '" + other->name + "' has one: write '" + other->name + "." + event + "'", other->at);
  }

  void check_address(const EventAddress& address, const Sender& sender, Diagnostics& problems) {
    if (sender.item == nullptr && (address.path.empty() || address.path.front().kind != EventStep::Kind::node)) {
      problems.error(Code::bad_trigger, address.at,
                     "an event of the service is no entity: its path starts with the name of a node, or with ALL");
      return;
    }
    const auto places = walk_.follow(walk_.at(sender.type), address.path, problems);
    if (!places) return;
    if (places->kind == Places::Kind::capability) {
      problems.error(Code::bad_trigger, address.path.back().at, "a capability receives no events: nodes and relationships do");
    } else if (!reaches(*places, address, problems)) {
      explain(*places, address, problems);
    }
  }

  /// One that can receive the event is enough. Ambiguity is reported.
  bool reaches(const Places& places, const EventAddress& address, Diagnostics& problems) const {
    for (const TypeId type : places.types) {
      const auto found = receivers(topology_.types[type], address);
      if (found.size() > 1 && address.interface.empty()) {
        report_ambiguity(topology_.types[type], address, found, problems);
        return true;
      }
      if (!found.empty()) return true;
    }
    if (places.open) return true;
    const auto receives_in_family = [&](TypeId type) {
      return walk_.visit_family(type, [&](const Type& member) { return !receivers(member, address).empty(); });
    };
    return std::any_of(places.types.begin(), places.types.end(), receives_in_family) || is_given(places, address);
  }

  /// A requirement may lead to relationships that have more than their type.
  [[nodiscard]] bool is_given(const Places& places, const EventAddress& address) const {
    if (places.kind != Places::Kind::relationship) return false;
    return std::any_of(given_.begin(), given_.end(), [&](const GivenInterface& given) {
      const auto fits = [&](TypeId type) { return topology_.derives_from(given.relationship, type); };
      const bool wanted = address.interface.empty() || is_addressed_by(given.whole, address.interface.name);
      return wanted && receives(given.whole, address.operation.name) &&
             (!given.relationship.valid() || std::any_of(places.types.begin(), places.types.end(), fits));
    });
  }

  static void report_ambiguity(const Type& type, const EventAddress& address, const std::vector<const Interface*>& found,
                               Diagnostics& problems) {
    Diagnostic& problem = problems.error(
        Code::bad_trigger, address.at,
        "'" + type.name + "' has several interfaces with '" + address.operation.name + "': say which, by INTERFACE and its name");
    for (const Interface* item : found) problem.note("the interface '" + item->name + "' has it", item->at);
  }

  void explain(const Places& places, const EventAddress& address, Diagnostics& problems) const {
    Diagnostics unheard;
    if (places.via && places.via->open) return;
    if (places.via && reaches(*places.via, address, unheard)) {
      problems.warning(Code::bad_trigger, address.at,
                       "no node that " + to_string(address) + " leads to has '" + address.operation.name +
                           "', but the relationship before it does: that is taken to be meant");
      return;
    }
    std::vector<std::string_view> interfaces;
    std::vector<std::string_view> events;
    collect_offers(places, address, interfaces, events);
    const bool wrong_interface = !address.interface.empty() && events.empty();
    const Reference& wrong = wrong_interface ? address.interface : address.operation;
    Diagnostic& problem = problems.error(Code::bad_trigger, wrong.at,
                                         "nothing that " + to_string(address) + " can lead to has the " +
                                             (wrong_interface ? "interface" : "operation") + " '" + wrong.name + "'" +
                                             did_you_mean(wrong.name, wrong_interface ? interfaces : events));
    for (std::size_t i = 0; i < std::min(places.types.size(), most_types_listed); ++i) {
      const Type& type = topology_.types[places.types[i]];
      problem.note(offers_of(type), type.at);
    }
    if (places.types.size() > most_types_listed)
      problem.note("and " + count_of(places.types.size() - most_types_listed, "other type"));
  }

  /// What could have been meant: the interfaces, and the events of those that are addressed.
  void collect_offers(const Places& places, const EventAddress& address, std::vector<std::string_view>& interfaces,
                      std::vector<std::string_view>& events) const {
    for (const TypeId type : places.types) {
      for (const Interface& item : topology_.types[type].interfaces) {
        interfaces.push_back(item.name);
        if (!address.interface.empty() && !is_addressed_by(item, address.interface.name)) continue;
        const auto more = events_of(item);
        events.insert(events.end(), more.begin(), more.end());
      }
    }
  }

  const Topology& topology_;
  const TypeNames& names_;
  TypeWalk walk_;
  ReadChecker reads_;
  Diagnostics& diagnostics_;
  std::set<SourceRange> judged_;
  std::vector<GivenInterface> given_;
};

}  // namespace

void check_triggers(const Topology& topology, const TypeNames& names, Diagnostics& diagnostics) {
  TriggerChecker(topology, names, diagnostics).check();
}

}  // namespace planbuilder::tosca
