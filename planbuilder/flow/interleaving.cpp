#include "planbuilder/flow/interleaving.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace planbuilder::flow {

namespace {

constexpr std::array<std::string_view, 4> between = {"pre_configure_source", "pre_configure_target", "post_configure_source",
                                                     "post_configure_target"};

const tosca::Operation* find_between(const std::vector<tosca::Interface>& interfaces) {
  for (const tosca::Interface& item : interfaces) {
    for (const tosca::Operation& operation : item.operations) {
      if (operation.implementation && std::find(between.begin(), between.end(), operation.name) != between.end())
        return &operation;
    }
  }
  return nullptr;
}

std::string name_of(const Interleaving& found, const tosca::Topology& topology) {
  return "'" + found.operation + "' of '" + topology.relationships[found.relationship].id + "'";
}

}  // namespace

std::optional<Interleaving> find_interleaving(const tosca::Topology& topology) {
  std::vector<char> asked(topology.types.size(), 0);  // most relationships add nothing to their type
  for (const tosca::RelationshipId id : topology.relationships.ids()) {
    const tosca::Relationship& relationship = topology.relationships[id];
    const bool is_plain = relationship.interfaces.empty() && relationship.type.valid();
    if (is_plain && std::exchange(asked[relationship.type.index()], 1) != 0) continue;
    const std::vector<tosca::Interface> interfaces = topology.interfaces(id);
    if (const tosca::Operation* operation = find_between(interfaces)) return Interleaving{id, operation->name};
  }
  return std::nullopt;
}

std::string in_words(const Interleaving& found, const tosca::Topology& topology) {
  return name_of(found, topology) + " is implemented, which belongs between operations of the nodes";
}

void note_not_interleaved(const Interleaving& found, const tosca::Topology& topology, Diagnostics& diagnostics) {
  diagnostics
      .note(Code::configure_not_interleaved, topology.relationships[found.relationship].at,
            name_of(found, topology) + " is called inside the relationship's own activity, not between operations of its ends")
      .explain("--derive events interleaves them");
}

}  // namespace planbuilder::flow
