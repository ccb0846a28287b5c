#include "planbuilder/flow/planned_count.h"

#include "planbuilder/support/text.h"

namespace planbuilder::flow {

namespace {

std::string times(std::size_t count) { return count == 1 ? "once" : std::to_string(count) + " times"; }

void refuse(Flow& flow, SourceRange at, std::string summary) {
  flow.diagnostics.error(Code::count_planned, at, std::move(summary))
      .explain("a plan has room for " + std::to_string(most_representations));
}

/// What the count says, as far as it is known now.
std::size_t settle(Flow& flow, const Value& count, const std::string& what) {
  const auto known = tosca::known_count(flow.topology, count);
  if (!known) {
    flow.diagnostics.warning(Code::count_planned, count.at, "only a run knows how often " + what + " is there: one is planned");
    return 1;
  }
  if (*known > most_representations) {
    refuse(flow, count.at, what + " is there " + times(*known) + ", which is too much");
    return 0;
  }
  if (count.call() != nullptr) {
    flow.diagnostics.note(Code::count_planned, count.at,
                          what + " is planned " + times(*known) + ", by the default of an input: another number is another plan");
  } else if (*known == 0) {
    flow.diagnostics.note(Code::count_planned, count.at, what + " is there 0 times: nothing is planned for it");
  }
  return *known;
}

/// What of the target it leads to must be there.
bool check_target(Flow& flow, tosca::RelationshipId id, std::size_t count) {
  const tosca::Relationship& relationship = flow.topology.relationships[id];
  const std::string& name = flow.topology.nodes[relationship.target].name;
  const auto targets = flow.activities_of(relationship.target);
  if (!relationship.target_index->is_null() && targets.size() > 0) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto target = tosca::target_of(flow.topology, id, tosca::Representation::at(i));
      if (!target || flow.activity_of(relationship.target, target->index)) continue;
      flow.diagnostics.error(Code::wrong_value, relationship.target_index->at,
                             "'" + name + "' is there " + times(targets.size()) + ": there is no " +
                                 std::to_string(target->index) + ", counted from 0");
      return false;
    }
  }
  const bool to_all = !tosca::target_of(flow.topology, id, tosca::Representation::at(0));
  if (!to_all || count == 0 || targets.size() <= most_representations / count) return true;
  refuse(flow, relationship.at,
         std::to_string(count) + " of '" + relationship.id + "' lead to each of the " + std::to_string(targets.size()) + " of '" +
             name + "': say which by [" + name + ", $node_index]");
  return false;
}

}  // namespace

PlannedCount planned_count(Flow& flow, tosca::NodeId node) {
  if (!flow.request.kind->makes_service() || !tosca::is_counted(flow.topology, node)) return {};
  const tosca::Node& counted = flow.topology.nodes[node];
  return {static_cast<std::uint32_t>(settle(flow, *counted.count, "'" + counted.name + "'")), true};
}

PlannedCount planned_count(Flow& flow, tosca::RelationshipId id) {
  if (!flow.request.kind->makes_service()) return {};
  const tosca::Relationship& relationship = flow.topology.relationships[id];
  const bool leads_nowhere =
      flow.activities_of(relationship.target).empty() && tosca::is_counted(flow.topology, relationship.target);
  if (leads_nowhere && flow.is_inside(relationship.target)) return {0, true};
  if (!tosca::is_counted(flow.topology, id)) {
    const bool fits = !tosca::is_counted(flow.topology, relationship.target) || check_target(flow, id, 1);
    return {fits ? 1U : 0U, false};
  }
  const std::size_t sources = flow.activities_of(relationship.source).size();
  const std::size_t each = relationship.count->is_null() ? 1 : settle(flow, *relationship.count, "'" + relationship.id + "'");
  if (each > 0 && sources > most_representations / each) {
    refuse(flow, relationship.at, "'" + relationship.id + "' is there " + times(sources * each) + ", which is too much");
    return {0, true};
  }
  const std::size_t count = sources * each;
  return {check_target(flow, id, count) ? static_cast<std::uint32_t>(count) : 0, true};
}

}  // namespace planbuilder::flow
