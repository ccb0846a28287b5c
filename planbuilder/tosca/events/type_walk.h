// Where the path of an event can lead, by the types alone: no service is needed to know it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/event_grammar.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

/// What a path can have come to: entities of these types or of types that are derived from them.
struct Places {
  enum class Kind : std::uint8_t { node, capability, relationship };
  Kind kind = Kind::node;
  std::vector<TypeId> types;  // of the nodes or relationships; of capabilities: of the nodes that have them
  bool open = false;          // there may be others that nothing is known of
  // Of capabilities: their definitions.
  std::vector<const CapabilityDefinition*> capabilities = {};
  // Of relationships that a requirement leads to: the types of their ends, where these are known.
  std::vector<TypeId> sources = {};
  std::vector<TypeId> targets = {};
  // Of nodes that are an end: the relationships that they were reached by.
  std::shared_ptr<const Places> via = {};
};

/// Interfaces are addressed by their name or by that of their type.
inline bool is_addressed_by(const Interface& item, std::string_view name) { return item.name == name || item.type.name == name; }

class TypeWalk {
 public:
  TypeWalk(const Topology& topology, const TypeNames& names);

  [[nodiscard]] Places at(TypeId type) const;
  /// Nothing when the step cannot be made from there, which is reported.
  std::optional<Places> follow(Places from, const std::vector<EventStep>& path, Diagnostics& diagnostics) const;

  /// Visits the type and all that derive from it, until the visitor has enough. False when it never had.
  template <class Visit>
  bool visit_family(TypeId type, const Visit& visit) const {
    std::vector<TypeId> waiting{type};
    while (!waiting.empty()) {
      const TypeId next = waiting.back();
      waiting.pop_back();
      if (budget_ == 0 || visit(topology_.types[next])) return true;  // beyond the budget nothing is claimed
      --budget_;
      waiting.insert(waiting.end(), derived_[next].begin(), derived_[next].end());
    }
    return false;
  }

 private:
  std::optional<Places> step(const Places& from, const EventStep& step, Diagnostics& diagnostics) const;
  std::optional<Places> to_node(const EventStep& step, Diagnostics& diagnostics) const;
  std::optional<Places> to_capability(const Places& from, const EventStep& step, Diagnostics& diagnostics) const;
  std::optional<Places> to_requirement(const Places& from, const EventStep& step, Diagnostics& diagnostics) const;
  [[nodiscard]] Places to_incoming(const Places& from) const;
  [[nodiscard]] Places to_end(const Places& from, EventStep::Kind end) const;
  void add_valid(Places& places, TypeKind kind, const std::vector<Reference>& valid) const;
  std::optional<Places> fail(const EventStep& step, const Places& from, Diagnostics& diagnostics) const;
  void report_unknown(const EventStep& step, std::string_view what, const Places& from,
                      const std::vector<std::string_view>& known, Diagnostics& diagnostics) const;

  const Topology& topology_;
  const TypeNames& names_;
  IdVector<TypeId, std::vector<TypeId>> derived_;
  mutable std::size_t budget_ = 5'000'000;  // types looked at; keeps hostile hierarchies from costing their square
};

}  // namespace planbuilder::tosca
