// What a relationship means for the order of its ends: a table of base types, as data.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/flow/abstract_plan.h"

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
  Order build = Order::target_first;
  Order terminate = Order::source_first;
};

class Semantics {
 public:
  /// The table that is shipped with planbuilder.
  static const Semantics& shipped();

  /// The rule of the type's nearest ancestor that has one; nothing when none has.
  [[nodiscard]] const Rule* find(const tosca::Topology& topology, tosca::TypeId type) const;

  /// What holds for a type without a rule: it is a dependency.
  [[nodiscard]] static const Rule& dependency();

 private:
  explicit Semantics(std::string_view table);
  std::vector<Rule> rules_;
};

}  // namespace planbuilder::flow
