#include "planbuilder/tosca/topology/substitution/substitute_nodes.h"

#include <algorithm>

#include "planbuilder/support/limit_remedy.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/topology/node_filter.h"
#include "planbuilder/tosca/topology/substitution/least_nodes.h"

namespace planbuilder::tosca {

bool has_nodes_to_substitute(const ServiceTemplate& service) {
  return std::any_of(service.nodes.begin(), service.nodes.end(),
                     [](const NodeTemplate& node) { return is_to_be_substituted(node.directives); });
}

NodeSubstitution::NodeSubstitution(std::vector<Substitute> candidates, const TypeNames& names, std::size_t most_nodes,
                                   Diagnostics& diagnostics)
    : candidates_(std::move(candidates)), names_(names), most_nodes_(most_nodes), diagnostics_(diagnostics) {}

/// Found out beforehand: services inside of services can stand for more nodes than there is memory.
bool NodeSubstitution::makes_too_many(const ServiceTemplate& service, const Topology& topology) const {
  if (LeastNodes(candidates_, topology.types, names_).of(service) <= most_nodes_) return false;
  diagnostics_
      .error(Code::substitution_limit, service.at,
             "with other services in the places of its nodes, this has more than " + count_of(most_nodes_, "node"))
      .explain(limit_remedy("substituted-nodes", most_nodes_));
  return true;
}

/// What a service selects from outside it calls by its name: such nodes are replaced after the one that requires them.
void NodeSubstitution::postpone_selected(Replacements& chosen, const Topology& topology) {
  const Replacements all = chosen;
  for (const auto& [node, substitute] : all) {
    if (!chosen.contains(node)) continue;
    for (const SubstitutionMapping::Entry& entry : substitute->substitution->requirements) {
      if (entry.path.size() != 1) continue;
      for (const RelationshipId id : topology.nodes[node].outgoing) {
        const Relationship& relationship = topology.relationships[id];
        if (relationship.requirement == entry.name && relationship.target != node) chosen.erase(relationship.target);
      }
    }
  }
}

bool NodeSubstitution::substitute(ServiceTemplate& service, const Topology& topology) {
  Replacements chosen;
  for (const NodeId node : topology.nodes.ids()) {
    if (!is_to_be_substituted(topology.nodes[node].directives) || unchanged_.contains(topology.nodes[node].name)) continue;
    if (const ServiceTemplate* substitute = choose(topology, node)) chosen.emplace(node, substitute);
  }
  postpone_selected(chosen, topology);
  if (chosen.empty() || makes_too_many(service, topology)) return false;
  for (const auto& [node, substitute] : chosen) report_chosen(topology.nodes[node], *substitute);
  const auto brought = inline_services(service, topology, chosen, names_, diagnostics_);
  for (const auto& [node, names] : brought) {
    Chain chain = chains_[topology.nodes[node].name];
    const auto taken = std::find_if(candidates_.begin(), candidates_.end(),
                                    [service = chosen.at(node)](const Substitute& each) { return each.service == service; });
    chain.push_back(static_cast<std::size_t>(taken - candidates_.begin()));
    for (const std::string& name : names) chains_[name] = chain;
  }
  return true;
}

/// In words that follow "it"; empty when the candidate fits.
std::string NodeSubstitution::refusal(const Substitute& candidate, const Topology& topology, NodeId node) const {
  const SubstitutionMapping& mapping = *candidate.service->substitution;
  const TypeId wanted = topology.nodes[node].type;
  if (!stands_for(topology.types, names_.find(TypeKind::node, mapping.node_type), wanted)) {
    return "stands for '" + mapping.node_type.name + "', which is not '" + topology.types[wanted].name +
           "' and does not derive from it";
  }
  if (candidate.faulty) return "has errors";
  const std::string problem = filter_refusal(mapping.filter, topology, node);
  return problem.empty() ? "" : "does not admit the node, which " + problem;
}

const ServiceTemplate* NodeSubstitution::choose(const Topology& topology, NodeId id) {
  const Node& node = topology.nodes[id];
  const Chain& chain = chains_[node.name];
  std::vector<std::string> refusals;
  std::size_t recursive = candidates_.size();
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    refusals.push_back(refusal(candidates_[i], topology, id));
    if (!refusals.back().empty()) continue;
    if (!candidates_[i].planned && std::find(chain.begin(), chain.end(), i) == chain.end()) {
      return candidates_[i].service;
    }
    recursive = std::min(recursive, i);
  }
  unchanged_.insert(node.name);
  if (recursive < candidates_.size()) {
    report_recursion(node, chain, recursive);
  } else {
    report_none(node, refusals);
  }
  return nullptr;
}

void NodeSubstitution::report_chosen(const Node& node, const ServiceTemplate& substitute) {
  diagnostics_.note(Code::substitution_chosen, node.at, "'" + node.name + "' is replaced by another service")
      .note("it stands for '" + substitute.substitution->node_type.name + "' by this", substitute.substitution->at);
}

void NodeSubstitution::report_recursion(const Node& node, const Chain& chain, std::size_t again) {
  Diagnostic& problem =
      diagnostics_.error(Code::bad_substitution, node.at,
                         "'" + node.name + "' can only be replaced by a service that it is part of, and so on without end");
  for (const std::size_t link : chain)
    problem.note("it is part of what this service brings", candidates_[link].service->substitution->at);
  problem.note("this would replace it", candidates_[again].service->substitution->at);
}

void NodeSubstitution::report_none(const Node& node, const std::vector<std::string>& refusals) {
  constexpr std::size_t most = 20;
  Diagnostic& note = diagnostics_.note(Code::no_substitution, node.at,
                                       "no service of the input can replace '" + node.name + "', which stays as it is");
  for (std::size_t i = 0; i < std::min(refusals.size(), most); ++i)
    note.note("this one " + refusals[i], candidates_[i].service->substitution->at);
  if (refusals.size() > most) note.note("and " + count_of(refusals.size() - most, "service") + " more");
}

}  // namespace planbuilder::tosca
