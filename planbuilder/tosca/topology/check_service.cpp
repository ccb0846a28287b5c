#include "planbuilder/tosca/topology/check_service.h"

#include <algorithm>
#include <charconv>

#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::tosca {

namespace {

class Checker {
 public:
  Checker(const Topology& topology, const TypeNames& names, Diagnostics& diagnostics)
      : topology_(topology), names_(names), diagnostics_(diagnostics) {}

  void check() {
    for (const Node& node : topology_.nodes) check_operations(node.interfaces, node.type);
    for (const Relationship& relationship : topology_.relationships) check_operations(relationship.interfaces, relationship.type);
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

  /// The operations that a template fills must exist in the interface's type.
  void check_operations(const std::vector<Interface>& interfaces, TypeId owner) {
    if (!owner.valid()) return;
    for (const Interface& item : interfaces) {
      const Interface* defined = find_by_name(topology_.types[owner].interfaces, item.name);
      if (defined == nullptr && item.type.empty() && names_.is_strict(item.at.file)) {
        unknown(item.at, "interface of '" + topology_.types[owner].name + "' named", item.name,
                names_of(topology_.types[owner].interfaces));
        continue;
      }
      if (defined != nullptr && names_.is_strict(item.at.file)) check_outputs(item, *defined, topology_.types[owner]);
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
      const bool own = output.entity == "SELF" && !is_step(output.attribute.front());
      const std::string& name = output.attribute.front();
      if (own && find_by_name(owner.attributes, name) == nullptr && find_by_name(owner.properties, name) == nullptr)
        unknown(output.at, "attribute of '" + owner.name + "' named", name, names_of(owner.attributes));
      if (defined == nullptr) continue;
      for (const OutputAssignment& mapped : defined->outputs) {
        if (mapped.output != output.output || mapped.at == output.at) continue;
        diagnostics_.error(Code::wrong_value, output.at, "the output '" + output.output + "' is mapped by the type already")
            .note("it is mapped here", mapped.at);
      }
    }
  }

  static bool is_step(const std::string& word) {
    return word == "CAPABILITY" || word == "RELATIONSHIP" || word == "SOURCE" || word == "TARGET";
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
    if (type.valid()) check_admitted(group.members, topology_.types[type], "a member of the group '" + group.name + "'");
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
      return base.valid() && topology_.derives_from(type, topology_.types[base].name);
    });
  }

  void check_policy(const PolicyTemplate& policy) {
    const TypeId type = names_.resolve(TypeKind::policy, policy.type, diagnostics_);
    check_properties(policy.properties, type, policy.name, policy.at);
    check_entities(policy.targets, "node or group to be a target named");
    if (type.valid()) check_admitted(policy.targets, topology_.types[type], "a target of the policy '" + policy.name + "'");
    for (const Trigger& trigger : policy.triggers) {
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
    if (names_.is_strict(action.at.file)) return check_workflow_name(action);
    diagnostics_.warning(Code::unknown_name, action.what.at,
                         "there is no workflow '" + action.what.name + "'" +
                             diagnostics_.guess(action.what.name, [&] { return names_of(topology_.workflows); }));
  }

  void check_workflow_name(const Activity& activity) {
    if (activity.kind != Activity::Kind::inline_workflow || find_by_name(topology_.workflows, activity.what.name) != nullptr)
      return;
    // `deploy` and `undeploy` are there without being written.
    if (activity.what.name == "deploy" || activity.what.name == "undeploy") return;
    unknown(activity.what.at, "workflow", activity.what.name, names_of(topology_.workflows));
  }

  void check_workflow(const Workflow& workflow) {
    for (const WorkflowStep& step : workflow.steps) {
      if (!step.target.empty()) check_entities({step.target}, "node or group to be a step's target named");
      if (!step.target_relationship.empty() && find_by_name(topology_.groups, step.target.name) != nullptr &&
          names_.is_strict(step.at.file)) {
        diagnostics_.error(Code::wrong_value, step.target_relationship.at,
                           "the target '" + step.target.name + "' is a group, which has no relationships");
      }
      for (const auto* next : {&step.on_success, &step.on_failure}) {
        for (const Reference& other : *next) {
          if (find_by_name(workflow.steps, other.name) == nullptr)
            unknown_of(other.at, "step", other.name, [&] { return names_of(workflow.steps); });
        }
      }
      for (const Activity& activity : step.activities) {
        check_workflow_name(activity);
        if (activity.kind == Activity::Kind::call_operation) check_call(step.target, step.target_relationship, activity);
      }
    }
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
      if (names_.is_strict(activity.at.file))
        diagnostics_.error(Code::unknown_name, activity.what.at,
                           "an operation is called by INTERFACE.OPERATION, not '" + activity.what.name + "'");
      return;
    }
    const std::vector<Interface> interfaces = topology_.interfaces(entity);
    const std::string interface_name = activity.what.name.substr(0, dot);
    if (find_by_name(interfaces, interface_name) == nullptr)
      unknown(activity.what.at, "interface", interface_name, names_of(interfaces));
  }

  void check_substitution(const SubstitutionMapping& mapping) {
    const TypeId type = names_.resolve(TypeKind::node, mapping.node_type, diagnostics_);
    if (!type.valid()) return;
    const Type& node_type = topology_.types[type];
    check_mapped(mapping.capabilities, names_of(node_type.capabilities), "capability of '" + node_type.name + "' named");
    check_mapped(mapping.requirements, names_of(node_type.requirements), "requirement of '" + node_type.name + "' named");
    check_mapped(mapping.properties, names_of(node_type.properties), "property of '" + node_type.name + "' named");
    check_mapped(mapping.attributes, names_of(node_type.attributes), "attribute of '" + node_type.name + "' named");
    for (const SubstitutionMapping::Entry& entry : mapping.capabilities) check_end(entry, &Type::capabilities, "capability");
    for (const SubstitutionMapping::Entry& entry : mapping.requirements) {
      check_end(entry, &Type::requirements, "requirement");
      check_index(entry);
    }
    for (const SubstitutionMapping::Entry& entry : mapping.properties) check_parameter(entry, topology_.inputs, "input");
    if (!names_.is_strict(mapping.at.file)) return check_inputs(mapping, node_type);  // 1.x maps attributes in several ways
    for (const SubstitutionMapping::Entry& entry : mapping.attributes) check_parameter(entry, topology_.outputs, "output");
    check_inputs(mapping, node_type);
    check_all_mapped(mapping);
    for (const SubstitutionMapping::Entry& entry : mapping.interfaces) check_operation_mapping(entry, node_type);
    for (const RequirementDefinition& requirement : node_type.requirements) check_bounds(mapping, requirement);
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
    if (item == nullptr)
      return unknown(entry.at, "interface of '" + node_type.name + "' named", interface_name, names_of(node_type.interfaces));
    const std::string operation = entry.name.substr(dot + 1);
    if (find_by_name(item->operations, operation) == nullptr && find_by_name(item->notifications, operation) == nullptr)
      unknown(entry.at, "operation of the interface '" + interface_name + "' named", operation, names_of(item->operations));
    if (entry.path.size() != 1) {
      diagnostics_.error(Code::wrong_kind, entry.at, "the operation '" + entry.name + "' is mapped to the name of a workflow");
    } else if (find_by_name(topology_.workflows, entry.path[0]) == nullptr) {
      unknown(entry.at, "workflow to map to named", entry.path[0], names_of(topology_.workflows));
    }
  }

  /// As many assignments are mapped as the node may have, and nothing after all that are left.
  void check_bounds(const SubstitutionMapping& mapping, const RequirementDefinition& requirement) {
    std::uint64_t mapped = 0;
    SourceRange last = {};
    bool all_mapped = false;
    for (const SubstitutionMapping::Entry& entry : mapping.requirements) {
      if (entry.name != requirement.name || entry.at == last) continue;  // several targets of one mapping
      last = entry.at;
      if (all_mapped)
        diagnostics_.error(Code::bad_substitution, entry.at,
                           "the requirement '" + entry.name + "' is mapped UNBOUNDED before: nothing is left to map");
      all_mapped = all_mapped || entry.index == "UNBOUNDED";
      std::uint64_t count = 1;
      std::from_chars(entry.index.data(), entry.index.data() + entry.index.size(), count);
      mapped += all_mapped ? 0 : count;
    }
    const auto most = requirement.occurrences ? requirement.occurrences->maximum : std::nullopt;
    if (most && mapped > *most)
      diagnostics_
          .error(Code::bad_substitution, last,
                 "the requirement '" + requirement.name + "' is mapped " + std::to_string(mapped) + " times, but may be there " +
                     std::to_string(*most) + " times at most")
          .note("it is defined here", requirement.at);
  }

  void check_mapped(const std::vector<SubstitutionMapping::Entry>& entries, const std::vector<std::string_view>& known,
                    const std::string& what) {
    for (const SubstitutionMapping::Entry& entry : entries) {
      if (std::find(known.begin(), known.end(), entry.name) == known.end()) unknown(entry.at, what, entry.name, known);
    }
  }

  /// `[node, part]`, where the part is one that the node has.
  template <class Part>
  void check_end(const SubstitutionMapping::Entry& entry, std::vector<Part> TypeMembers::*parts, const std::string& what) {
    if (entry.path.empty()) return;
    const NodeId node = topology_.find_node(entry.path.front());
    if (!node.valid())
      return unknown_of(entry.at, "node to map to named", entry.path.front(), [&] { return node_and_group_names(); });
    const TypeId type = topology_.nodes[node].type;
    if (entry.path.size() == 1 && names_.is_strict(entry.at.file) && !is_selected(topology_.nodes[node]))
      diagnostics_.error(Code::bad_substitution, entry.at,
                         "'" + entry.path[0] + "' is mapped to as a whole, so it must have the directive 'select'");
    if (entry.path.size() < 2 || !type.valid() || find_by_name(topology_.types[type].*parts, entry.path[1]) != nullptr) return;
    unknown(entry.at, what + " of '" + entry.path[0] + "' named", entry.path[1], names_of(topology_.types[type].*parts));
  }

  static bool is_selected(const Node& node) {
    return std::find(node.directives.begin(), node.directives.end(), "select") != node.directives.end();
  }

  void check_index(const SubstitutionMapping::Entry& entry) {
    if (entry.index.empty() || entry.index == "UNBOUNDED" || entry.index.find_first_not_of("0123456789") == std::string::npos)
      return;
    diagnostics_.error(
        Code::bad_substitution, entry.at,
        "the index of the requirement '" + entry.name + "' must be a number or UNBOUNDED, not '" + entry.index + "'");
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
    for (const ParameterDefinition& property : node_type.properties) {
      if (!property.required || property.default_value || find_by_name(topology_.inputs, property.name) != nullptr) continue;
      diagnostics_
          .error(Code::bad_substitution, mapping.at,
                 "'" + node_type.name + "' requires the property '" + property.name +
                     "', but there is no input of that name to take it")
          .note("it is required here", property.at);
    }
    for (const ParameterDefinition& input : topology_.inputs) {
      if (input.default_value || !input.required || find_by_name(node_type.properties, input.name) != nullptr) continue;
      diagnostics_.error(Code::bad_substitution, input.at,
                         "the input '" + input.name + "' needs a default: '" + node_type.name +
                             "', for which this service stands, has no property of that name");
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
