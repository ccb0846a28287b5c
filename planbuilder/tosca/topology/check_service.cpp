#include "planbuilder/tosca/topology/check_service.h"

#include <algorithm>
#include <unordered_map>

#include "planbuilder/plan_kinds/plan_kinds.h"
#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/topology/substitution/substitute.h"
#include "planbuilder/tosca/types/mapped_member.h"
#include "planbuilder/tosca/values/output_target.h"

namespace planbuilder::tosca {

namespace {

class Checker {
 public:
  Checker(const Topology& topology, const TypeNames& names, Diagnostics& diagnostics)
      : topology_(topology), names_(names), diagnostics_(diagnostics) {}

  void check() {
    for (const Node& node : topology_.nodes) check_operations(node.interfaces, node.type);
    for (const Relationship& relationship : topology_.relationships) check_operations(relationship.interfaces, relationship.type);
    for (const RelationshipTemplate& unused : topology_.unused_templates)
      check_operations(unused.interfaces, names_.find(TypeKind::relationship, unused.type));
    for (const GroupTemplate& group : topology_.groups) check_group(group);
    for (const PolicyTemplate& policy : topology_.policies) check_policy(policy);
    for (const Workflow& workflow : topology_.workflows) check_workflow(workflow);
    if (topology_.substitution) check_substitution(*topology_.substitution);
  }

 private:
  void unknown(SourceRange at, std::string_view what, std::string_view name, const std::vector<std::string_view>& known) {
    unknown_of(at, what, name, [&] { return known; });
  }
  template <class Known>
  void unknown_of(SourceRange at, std::string_view what, std::string_view name, const Known& known) {
    const std::string guess = diagnostics_.guess(name, known);
    diagnostics_.error(Code::unknown_name, at, "there is no " + std::string(what) + " '" + std::string(name) + "'" + guess);
  }

  /// An end of the relationship, the orchestrator, or a node by its name or type.
  void check_host(const Operation& operation) {
    static const std::vector<std::string_view> keywords = {"SELF", "HOST", "SOURCE", "TARGET", "ORCHESTRATOR"};
    const std::string& host = operation.operation_host;
    if (host.empty() || std::find(keywords.begin(), keywords.end(), host) != keywords.end()) return;
    if (topology_.find_node(host).valid() || names_.find(TypeKind::node, {host, operation.at}).valid()) return;
    unknown(operation.at, "host to run the operation '" + operation.name + "' on named", host, keywords);
  }

  /// The operations that a template fills must exist in the interface's type.
  void check_operations(const std::vector<Interface>& interfaces, TypeId owner) {
    if (!owner.valid()) return;
    for (const Interface& item : interfaces) {
      for (const Operation& operation : item.operations) check_host(operation);
      const Interface* defined = find_by_name(topology_.types[owner].interfaces, item.name);
      if (defined == nullptr && item.type.empty() && !names_.is_xml(item.at.file)) {
        unknown(item.at, "interface of '" + topology_.types[owner].name + "' named", item.name,
                names_of(topology_.types[owner].interfaces));
        continue;
      }
      if (defined != nullptr && !names_.is_xml(item.at.file)) check_outputs(item, *defined, topology_.types[owner]);
      const TypeId type = item.type.empty() && defined != nullptr ? names_.find(TypeKind::interface, defined->type)
                                                                  : names_.resolve(TypeKind::interface, item.type, diagnostics_);
      if (!type.valid() || topology_.types[type].interfaces.empty()) continue;
      const Interface& of_type = topology_.types[type].interfaces.front();
      for (const Operation& operation : item.operations) {
        if (find_by_name(of_type.operations, operation.name) != nullptr) continue;
        if (defined != nullptr && find_by_name(defined->operations, operation.name) != nullptr) continue;
        if (find_by_name(of_type.notifications, operation.name) != nullptr) continue;
        unknown(operation.at, "operation of the interface '" + item.name + "' named", operation.name,
                names_of(of_type.operations));
      }
      if (names_.is_strict(item.at.file)) check_notifications(item, of_type);
    }
  }

  void check_notifications(const Interface& item, const Interface& of_type) {
    for (const Notification& notification : item.notifications) {
      if (find_by_name(of_type.notifications, notification.name) != nullptr) continue;
      if (find_by_name(of_type.operations, notification.name) != nullptr) continue;
      unknown(notification.at, "notification of the interface '" + item.name + "' named", notification.name,
              names_of(of_type.notifications));
    }
  }

  void check_outputs(const Interface& item, const Interface& defined, const Type& owner) {
    for (const Operation& operation : item.operations)
      check_outputs(operation.outputs, find_by_name(defined.operations, operation.name), owner);
    for (const Notification& notification : item.notifications)
      check_outputs(notification.outputs, find_by_name(defined.notifications, notification.name), owner);
  }

  /// An output goes to an attribute that is there, and to one only.
  template <class Event>
  void check_outputs(const std::vector<OutputAssignment>& outputs, const Event* defined, const Type& owner) {
    for (const OutputAssignment& output : outputs) {
      const std::string& name = output.attribute.front();
      const bool in_capability = output.attribute.size() > 1 && find_by_name(owner.capabilities, name) != nullptr;
      const bool own = output.entity == "SELF" && !leads_on(output) && !in_capability;
      if (own && find_by_name(owner.attributes, name) == nullptr && find_by_name(owner.properties, name) == nullptr)
        unknown(output.at, "attribute of '" + owner.name + "' named", name, names_of(owner.attributes));
      if (defined == nullptr || !names_.is_strict(output.at.file)) continue;
      for (const OutputAssignment& mapped : defined->outputs) {
        if (mapped.output != output.output || mapped.at == output.at) continue;
        diagnostics_.error(Code::wrong_value, output.at, "the output '" + output.output + "' is mapped by the type already")
            .note("it is mapped here", mapped.at);
      }
    }
  }

  std::vector<std::string_view> node_and_group_names() {
    std::vector<std::string_view> names;
    for (const Node& node : topology_.nodes) names.push_back(node.name);
    for (const GroupTemplate& group : topology_.groups) names.push_back(group.name);
    return names;
  }

  void check_entities(const std::vector<Reference>& references, std::string_view what) {
    for (const Reference& reference : references) {
      if (topology_.find_node(reference.name).valid() || find_by_name(topology_.groups, reference.name) != nullptr) continue;
      unknown_of(reference.at, what, reference.name, [&] { return node_and_group_names(); });
    }
  }

  /// Properties of a group or policy against its type.
  void check_properties(const std::vector<Assignment>& properties, TypeId type, std::string_view owner, SourceRange at) {
    if (!type.valid()) return;
    const auto& defined = topology_.types[type].properties;
    for (const Assignment& property : properties) {
      if (find_by_name(defined, property.name) == nullptr)
        unknown(property.at, "property of '" + std::string(owner) + "' named", property.name, names_of(defined));
    }
    for (const ParameterDefinition& definition : defined) {
      if (!definition.required || definition.default_value || find_by_name(properties, definition.name) != nullptr) continue;
      diagnostics_
          .error(Code::missing_property, at, "'" + std::string(owner) + "' must have the property '" + definition.name + "'")
          .note("it is required here", definition.at);
    }
  }

  void check_group(const GroupTemplate& group) {
    const TypeId type = names_.resolve(TypeKind::group, group.type, diagnostics_);
    check_properties(group.properties, type, group.name, group.at);
    check_entities(group.members, "node to be a member named");
    check_each_once(group);
    if (type.valid()) check_admitted(group.members, topology_.types[type], "a member of the group '" + group.name + "'");
  }

  void check_each_once(const GroupTemplate& group) {
    std::unordered_map<std::string_view, SourceRange> known;
    for (const Reference& member : group.members) {
      const auto [first, is_new] = known.emplace(member.name, member.at);
      if (is_new) continue;
      diagnostics_
          .error(Code::duplicate_name, member.at, "'" + member.name + "' is a member of the group '" + group.name + "' already")
          .note("this is the first one", first->second);
    }
  }

  /// Types of groups and policies may list the types of nodes and groups that they are for.
  void check_admitted(const std::vector<Reference>& entities, const Type& by, const std::string& as) {
    if (by.valid_ends.empty()) return;
    for (const Reference& reference : entities) {
      if (is_admitted(reference, by.valid_ends)) continue;
      diagnostics_
          .error(Code::wrong_end, reference.at,
                 "'" + reference.name + "' cannot be " + as + ": its type is not one that '" + by.name + "' lists")
          .note("these are the types that are allowed", by.valid_ends.front().at);
    }
  }

  bool is_admitted(const Reference& reference, const std::vector<Reference>& allowed) const {
    const NodeId node = topology_.find_node(reference.name);
    const GroupTemplate* group = find_by_name(topology_.groups, reference.name);
    const TypeKind kind = node.valid() ? TypeKind::node : TypeKind::group;
    const TypeId type = node.valid() ? topology_.nodes[node].type : group == nullptr ? TypeId() : names_.find(kind, group->type);
    return !type.valid() || std::any_of(allowed.begin(), allowed.end(), [&](const Reference& name) {
      const TypeId base = names_.find(kind, name);
      return base.valid() && topology_.derives_from(type, base);
    });
  }

  void check_policy(const PolicyTemplate& policy) {
    const TypeId type = names_.resolve(TypeKind::policy, policy.type, diagnostics_);
    check_properties(policy.properties, type, policy.name, policy.at);
    check_entities(policy.targets, "node or group to be a target named");
    if (type.valid()) check_admitted(policy.targets, topology_.types[type], "a target of the policy '" + policy.name + "'");
    for (const Trigger& trigger : policy.triggers) {
      check_watched(trigger.watched);
      for (const Activity& action : trigger.actions) {
        check_action(action);
        if (action.kind != Activity::Kind::call_operation || !names_.is_strict(action.at.file)) continue;
        for (const Reference& target : policy.targets) check_call(target, {}, action);
      }
    }
  }

  /// What a trigger names may be known to the orchestrator only: it is worth a word, not more.
  void check_action(const Activity& action) {
    if (action.kind != Activity::Kind::inline_workflow || find_by_name(topology_.workflows, action.what.name) != nullptr) return;
    if (find_by_name(topology_.policies, action.what.name) != nullptr) return;
    // What the service does on an event, and what regions are scaled by, is planned too.
    if (find_by_name(topology_.events, action.what.name) != nullptr) return;
    const PlanKind* kind = PlanKinds::shipped().find_action(action.what.name);
    if (kind != nullptr && (*kind)->subject == Subject::region && !topology_.regions.empty()) return;
    if (names_.is_strict(action.at.file)) return check_workflow_name(action);
    diagnostics_.tolerate(Code::unknown_name, action.what.at,
                          "there is no workflow '" + action.what.name + "'" +
                              diagnostics_.guess(action.what.name, [&] { return names_of(topology_.workflows); }),
                          "3.6.23.4");
  }

  /// Likewise the node that it looks at.
  void check_watched(const Reference& watched) {
    if (watched.empty() || topology_.find_node(watched.name).valid() || names_.find(TypeKind::node, watched).valid()) return;
    diagnostics_.tolerate(Code::unknown_name, watched.at,
                          "there is no node and no node type '" + watched.name + "'" +
                              diagnostics_.guess(watched.name, [&] { return names_of(topology_.nodes); }),
                          "3.6.21.1");
  }

  void check_workflow_name(const Activity& activity) {
    if (activity.kind != Activity::Kind::inline_workflow || find_by_name(topology_.workflows, activity.what.name) != nullptr)
      return;
    // `deploy` and `undeploy` are there without being written.
    if (activity.what.name == "deploy" || activity.what.name == "undeploy") return;
    unknown(activity.what.at, "workflow", activity.what.name, names_of(topology_.workflows));
  }

  void check_workflow(const Workflow& workflow) {
    for (const PreconditionTarget& precondition : workflow.precondition_targets) {
      check_entities({precondition.target}, "node or group to be a precondition's target named");
      check_requirement(precondition.target, precondition.target_relationship);
    }
    const NameTable steps(workflow.steps);
    for (const WorkflowStep& step : workflow.steps) {
      if (!step.target.empty()) check_entities({step.target}, "node or group to be a step's target named");
      check_requirement(step.target, step.target_relationship);
      if (!step.target_relationship.empty() && find_by_name(topology_.groups, step.target.name) != nullptr &&
          names_.is_strict(step.at.file)) {
        diagnostics_.error(Code::wrong_value, step.target_relationship.at,
                           "the target '" + step.target.name + "' is a group, which has no relationships");
      }
      for (const auto* next : {&step.on_success, &step.on_failure}) {
        for (const Reference& other : *next) {
          if (steps.find(other.name) == nullptr)
            unknown_of(other.at, "step", other.name, [&] { return names_of(workflow.steps); });
        }
      }
      for (const Activity& activity : step.activities) {
        check_workflow_name(activity);
        if (activity.kind == Activity::Kind::call_operation) check_call(step.target, step.target_relationship, activity);
      }
    }
  }

  /// One of the target's requirements, or a relationship by its own name.
  void check_requirement(const Reference& target, const Reference& requirement) {
    const NodeId node = topology_.find_node(target.name);
    if (requirement.empty() || !node.valid() || !topology_.nodes[node].type.valid()) return;
    const auto& known = topology_.types[topology_.nodes[node].type].requirements;
    if (find_by_name(known, requirement.name) != nullptr || topology_.find_relationship(requirement.name).valid()) return;
    unknown(requirement.at, "requirement of '" + target.name + "' named", requirement.name, names_of(known));
  }

  /// `interface.operation` of the target, or of the relationship that fulfils one of its requirements.
  void check_call(const Reference& target, const Reference& requirement, const Activity& activity) {
    const NodeId node = topology_.find_node(target.name);
    if (!node.valid()) return;
    EntityId entity = node;
    if (!requirement.empty()) {
      const auto& outgoing = topology_.nodes[node].outgoing;
      const auto found = std::find_if(outgoing.begin(), outgoing.end(), [&](RelationshipId id) {
        return topology_.relationships[id].requirement == requirement.name;
      });
      if (found == outgoing.end()) return;
      entity = *found;
    }
    const std::size_t dot = activity.what.name.rfind('.');
    if (dot == std::string::npos) {
      diagnostics_.error(Code::unknown_name, activity.what.at,
                         "an operation is called by INTERFACE.OPERATION, not '" + activity.what.name + "'");
      return;
    }
    const std::vector<Interface> interfaces = topology_.interfaces(entity);
    const Reference called{activity.what.name.substr(0, dot), activity.what.at};
    const Interface* item = find_called(interfaces, called);
    if (item == nullptr) return unknown(called.at, "interface", called.name, names_of(interfaces));
    const std::string operation = activity.what.name.substr(dot + 1);
    if (item->type.empty() || find_by_name(item->operations, operation) != nullptr) return;
    unknown(called.at, "operation of the interface '" + item->name + "' named", operation, names_of(item->operations));
  }

  /// By its name; in 1.x also by that of its type.
  [[nodiscard]] const Interface* find_called(const std::vector<Interface>& interfaces, const Reference& called) const {
    if (const Interface* named = find_by_name(interfaces, called.name)) return named;
    const TypeId type = names_.is_strict(called.at.file) ? TypeId() : names_.find(TypeKind::interface, called);
    const auto found = std::find_if(interfaces.begin(), interfaces.end(), [&](const Interface& item) {
      return type.valid() && names_.find(TypeKind::interface, item.type) == type;
    });
    return found == interfaces.end() ? nullptr : &*found;
  }

  void check_substitution(const SubstitutionMapping& mapping) {
    const TypeId type = names_.resolve(TypeKind::node, mapping.node_type, diagnostics_);
    if (!type.valid()) return;
    const Type& node_type = topology_.types[type];
    check_mapped(mapping.capabilities, names_of(node_type.capabilities), "capability of '" + node_type.name + "' named");
    check_mapped(mapping.requirements, names_of(node_type.requirements), "requirement of '" + node_type.name + "' named");
    for (const SubstitutionMapping::Entry& entry : mapping.properties) check_member(entry, node_type, &Type::properties);
    for (const SubstitutionMapping::Entry& entry : mapping.attributes) check_member(entry, node_type, &Type::attributes);
    for (const SubstitutionMapping::Entry& entry : mapping.capabilities) check_end(entry, &Type::capabilities, "capability");
    for (const SubstitutionMapping::Entry& entry : mapping.requirements) {
      check_end(entry, &Type::requirements, "requirement");
      check_index(entry, "the index of the requirement '" + entry.name + "'", "UNBOUNDED");
    }
    for (const SubstitutionMapping::Entry& entry : mapping.properties) check_parameter(entry, topology_.inputs, "input");
    const bool is_strict = names_.is_strict(mapping.at.file);
    for (const SubstitutionMapping::Entry& entry : mapping.attributes) {
      // Published templates of 1.x also map attributes to inputs.
      const bool is_input = !is_strict && entry.path.size() == 1 && find_by_name(topology_.inputs, entry.path[0]) != nullptr;
      if (!is_input) check_parameter(entry, topology_.outputs, "output");
    }
    check_inputs(mapping, node_type);
    for (const SubstitutionMapping::Entry& entry : mapping.interfaces) check_operation_mapping(entry, node_type);
    if (!is_strict) return;
    check_all_mapped(mapping);
  }

  /// Where properties are mapped, every input that needs a value gets one.
  void check_all_mapped(const SubstitutionMapping& mapping) {
    if (mapping.properties.empty()) return;
    for (const ParameterDefinition& input : topology_.inputs) {
      if (!input.required || input.default_value) continue;
      const bool mapped = std::any_of(mapping.properties.begin(), mapping.properties.end(),
                                      [&](const auto& entry) { return entry.path.size() == 1 && entry.path[0] == input.name; });
      if (!mapped)
        diagnostics_.error(Code::bad_substitution, input.at,
                           "the input '" + input.name + "' needs a default: no property is mapped to it");
    }
  }

  /// `interface.operation` of the node type, and the workflow that it stands for.
  void check_operation_mapping(const SubstitutionMapping::Entry& entry, const Type& node_type) {
    const std::size_t dot = entry.name.find('.');
    const std::string interface_name = entry.name.substr(0, dot);
    const Interface* item = find_by_name(node_type.interfaces, interface_name);
    const bool is_strict = names_.is_strict(entry.at.file);
    if (item == nullptr && is_strict)  // in 1.x it may be one more interface
      return unknown(entry.at, "interface of '" + node_type.name + "' named", interface_name, names_of(node_type.interfaces));
    const std::string operation = entry.name.substr(dot + 1);
    if (item != nullptr && find_by_name(item->operations, operation) == nullptr &&
        find_by_name(item->notifications, operation) == nullptr)
      unknown(entry.at, "operation of the interface '" + interface_name + "' named", operation, names_of(item->operations));
    if (!is_strict && is_operation_of_node(entry)) return;
    if (entry.path.size() != 1) {
      diagnostics_.error(Code::wrong_kind, entry.at, "the operation '" + entry.name + "' is mapped to the name of a workflow");
    } else if (find_by_name(topology_.workflows, entry.path[0]) == nullptr) {
      unknown(entry.at, "workflow to map to named", entry.path[0], names_of(topology_.workflows));
    }
  }

  /// 1.x also maps to an operation of a node inside: `node.operation`, `[node, interface, operation]`, or a map of such.
  [[nodiscard]] bool is_operation_of_node(const SubstitutionMapping::Entry& entry) const {
    if (entry.path.empty()) return true;
    return topology_.find_node(entry.path[0].substr(0, entry.path[0].find('.'))).valid();
  }

  void check_mapped(const std::vector<SubstitutionMapping::Entry>& entries, const std::vector<std::string_view>& known,
                    const std::string& what) {
    for (const SubstitutionMapping::Entry& entry : entries) {
      if (std::find(known.begin(), known.end(), entry.name) == known.end()) unknown(entry.at, what, entry.name, known);
    }
  }

  /// A property or attribute of the node, of its capability, or of relationships that its requirement leads to.
  void check_member(const SubstitutionMapping::Entry& entry, const Type& node_type,
                    std::vector<ParameterDefinition> TypeMembers::*section) {
    const MappedMember member = find_mapped_member(entry, node_type, section, topology_.types, names_);
    if (!member.missing.empty()) unknown(entry.at, member.missing, member.name, member.known);
    if (entry.of == SubstitutionMapping::Of::relationship)
      check_index(entry, "the index of the relationship of '" + entry.part + "'", "ALL");
  }

  /// `[node, part]`, where the part is one that the node has.
  template <class Part>
  void check_end(const SubstitutionMapping::Entry& entry, std::vector<Part> TypeMembers::*parts, const std::string& what) {
    if (entry.path.empty()) return;
    const NodeId node = topology_.find_node(entry.path.front());
    if (!node.valid())
      return unknown_of(entry.at, "node to map to named", entry.path.front(), [&] { return node_and_group_names(); });
    const TypeId type = topology_.nodes[node].type;
    if (entry.path.size() == 1 && names_.is_strict(entry.at.file) && !is_to_be_selected(topology_.nodes[node].directives))
      diagnostics_.error(Code::bad_substitution, entry.at,
                         "'" + entry.path[0] + "' is mapped to as a whole, so it must have the directive 'select'");
    if (entry.path.size() < 2 || !type.valid() || find_by_name(topology_.types[type].*parts, entry.path[1]) != nullptr) return;
    unknown(entry.at, what + " of '" + entry.path[0] + "' named", entry.path[1], names_of(topology_.types[type].*parts));
  }

  void check_index(const SubstitutionMapping::Entry& entry, const std::string& what, const std::string& word) {
    if (entry.index.empty() || entry.index == word || entry.index.find_first_not_of("0123456789") == std::string::npos) return;
    diagnostics_.error(Code::bad_substitution, entry.at, what + " must be a number or " + word + ", not '" + entry.index + "'");
  }

  /// The name of an input or output; a longer path leads to a node.
  void check_parameter(const SubstitutionMapping::Entry& entry, const std::vector<ParameterDefinition>& known,
                       const std::string& what) {
    if (entry.path.size() != 1 || find_by_name(known, entry.path[0]) != nullptr) return;
    unknown(entry.at, what + " to map to named", entry.path[0], names_of(known));
  }

  /// Without a mapping of properties, the inputs stand for the properties of the same names.
  void check_inputs(const SubstitutionMapping& mapping, const Type& node_type) {
    if (!mapping.properties.empty()) return;
    // 2.0 leaves it to the service which properties it reads.
    if (!names_.is_strict(mapping.at.file)) check_properties_taken(mapping, node_type);
    for (const ParameterDefinition& input : topology_.inputs) {
      if (input.default_value || !input.required || find_by_name(node_type.properties, input.name) != nullptr) continue;
      diagnostics_.error(Code::bad_substitution, input.at,
                         "the input '" + input.name + "' needs a default: '" + node_type.name +
                             "', for which this service stands, has no property of that name");
    }
  }

  void check_properties_taken(const SubstitutionMapping& mapping, const Type& node_type) {
    for (const ParameterDefinition& property : node_type.properties) {
      if (!property.required || property.default_value || find_by_name(topology_.inputs, property.name) != nullptr) continue;
      diagnostics_
          .error(Code::bad_substitution, mapping.at,
                 "'" + node_type.name + "' requires the property '" + property.name +
                     "', but there is no input of that name to take it")
          .note("it is required here", property.at);
    }
  }

  const Topology& topology_;
  const TypeNames& names_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_service(const Topology& topology, const TypeNames& names, Diagnostics& diagnostics) {
  Checker(topology, names, diagnostics).check();
}

}  // namespace planbuilder::tosca
