#include "planbuilder/flow/interleaving.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace planbuilder::flow {

namespace {

constexpr std::array<std::string_view, 4> between = {"pre_configure_source", "pre_configure_target", "post_configure_source",
                                                     "post_configure_target"};

const tosca::Operation* find_in(const std::vector<tosca::Interface>& interfaces, std::span<const std::string_view> names) {
  for (const tosca::Interface& item : interfaces) {
    for (const tosca::Operation& operation : item.operations) {
      if (operation.implementation && std::find(names.begin(), names.end(), operation.name) != names.end()) return &operation;
    }
  }
  return nullptr;
}

std::string name_of(const Interleaving& found, const tosca::Topology& topology) {
  return "'" + found.operation + "' of '" + topology.relationships[found.relationship].id + "'";
}

}  // namespace

std::optional<Interleaving> find_implemented(const tosca::Topology& topology, std::span<const std::string_view> names) {
  std::vector<char> asked(topology.types.size(), 0);  // most relationships add nothing to their type
  for (const tosca::RelationshipId id : topology.relationships.ids()) {
    const tosca::Relationship& relationship = topology.relationships[id];
    const bool is_plain = relationship.interfaces.empty() && relationship.type.valid();
    if (is_plain && std::exchange(asked[relationship.type.index()], 1) != 0) continue;
    const std::vector<tosca::Interface> interfaces = topology.interfaces(id);
    if (const tosca::Operation* operation = find_in(interfaces, names)) return Interleaving{id, operation->name};
  }
  return std::nullopt;
}

std::optional<Interleaving> find_interleaving(const tosca::Topology& topology) { return find_implemented(topology, between); }

std::string in_words(const Interleaving& found, const tosca::Topology& topology) {
  return name_of(found, topology) + " is implemented, which belongs between operations of the nodes";
}

void note_not_interleaved(const Interleaving& found, const tosca::Topology& topology, const std::string& because,
                          Diagnostics& diagnostics) {
  diagnostics
      .note(Code::configure_not_interleaved, topology.relationships[found.relationship].at,
            name_of(found, topology) + " is called inside the relationship's own activity, not between operations of its ends")
      .explain(because.empty() ? "--derive events interleaves them" : because);
}

}  // namespace planbuilder::flow
