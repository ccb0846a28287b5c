// The parts that definitions and the topology share, as dumps show them. Where a thing stands in a file is its `at`.
#pragma once

#include "planbuilder/support/dump.h"
#include "planbuilder/tosca/model/event_grammar.h"

namespace planbuilder::tosca {

class PartsDumper {
 public:
  explicit PartsDumper(const Sources& sources) : sources_(sources) {}

  [[nodiscard]] Value assignments(const std::vector<Assignment>& assignments) const;
  [[nodiscard]] Value parameters(const std::vector<ParameterDefinition>& parameters) const;
  [[nodiscard]] Value names(const std::vector<Reference>& references) const;
  [[nodiscard]] Value interfaces(const std::vector<Interface>& interfaces) const;
  [[nodiscard]] Value operations(const std::vector<Operation>& operations) const;
  [[nodiscard]] Value artifacts(const std::vector<Artifact>& artifacts) const;
  [[nodiscard]] Value capabilities(const std::vector<CapabilityAssignment>& capabilities) const;
  [[nodiscard]] Value node_filter(const NodeFilter& filter) const;
  [[nodiscard]] Value groups(const std::vector<GroupTemplate>& groups) const;
  [[nodiscard]] Value policies(const std::vector<PolicyTemplate>& policies) const;
  [[nodiscard]] Value triggers(const std::vector<Trigger>& triggers) const;
  [[nodiscard]] Value workflows(const std::vector<Workflow>& workflows) const;
  [[nodiscard]] Value substitution(const SubstitutionMapping& mapping) const;
  [[nodiscard]] Value ready_plans(const std::vector<ReadyPlan>& plans) const;
  [[nodiscard]] Value boundary(const Boundary& boundary) const;
  [[nodiscard]] const Sources& sources() const { return sources_; }

 private:
  [[nodiscard]] Value schema(const Schema& schema) const;
  [[nodiscard]] Value artifact(const Artifact& artifact) const;
  [[nodiscard]] Value outputs(const std::vector<OutputAssignment>& outputs) const;
  [[nodiscard]] Value notifications(const std::vector<Notification>& notifications) const;
  [[nodiscard]] Value rules(const EventRules& rules) const;
  [[nodiscard]] Value event_triggers(const std::vector<EventTrigger>& triggers) const;
  [[nodiscard]] Value state(const InterfaceState& state) const;
  [[nodiscard]] Value activities(const std::vector<Activity>& activities) const;
  [[nodiscard]] Value mapping_entries(const std::vector<SubstitutionMapping::Entry>& entries) const;

  const Sources& sources_;
};

}  // namespace planbuilder::tosca
