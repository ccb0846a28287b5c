// What a relationship means for the order of its ends: a table of base types, as data.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::flow {

/// In which order a relationship and its ends are handled.
enum class Order {
  target_first,        // target, relationship, source
  source_first,        // source, relationship, target
  ends_first,          // both ends side by side, then the relationship
  relationship_first,  // the relationship, then both ends side by side
};

struct Rule {
  std::string type;  // a base relationship type
  // When the service is built and terminated, and when a region is.
  static constexpr std::size_t columns = 4;
  std::array<Order, columns> orders = {};

  [[nodiscard]] Order order(Direction direction, Subject subject = Subject::service) const {
    return orders[(subject == Subject::region ? 2U : 0U) + (direction == Direction::terminate ? 1U : 0U)];
  }
  [[nodiscard]] Order order(const PlanKind& kind) const { return order(kind->direction, kind->subject); }
  /// The last part of the type's name: `HostedOn`.
  [[nodiscard]] std::string name() const;
};

class Semantics {
 public:
  /// The table that is shipped with planbuilder.
  static const Semantics& shipped();

  /// The shipped table with the rows of a file: a row replaces the one of the same type, or adds to them. Rows that make no
  /// sense are reported at their lines; nothing comes back then.
  static std::optional<Semantics> read(const Sources& sources, FileId file, Diagnostics& diagnostics);

  /// The rule of the type's nearest ancestor that has one; nothing when none has.
  [[nodiscard]] const Rule* find(const tosca::Topology& topology, tosca::TypeId type) const;

  /// What holds for a type without a rule: it is a dependency.
  [[nodiscard]] static const Rule& dependency();

 private:
  void add(const Sources& sources, FileId file, Diagnostics& diagnostics);
  std::vector<Rule> rules_;
  std::unordered_map<std::string, std::size_t> places_;  // type -> rule
};

}  // namespace planbuilder::flow
