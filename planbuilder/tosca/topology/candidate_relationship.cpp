#include "planbuilder/tosca/topology/candidate_relationship.h"

#include <algorithm>

#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::tosca {

namespace {

bool has_capability(const Topology& topology, NodeId node, const std::string& name) {
  const TypeId type = topology.nodes[node].type;
  return type.valid() && find_by_name(topology.types[type].capabilities, name) != nullptr;
}

bool starts_with(const std::vector<Value>& path, std::string_view step) {
  return path.size() > 1 && to_text(path[0]) == "SELF" && to_text(path[1]) == step;
}

/// True where CAPABILITY is that of the relationship; a path that starts at the candidate goes on with the name of one.
bool leaves_capability_open(const std::vector<Value>& path, const CandidateRelationship& relationship, const Topology& topology) {
  if (path.size() < 3 || relationship.capability.empty()) return false;
  const std::string next = to_text(path[2]);
  if (path.size() == 3) return true;
  return !has_capability(topology, relationship.candidate, next) &&
         topology.capability_member(relationship.candidate, relationship.capability, next) != nullptr;
}

/// The path of a call that reads something.
void lead(std::vector<Value>& path, const CandidateRelationship& relationship, const Topology& topology) {
  if (starts_with(path, "TARGET")) {
    path.erase(path.begin() + 1);
  } else if (starts_with(path, "SOURCE")) {
    path[0].data = relationship.source;
    path.erase(path.begin() + 1);
  } else if (starts_with(path, "CAPABILITY") && leaves_capability_open(path, relationship, topology)) {
    path.insert(path.begin() + 2, Value{relationship.capability, path[1].at});
  }
}

void lead_all(Value& value, const CandidateRelationship& relationship, const Topology& topology) {
  if (Call* call = std::get_if<Call>(&value.data)) {
    if (call->function != "$get_input") lead(call->arguments, relationship, topology);
    for (Value& argument : call->arguments) lead_all(argument, relationship, topology);
  } else if (List* list = std::get_if<List>(&value.data)) {
    for (Value& item : *list) lead_all(item, relationship, topology);
  }
}

}  // namespace

Value seen_from_candidate(const Value& condition, const CandidateRelationship& relationship, const Topology& topology) {
  Value seen = condition;
  lead_all(seen, relationship, topology);
  return seen;
}

bool depends_on_source(const Value& condition) {
  const auto any = [](const std::vector<Value>& values) { return std::any_of(values.begin(), values.end(), depends_on_source); };
  if (const Call* call = condition.call()) return starts_with(call->arguments, "SOURCE") || any(call->arguments);
  const List* list = condition.get_if<List>();
  return list != nullptr && any(*list);
}

}  // namespace planbuilder::tosca
