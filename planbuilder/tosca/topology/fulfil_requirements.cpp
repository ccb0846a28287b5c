#include "planbuilder/tosca/topology/fulfil_requirements.h"

#include <algorithm>

#include "planbuilder/support/limit_remedy.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/topology/node_filter.h"

namespace planbuilder::tosca {

namespace {

std::string name_of(const Topology& topology, TypeId type) { return "'" + topology.types[type].name + "'"; }

}  // namespace

TargetFinder::TargetFinder(const Topology& topology, const TypeNames& names, std::size_t most_checks, Diagnostics& diagnostics)
    : topology_(topology), names_(names), most_checks_(most_checks), diagnostics_(diagnostics) {
  for (const NodeId node : topology_.nodes.ids()) nodes_by_type_[topology_.nodes[node].type].push_back(node);
}

NodeId TargetFinder::find(const WantedTarget& wanted) {
  const auto [known, is_new] = found_.try_emplace(question(wanted));
  if (is_new) known->second = look_for(wanted);
  const auto [first, second] = known->second;
  return first == wanted.source ? second : first;
}

/// All that decides, but who asks, unless a filter looks there.
std::string TargetFinder::question(const WantedTarget& wanted) const {
  std::string text;
  for (const TypeId type :
       {topology_.nodes[wanted.source].type, wanted.node_type, wanted.capability_type, wanted.relationship_type})
    text += (type.valid() ? std::to_string(type.index()) : "") + " ";
  text += json_quote(wanted.capability_name);
  for (const NodeFilter* filter : wanted.filters) {
    text += "\n" + json_quote(to_text(*filter));
    if (depends_on_source(filter->condition)) text += " " + std::to_string(wanted.source.index());
  }
  return text;
}

TargetFinder::Pair TargetFinder::look_for(const WantedTarget& wanted) {
  Pair best;
  // Types first: most nodes are ruled out by their type, and there are few types.
  for (const auto& [type, nodes] : nodes_by_type_) {
    if (!type.valid() || !type_refusal(wanted, type).empty()) continue;
    for (const NodeId node : nodes) {
      if (node >= best[1] || gave_up()) break;  // what is not valid comes last
      if (!satisfies_filters(wanted, node)) continue;
      best[1] = std::max(std::min(node, best[1]), best[0]);
      best[0] = std::min(node, best[0]);
    }
  }
  return gave_up() ? Pair() : best;
}

bool TargetFinder::satisfies_filters(const WantedTarget& wanted, NodeId candidate) {
  for (const NodeFilter* filter : wanted.filters) {
    if (++checks_ > most_checks_) {
      diagnostics_
          .error(Code::filter_limit, wanted.at,
                 "the nodes that fulfil requirements are not found by " + count_of(most_checks_, "comparison") + " with filters")
          .explain(limit_remedy("filter-checks", most_checks_));
      return false;
    }
    if (!satisfies(*filter, topology_, relationship_to(wanted, candidate))) return false;
  }
  return true;
}

std::string TargetFinder::refusal(const WantedTarget& wanted, NodeId candidate) const {
  if (candidate == wanted.source) return "is the node itself";
  const TypeId type = topology_.nodes[candidate].type;
  if (!type.valid()) return "";  // its type is unknown, which is reported elsewhere
  if (known_fit(wanted, type) == nullptr) return type_refusal(wanted, type);
  for (const NodeFilter* filter : wanted.filters) {
    if (std::string problem = filter_refusal(*filter, topology_, relationship_to(wanted, candidate)); !problem.empty())
      return problem;
  }
  return "";
}

/// The capability through which nodes of the type fit; none where they do not.
const CapabilityDefinition* TargetFinder::known_fit(const WantedTarget& wanted, TypeId type) const {
  const auto [known, fresh] = fits_.try_emplace({topology_.nodes[wanted.source].type, type, wanted.node_type,
                                                 wanted.capability_type, wanted.relationship_type, wanted.capability_name});
  std::string ignored;
  if (fresh && type_refusal(wanted, type).empty()) known->second = fitting_capability(wanted, type, ignored);
  return known->second;
}

std::string TargetFinder::type_refusal(const WantedTarget& wanted, TypeId type) const {
  if (wanted.node_type.valid() && !topology_.derives_from(type, wanted.node_type)) {
    return "is of type " + name_of(topology_, type) + ", which does not derive from " + name_of(topology_, wanted.node_type);
  }
  if (std::string problem = relationship_refusal(wanted, type); !problem.empty()) return problem;
  std::string problem;
  if (fitting_capability(wanted, type, problem) == nullptr) return problem;
  return "";
}

/// What the type of the relationship says of its ends.
std::string TargetFinder::relationship_refusal(const WantedTarget& wanted, TypeId target) const {
  if (!wanted.relationship_type.valid()) return "";
  const Type& relationship = topology_.types[wanted.relationship_type];
  const TypeId source = topology_.nodes[wanted.source].type;
  if (source.valid() && !is_one_of(TypeKind::node, source, relationship.valid_sources)) {
    return "cannot be reached from " + name_of(topology_, source) + " by a relationship of type '" + relationship.name + "'";
  }
  if (!is_one_of(TypeKind::node, target, relationship.valid_targets))
    return "cannot be the target of a relationship of type '" + relationship.name + "'";
  return "";
}

const CapabilityDefinition* TargetFinder::fitting_capability(const WantedTarget& wanted, TypeId type,
                                                             std::string& refusal) const {
  static const CapabilityDefinition any;
  const std::vector<CapabilityDefinition>& capabilities = topology_.types[type].capabilities;
  if (wanted.capability_name.empty() && !wanted.capability_type.valid() && !wanted.relationship_type.valid()) return &any;
  for (const CapabilityDefinition& capability : capabilities) {
    const std::string problem = capability_refusal(wanted, capability);
    if (problem.empty()) return &capability;
    // The reason nearest to success is the one worth telling.
    if (refusal.empty() || problem.starts_with("does not admit")) refusal = problem;
  }
  if (!wanted.capability_name.empty()) {
    refusal = "has no capability '" + wanted.capability_name + "'";
  } else if (wanted.capability_type.valid() && !refusal.starts_with("does not admit")) {
    refusal = "has no capability of type " + name_of(topology_, wanted.capability_type);
  } else if (capabilities.empty()) {
    return &any;  // XML types need not list any
  }
  return nullptr;
}

std::string TargetFinder::capability_refusal(const WantedTarget& wanted, const CapabilityDefinition& capability) const {
  if (!wanted.capability_name.empty() && capability.name != wanted.capability_name) return "has another capability";
  const TypeId type = names_.find(TypeKind::capability, capability.type);
  if (!type.valid()) return "";
  if (wanted.capability_type.valid() && !topology_.derives_from(type, wanted.capability_type)) return "has another capability";
  const TypeId source = topology_.nodes[wanted.source].type;
  const auto& sources = capability.valid_source_types.empty() ? topology_.types[type].valid_ends : capability.valid_source_types;
  if (source.valid() && !is_one_of(TypeKind::node, source, sources)) {
    return "does not admit " + name_of(topology_, source) + " as the source of its capability '" + capability.name + "'";
  }
  const auto& relationships = capability.valid_relationship_types.empty() ? topology_.types[type].valid_relationships
                                                                          : capability.valid_relationship_types;
  if (wanted.relationship_type.valid() &&
      (!is_one_of(TypeKind::capability, type, topology_.types[wanted.relationship_type].valid_ends) ||
       !is_one_of(TypeKind::relationship, wanted.relationship_type, relationships))) {
    return "does not admit a relationship of type " + name_of(topology_, wanted.relationship_type) + " to its capability '" +
           capability.name + "'";
  }
  return "";
}

bool TargetFinder::is_one_of(TypeKind kind, TypeId type, const std::vector<Reference>& allowed) const {
  return allowed.empty() || std::any_of(allowed.begin(), allowed.end(), [&](const Reference& reference) {
           const TypeId base = names_.find(kind, reference);
           return !base.valid() || topology_.derives_from(type, base);
         });
}

CandidateRelationship TargetFinder::relationship_to(const WantedTarget& wanted, NodeId candidate) const {
  return {topology_.nodes[wanted.source].name, candidate, capability(wanted, candidate)};
}

void TargetFinder::explain(const WantedTarget& wanted, Diagnostic& diagnostic) const {
  constexpr std::size_t most = 20;
  std::size_t shown = 0;
  for (const NodeId node : topology_.nodes.ids()) {
    if (node == wanted.source) continue;
    if (++shown > most) {
      diagnostic.note("and " + count_of(topology_.nodes.size() - 1 - most, "node") + " more");
      return;
    }
    const std::string why = refusal(wanted, node);
    diagnostic.note("'" + topology_.nodes[node].name + "' " + (why.empty() ? "has a type that is not known" : why),
                    topology_.nodes[node].at);
  }
}

std::string TargetFinder::capability(const WantedTarget& wanted, NodeId target) const {
  const TypeId type = topology_.nodes[target].type;
  if (!type.valid()) return "";
  if (const CapabilityDefinition* fitting = known_fit(wanted, type)) return fitting->name;
  std::string ignored;
  const CapabilityDefinition* found = fitting_capability(wanted, type, ignored);
  return found == nullptr ? "" : found->name;
}

}  // namespace planbuilder::tosca
