#include "plugins/declared/find_callees.h"

#include "planbuilder/tosca/model/merge.h"

namespace planbuilder::plugins {

namespace {

using tosca::EntityId;
using tosca::NodeId;
using tosca::RelationshipId;
using Whose = DeclaredStep::Whose;

constexpr std::string_view connections = "http://opentosca.org/interfaces/connections";
constexpr std::string_view connect_operation = "connectTo";

const tosca::Operation* find_implemented(const tosca::Interface& item, std::string_view operation) {
  const tosca::Operation* found = tosca::find_by_name(item.operations, operation);
  return found != nullptr && found->implementation ? found : nullptr;
}

std::optional<Callee> find_in(EntityId owner, const std::vector<std::string>& names, const std::string& operation,
                              Surroundings& around) {
  const Surroundings::Interfaces interfaces = around.interfaces(owner);
  const tosca::Interface* item = find_interface(*interfaces, names);
  if (item == nullptr || find_implemented(*item, operation) == nullptr) return std::nullopt;
  return Callee{owner, item->name, operation};
}

/// "MySQL-DBMS" for `{namespace}MySQL-DBMS_5.7-w1`.
std::string_view without_version(std::string_view type) {
  if (const auto end = type.find_last_of("}."); end != std::string_view::npos && type[end] == '}') type.remove_prefix(end + 1);
  return type.substr(0, type.find('_'));
}

/// The type or one of its ancestors is meant, with or without its version and namespace.
bool is_meant(const tosca::Topology& topology, tosca::TypeId type, std::string_view wanted) {
  for (; type.valid(); type = topology.types[type].parent) {
    const std::string_view name = topology.types[type].name;
    if (name == wanted || name.substr(name.find('}') + 1) == wanted || without_version(name) == without_version(wanted))
      return true;
  }
  return false;
}

/// 0: not for this side or peer; 1: for any; 2: for this side; 3: for this side and the type of the peer.
int fitness(std::string_view interface_name, bool is_source, const tosca::Topology& topology, tosca::TypeId peer) {
  if (!interface_name.starts_with(connections)) return 1;
  std::string_view rest = interface_name.substr(connections.size());
  const std::string_view own = is_source ? "/source" : "/target";
  const std::string_view other = is_source ? "/target" : "/source";
  if (rest.starts_with(other)) return 0;
  if (!rest.starts_with(own)) return 1;
  rest.remove_prefix(own.size());
  if (rest.size() < 2) return 2;
  return is_meant(topology, peer, rest.substr(1)) ? 3 : 0;
}

}  // namespace

const tosca::Interface* find_interface(const std::vector<tosca::Interface>& interfaces, const std::vector<std::string>& names) {
  for (const std::string& wanted : names) {
    if (const tosca::Interface* found = tosca::find_by_name(interfaces, wanted)) return found;
  }
  return nullptr;
}

std::optional<Callee> find_callee(const DeclaredStep& step, const std::vector<std::string>& interfaces, EntityId entity,
                                  Surroundings& around) {
  const std::vector<std::string>& names = step.interfaces.empty() ? interfaces : step.interfaces;
  const auto* node = std::get_if<NodeId>(&entity);
  if (step.whose == Whose::self) return find_in(entity, names, step.name, around);
  if (step.whose == Whose::below) {
    if (node == nullptr) return std::nullopt;
    const auto offers = [&](NodeId below) { return find_in(below, names, step.name, around).has_value(); };
    const NodeId owner = around.nearest_below(&step, *node, offers);
    return owner.valid() ? find_in(owner, names, step.name, around) : std::nullopt;
  }
  if (node != nullptr) return std::nullopt;
  const tosca::Relationship& relationship = around.topology().relationships[std::get<RelationshipId>(entity)];
  return find_in(step.whose == Whose::source ? relationship.source : relationship.target, names, step.name, around);
}

std::optional<Callee> find_connector(const DeclaredStep& step, RelationshipId id, Surroundings& around) {
  const tosca::Relationship& relationship = around.topology().relationships[id];
  const bool is_source = step.whose == Whose::source;
  const NodeId owner = is_source ? relationship.source : relationship.target;
  const NodeId peer = is_source ? relationship.target : relationship.source;
  std::optional<Callee> best;
  int best_fitness = 0;
  const Surroundings::Interfaces interfaces = around.interfaces(owner);
  for (const tosca::Interface& item : *interfaces) {
    const int fits = fitness(item.name, is_source, around.topology(), around.topology().nodes[peer].type);
    if (fits <= best_fitness || find_implemented(item, connect_operation) == nullptr) continue;
    best = Callee{owner, item.name, std::string(connect_operation)};
    best_fitness = fits;
  }
  return best;
}

}  // namespace planbuilder::plugins
