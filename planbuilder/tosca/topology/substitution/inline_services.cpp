#include "planbuilder/tosca/topology/substitution/inline_services.h"

#include <algorithm>
#include <unordered_set>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/model/merge.h"
#include "planbuilder/tosca/topology/substitution/shared_requirements.h"
#include "planbuilder/tosca/topology/substitution/substituted_values.h"
#include "planbuilder/tosca/topology/substitution/template_values.h"

namespace planbuilder::tosca {

namespace {

using Entry = SubstitutionMapping::Entry;

// Every node has these two: who depends on a service, or what a service depends on, concerns all of its nodes.
constexpr std::string_view whole_node_capability = "feature";
constexpr std::string_view whole_node_requirement = "dependency";

/// `[node, part]`; anything else leads nowhere.
const Entry* find_end(const std::vector<Entry>& entries, const std::string& name) {
  const Entry* found = find_by_name(entries, name);
  return found != nullptr && found->path.size() == 2 ? found : nullptr;
}

class Inliner {
 public:
  Inliner(ServiceTemplate& service, const Topology& topology, const TypeNames& names, Diagnostics& diagnostics)
      : service_(service),
        topology_(topology),
        names_(names),
        diagnostics_(diagnostics),
        values_(topology, instances_, diagnostics) {
    for_each_name(service_, [&](const std::string& name) { taken_.insert(name); });
  }

  std::map<NodeId, std::vector<std::string>> replace(const Replacements& replacements) {
    for (const auto& [node, substitute] : replacements) add_instance(node, *substitute);
    lead_values();
    std::vector<NodeTemplate> nodes;
    for (const NodeId id : topology_.nodes.ids()) {
      NodeTemplate& node = service_.nodes[id.index()];
      const auto instance = instances_.find(id);
      if (instance == instances_.end()) {
        nodes.push_back(std::move(node));
      } else {
        for (NodeTemplate& inside : take(instance->second, node)) nodes.push_back(std::move(inside));
      }
    }
    service_.nodes = std::move(nodes);
    lead_names();
    for (const auto& [node, instance] : instances_) take_rest(instance);
    return std::move(brought_);
  }

 private:
  // --- names

  template <class Visit>
  static void for_each_name(const ServiceTemplate& service, const Visit& visit) {
    for (const auto& item : service.nodes) visit(item.name);
    for (const auto& item : service.relationships) visit(item.name);
    for (const auto& item : service.groups) visit(item.name);
    for (const auto& item : service.policies) visit(item.name);
    for (const auto& item : service.workflows) visit(item.name);
  }

  void add_instance(NodeId node, const ServiceTemplate& substitute) {
    Instance instance{node, &substitute, {}, {}};
    select_nodes(instance);
    for_each_name(substitute, [&](const std::string& name) {
      if (instance.names.contains(name)) return;
      const std::string wanted = topology_.nodes[node].name + "." + name;
      std::string free = wanted;
      for (std::size_t i = 2; !taken_.insert(free).second; ++i) free = wanted + "-" + std::to_string(i);
      instance.names.emplace(name, free);
    });
    for (const NodeTemplate& inside : substitute.nodes) {
      if (!instance.selected.contains(inside.name)) brought_[node].push_back(instance.outside(inside.name));
    }
    instances_.emplace(node, std::move(instance));
  }

  /// What a mapped requirement leads to is the node that the service selects.
  void select_nodes(Instance& instance) {
    const SharedRequirements requirements = shared_requirements(instance);
    for (const auto& [requirement, mapping] : requirements.share_out(service_.nodes[instance.node.index()].requirements)) {
      if (mapping == nullptr || !requirement.pinned) continue;
      for (const Entry* target : mapping->targets) {
        const bool fresh = target->path.size() == 1 && instance.names.emplace(target->path[0], requirement.node.name).second;
        if (fresh) instance.selected.emplace(target->path[0], requirement.capability.name);
      }
    }
  }

  [[nodiscard]] const Instance* instance_named(const std::string& node) const {
    const auto found = instances_.find(topology_.find_node(node));
    return found == instances_.end() ? nullptr : &found->second;
  }

  // --- the service around

  void lead_values() {
    for (const NodeId id : topology_.nodes.ids()) {
      NodeTemplate& node = service_.nodes[id.index()];
      if (touches_instance(id)) put_inputs(id, Owner{.self = id}, node.interfaces);
      // Of a node that is replaced, only what is handed over matters.
      if (!instances_.contains(id))
        for_each_value_of_node(node, [&](Value& value) { values_.rewrite(value, Owner{.self = id}); });
      lead_requirements(id, node);
    }
    for (RelationshipTemplate& relationship : service_.relationships) {
      const RelationshipId id = topology_.find_relationship(relationship.name);
      const Owner owner = id.valid() ? owner_of(id) : Owner();
      for_each_value_of_relationship(relationship, [&](Value& value) { values_.rewrite(value, owner); });
    }
    const auto at_service_level = [&](Value& value) { values_.rewrite(value, Owner()); };
    for_each_given(service_.outputs, at_service_level);
    for (GroupTemplate& group : service_.groups) for_each_value_of_group(group, at_service_level);
    for (PolicyTemplate& policy : service_.policies) for_each_value_of_policy(policy, at_service_level);
    for (Workflow& workflow : service_.workflows) for_each_value_of_workflow(workflow, at_service_level);
  }

  [[nodiscard]] Owner owner_of(RelationshipId id) const {
    return {{}, topology_.relationships[id].source, topology_.relationships[id].target, id};
  }

  [[nodiscard]] bool touches_instance(NodeId node) const {
    const auto& outgoing = topology_.nodes[node].outgoing;
    return !instances_.contains(node) && std::any_of(outgoing.begin(), outgoing.end(), [&](RelationshipId id) {
      return instances_.contains(topology_.relationships[id].target);
    });
  }

  /// Types may read what was replaced, too: such inputs of operations are written into the template.
  void put_inputs(EntityId entity, const Owner& owner, std::vector<Interface>& into) {
    for (const Interface& item : topology_.interfaces(entity)) {
      Interface own{.name = item.name, .type = {}, .inputs = {}, .operations = {}, .notifications = {}, .at = item.at};
      for (const Operation& operation : item.operations) {
        if (!operation.implementation) continue;  // never called
        Operation changed;
        changed.name = operation.name;
        changed.at = operation.at;
        for (const auto* inputs : {&item.inputs, &operation.inputs}) {
          for (const ParameterDefinition& input : *inputs) put_input(input, owner, changed.inputs);
        }
        if (!changed.inputs.empty()) own.operations.push_back(std::move(changed));
      }
      if (!own.operations.empty()) refine_interfaces(into, {own});
    }
  }

  void put_input(const ParameterDefinition& input, const Owner& owner, std::vector<ParameterDefinition>& into) {
    const std::optional<Value>& given = input.value ? input.value : input.default_value;
    if (!given) return;
    Value value = *given;
    values_.rewrite(value, owner);
    if (same(value, *given)) return;
    into.push_back(input);
    into.back().value = std::move(value);
  }

  /// What led to a node that was replaced leads to the node inside that has the mapped capability.
  void lead_requirements(NodeId source, NodeTemplate& node) {
    std::vector<RequirementAssignment> led;
    std::size_t made = 0;  // relationships; each pinned requirement made one, in this order
    for (RequirementAssignment& requirement : node.requirements) {
      const NodeId target = requirement.pinned ? topology_.find_node(requirement.node.name) : NodeId();
      const RelationshipId id = requirement.pinned ? topology_.nodes[source].outgoing[made] : RelationshipId();
      const Owner owner{{}, source, target, id};
      const bool concerned = instances_.contains(source) || instances_.contains(target);
      if (concerned && requirement.pinned) put_inputs(id, owner, requirement.interfaces);
      if (requirement.pinned) ++made;
      for_each_value_of_requirement(requirement, [&](Value& value) { values_.rewrite(value, owner); });
      lead(std::move(requirement), node.name, led);
    }
    node.requirements = std::move(led);
  }

  void lead(RequirementAssignment requirement, const std::string& source, std::vector<RequirementAssignment>& into) {
    const Instance* instance = requirement.pinned ? instance_named(requirement.node.name) : nullptr;
    if (instance == nullptr) {
      into.push_back(std::move(requirement));
      return;
    }
    const std::vector<Entry>& mapped = instance->mapping().capabilities;
    std::string capability = requirement.capability.name;
    if (capability.empty() && mapped.size() == 1) capability = mapped.front().name;  // it can only mean this one
    if (const Entry* end = find_end(mapped, capability)) {
      requirement.node.name = instance->outside(end->path[0]);
      requirement.capability.name = end->path[1];
      into.push_back(std::move(requirement));
    } else if (capability.empty() || capability == whole_node_capability) {
      for (const std::string& inside : brought_[instance->node]) {
        into.push_back(requirement);
        into.back().node.name = inside;
      }
    } else {
      diagnostics_
          .error(Code::bad_substitution, instance->mapping().at,
                 "the capability '" + capability + "' of '" + topology_.nodes[instance->node].name +
                     "' is needed, but not mapped to one of a node of this service")
          .note("the requirement '" + requirement.name + "' of '" + source + "' needs it", requirement.at);
    }
  }

  /// Groups, policies, workflows and the service's own mappings name what came instead.
  void lead_names() {
    for (GroupTemplate& group : service_.groups) group.members = lead(group.members);
    for (PolicyTemplate& policy : service_.policies) {
      policy.targets = lead(policy.targets);
      lead_strategies(policy);
    }
    for (Workflow& workflow : service_.workflows) lead_steps(workflow);
    if (!service_.substitution) return;
    lead_entries(service_.substitution->capabilities, &SubstitutionMapping::capabilities);
    lead_entries(service_.substitution->requirements, &SubstitutionMapping::requirements);
  }

  std::vector<Reference> lead(const std::vector<Reference>& references) {
    std::vector<Reference> led;
    for (const Reference& reference : references) {
      const Instance* instance = instance_named(reference.name);
      if (instance == nullptr) {
        led.push_back(reference);
      } else {
        for (const std::string& name : brought_[instance->node]) led.push_back({name, reference.at});
      }
    }
    return led;
  }

  void lead_entries(std::vector<Entry>& entries, const std::vector<Entry> SubstitutionMapping::*inside) {
    for (Entry& entry : entries) {
      const Instance* instance = entry.path.size() == 2 ? instance_named(entry.path[0]) : nullptr;
      if (instance == nullptr) continue;
      if (const Entry* end = find_end(instance->mapping().*inside, entry.path[1])) {
        entry.path = {instance->outside(end->path[0]), end->path[1]};
      } else {
        diagnostics_
            .error(Code::bad_substitution, entry.at,
                   "'" + entry.path[0] + "' is replaced by another service, which maps no '" + entry.path[1] + "'")
            .note("this service takes its place", instance->mapping().at);
      }
    }
  }

  /// Regions say by node how it is selected.
  [[nodiscard]] Map* strategies_of(PolicyTemplate& policy) const {
    const TypeId type = names_.find(TypeKind::policy, policy.type);
    if (!type.valid() || !topology_.derives_from(type, "planbuilder.policies.ScalingRegion")) return nullptr;
    Assignment* strategies = find_by_name(policy.properties, "strategies");
    return strategies == nullptr ? nullptr : std::get_if<Map>(&strategies->value.data);
  }

  void lead_strategies(PolicyTemplate& policy) {
    Map* strategies = strategies_of(policy);
    if (strategies == nullptr) return;
    Map led;
    for (MapEntry& entry : *strategies) {
      for (const Reference& name : lead({{entry.key}})) led.push_back({name.name, entry.value});
    }
    *strategies = std::move(led);
  }

  /// A step whose target was replaced becomes one step for each node that came.
  void lead_steps(Workflow& workflow) {
    std::unordered_map<std::string, std::vector<Reference>> parts;
    std::vector<WorkflowStep> steps;
    for (WorkflowStep& step : workflow.steps) {
      const Instance* instance = instance_named(step.target.name);
      if (instance == nullptr) {
        steps.push_back(std::move(step));
        continue;
      }
      for (const NodeTemplate& inside : instance->service->nodes) {
        if (instance->selected.contains(inside.name)) continue;
        steps.push_back(step);
        steps.back().name += "." + inside.name;
        steps.back().target.name = instance->outside(inside.name);
        parts[step.name].push_back({steps.back().name, step.at});
      }
    }
    const auto lead_to_parts = [&](std::vector<Reference>& next) {
      std::vector<Reference> led;
      for (const Reference& reference : next) {
        const auto found = parts.find(reference.name);
        if (found == parts.end())
          led.push_back(reference);
        else
          led.insert(led.end(), found->second.begin(), found->second.end());
      }
      next = std::move(led);
    };
    for (WorkflowStep& step : steps) {
      lead_to_parts(step.on_success);
      lead_to_parts(step.on_failure);
    }
    workflow.steps = std::move(steps);
  }

  // --- what a service brings

  std::vector<NodeTemplate> take(const Instance& instance, NodeTemplate& replaced) {
    std::vector<NodeTemplate> nodes = instance.service->nodes;
    std::erase_if(nodes, [&](const NodeTemplate& node) { return instance.selected.contains(node.name); });
    for (NodeTemplate& node : nodes) {
      node.name = instance.outside(node.name);
      for_each_value_of_node(node, [&](Value& value) { values_.rewrite(value, instance); });
      rename(node.interfaces, instance);
      for (RequirementAssignment& requirement : node.requirements) {
        lead_to_selected(requirement, instance);
        requirement.node.name = instance.outside(requirement.node.name);
        requirement.relationship.name = instance.outside(requirement.relationship.name);
        for_each_value_of_requirement(requirement, [&](Value& value) { values_.rewrite(value, instance); });
        rename(requirement.interfaces, instance);
      }
    }
    hand_over_requirements(instance, replaced, nodes);
    hand_over_values(instance, replaced, nodes);
    return nodes;
  }

  /// The node outside may have another capability than the template that it is selected for.
  void lead_to_selected(RequirementAssignment& requirement, const Instance& instance) const {
    const auto selected = instance.selected.find(requirement.node.name);
    if (selected == instance.selected.end()) return;
    const TypeId type = topology_.nodes[topology_.find_node(instance.outside(requirement.node.name))].type;
    const bool same = type.valid() && find_by_name(topology_.types[type].capabilities, requirement.capability.name) != nullptr;
    if (!same) requirement.capability.name = selected->second;
  }

  static void rename(std::vector<Interface>& interfaces, const Instance& instance) {
    for (Interface& item : interfaces) {
      for (Operation& operation : item.operations) {
        operation.operation_host = instance.outside(operation.operation_host);
        for (OutputAssignment& output : operation.outputs) output.entity = instance.outside(output.entity);
      }
    }
  }

  static void rename(std::vector<Reference>& references, const Instance& instance) {
    for (Reference& reference : references) reference.name = instance.outside(reference.name);
  }

  // --- what the replaced node required

  [[nodiscard]] SharedRequirements shared_requirements(const Instance& instance) const {
    return {*instance.service, topology_.types[topology_.nodes[instance.node].type], topology_.types, names_};
  }

  /// It is required by the nodes inside that the mappings name.
  void hand_over_requirements(const Instance& instance, NodeTemplate& replaced, std::vector<NodeTemplate>& nodes) {
    SharedRequirements requirements = shared_requirements(instance);
    for (const auto& [requirement, mapping] : requirements.share_out(replaced.requirements)) {
      bool taken = false;
      for (const Entry* target : mapping == nullptr ? std::vector<const Entry*>() : mapping->targets) {
        const bool is_selected = target->path.size() == 1 && instance.selected.contains(target->path[0]);
        NodeTemplate* node = target->path.size() != 2 ? nullptr : find_by_name(nodes, instance.outside(target->path[0]));
        taken = taken || is_selected;
        if (node != nullptr) taken = requirements.hand_over(requirement, *target, *node) || taken;
      }
      if (taken) continue;
      if (requirement.name == whole_node_requirement) {
        for (NodeTemplate& node : nodes) node.requirements.push_back(requirement);
      } else if (requirement.at != replaced.at) {  // it was written, not only asked for by the type
        report_not_handed_over(requirement, replaced, instance);
      }
    }
  }

  /// TOSCA 2.0 lets a service map fewer assignments than there are (15.5.4).
  void report_not_handed_over(const RequirementAssignment& requirement, const NodeTemplate& replaced, const Instance& instance) {
    const bool allowed = names_.is_strict(instance.mapping().at.file);
    const std::string summary = "the requirement '" + requirement.name + "' of '" + replaced.name +
                                "' is assigned, but not mapped to one of a node of this service";
    Diagnostic& problem = allowed ? diagnostics_.warning(Code::bad_substitution, instance.mapping().at, summary)
                                  : diagnostics_.error(Code::bad_substitution, instance.mapping().at, summary);
    problem.note("it is assigned here", requirement.at);
  }

  /// What the replaced node said of its capabilities, and of properties that are those of a node inside.
  void hand_over_values(const Instance& instance, const NodeTemplate& replaced, std::vector<NodeTemplate>& nodes) {
    // In 2.0 mappings of capabilities hand over no values (15.1).
    const bool strict = names_.is_strict(instance.mapping().at.file);
    for (const CapabilityAssignment& capability : strict ? std::vector<CapabilityAssignment>() : replaced.capabilities) {
      const Entry* end = find_end(instance.mapping().capabilities, capability.name);
      NodeTemplate* node = end == nullptr ? nullptr : find_by_name(nodes, instance.outside(end->path[0]));
      if (node == nullptr) continue;
      CapabilityAssignment* inside = find_by_name(node->capabilities, end->path[1]);
      if (inside == nullptr) {
        inside = &node->capabilities.emplace_back();
        inside->name = end->path[1];
        inside->at = capability.at;
      }
      for (const Assignment& property : capability.properties) hand_over(property, property.name, instance, inside->properties);
    }
    for (const Entry& entry : instance.mapping().properties) {
      NodeTemplate* node = entry.path.size() == 2 ? find_by_name(nodes, instance.outside(entry.path[0])) : nullptr;
      const Assignment* given = find_by_name(replaced.properties, entry.name);
      if (node != nullptr && given != nullptr) hand_over(*given, entry.path[1], instance, node->properties);
    }
  }

  void hand_over(const Assignment& given, const std::string& name, const Instance& instance, std::vector<Assignment>& into) {
    Assignment handed{name, given.value, given.at};
    values_.rewrite(handed.value, Owner{.self = instance.node});
    refine_by_name(into, {std::move(handed)});
  }

  /// Of the workflows those that the outside can start: by an operation of the node, or by a trigger; and what they use.
  [[nodiscard]] static std::vector<const Workflow*> workflows_of(const ServiceTemplate& service) {
    std::vector<const Workflow*> wanted;
    const auto want = [&](const std::string& name) {
      const Workflow* found = find_by_name(service.workflows, name);
      if (found != nullptr && std::find(wanted.begin(), wanted.end(), found) == wanted.end()) wanted.push_back(found);
    };
    for (const Entry& entry : service.substitution->interfaces) {
      if (!entry.path.empty()) want(entry.path[0]);
    }
    for (const PolicyTemplate& policy : service.policies) {
      for (const Trigger& trigger : policy.triggers) {
        for (const Activity& action : trigger.actions) want(action.what.name);
      }
    }
    for (std::size_t next = 0; next < wanted.size(); ++next) {
      for (const WorkflowStep& step : wanted[next]->steps) {
        for (const Activity& activity : step.activities) want(activity.what.name);
      }
    }
    return wanted;
  }

  void take_workflow(Workflow workflow, const Instance& instance) {
    workflow.name = instance.outside(workflow.name);
    for_each_value_of_workflow(workflow, [&](Value& value) { values_.rewrite(value, instance); });
    for (WorkflowStep& step : workflow.steps) {
      step.target.name = instance.outside(step.target.name);
      step.operation_host = instance.outside(step.operation_host);
      rename(step.activities, instance);
    }
    for (PreconditionTarget& precondition : workflow.precondition_targets)
      precondition.target.name = instance.outside(precondition.target.name);
    service_.workflows.push_back(std::move(workflow));
  }

  static void rename(std::vector<Activity>& activities, const Instance& instance) {
    for (Activity& activity : activities) {
      if (activity.kind == Activity::Kind::inline_workflow) activity.what.name = instance.outside(activity.what.name);
    }
  }

  void take_rest(const Instance& instance) {
    const auto rewrite = [&](Value& value) { values_.rewrite(value, instance); };
    for (RelationshipTemplate relationship : instance.service->relationships) {
      relationship.name = instance.outside(relationship.name);
      for_each_value_of_relationship(relationship, rewrite);
      rename(relationship.interfaces, instance);
      service_.relationships.push_back(std::move(relationship));
    }
    for (GroupTemplate group : instance.service->groups) {
      group.name = instance.outside(group.name);
      for_each_value_of_group(group, rewrite);
      rename(group.members, instance);
      service_.groups.push_back(std::move(group));
    }
    for (PolicyTemplate policy : instance.service->policies) {
      policy.name = instance.outside(policy.name);
      for_each_value_of_policy(policy, rewrite);
      rename(policy.targets, instance);
      if (Map* strategies = strategies_of(policy)) {
        for (MapEntry& entry : *strategies) entry.key = instance.outside(entry.key);
      }
      for (Trigger& trigger : policy.triggers) rename(trigger.actions, instance);
      service_.policies.push_back(std::move(policy));
    }
    for (const Workflow* workflow : workflows_of(*instance.service)) take_workflow(*workflow, instance);
  }

  ServiceTemplate& service_;
  const Topology& topology_;
  const TypeNames& names_;
  Diagnostics& diagnostics_;
  Instances instances_;
  SubstitutedValues values_;
  std::unordered_set<std::string> taken_;  // names
  std::map<NodeId, std::vector<std::string>> brought_;
};

}  // namespace

std::map<NodeId, std::vector<std::string>> inline_services(ServiceTemplate& service, const Topology& topology,
                                                           const Replacements& replacements, const TypeNames& names,
                                                           Diagnostics& diagnostics) {
  return Inliner(service, topology, names, diagnostics).replace(replacements);
}

}  // namespace planbuilder::tosca
