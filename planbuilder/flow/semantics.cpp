#include "planbuilder/flow/semantics.h"

#include <stdexcept>

#include "planbuilder/support/embedded.h"
#include "planbuilder/support/text.h"

namespace planbuilder::embedded {
std::span<const File> semantics();
}

namespace planbuilder::flow {

namespace {

Order parse_order(std::string_view text) {
  if (text == "target-first") return Order::target_first;
  if (text == "source-first") return Order::source_first;
  if (text == "ends-first") return Order::ends_first;
  if (text == "relationship-first") return Order::relationship_first;
  throw std::logic_error("semantics.tsv: unknown order " + std::string(text));
}

}  // namespace

Semantics::Semantics(std::string_view table) {
  for (const std::string_view line : split(table, '\n')) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::vector<std::string_view> columns = split(line, '\t');
    if (columns.size() != 3) throw std::logic_error("semantics.tsv: a row has three columns: " + std::string(line));
    rules_.push_back({std::string(columns[0]), parse_order(columns[1]), parse_order(columns[2])});
  }
}

const Semantics& Semantics::shipped() {
  static const Semantics table(embedded::find(embedded::semantics(), "semantics.tsv").value());
  return table;
}

const Rule* Semantics::find(const tosca::Topology& topology, tosca::TypeId type) const {
  for (; type.valid(); type = topology.types[type].parent) {
    for (const Rule& rule : rules_) {
      if (rule.type == topology.types[type].name) return &rule;
    }
  }
  return nullptr;
}

const Rule& Semantics::dependency() {
  static const Rule rule{"", Order::target_first, Order::source_first};
  return rule;
}

}  // namespace planbuilder::flow
