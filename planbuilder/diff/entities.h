// The nodes and relationships that the plans of one side act on, with what makes them recognisable under another name.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "planbuilder/diff/difference.h"

namespace planbuilder::diff {

struct Entities {
  using Number = std::uint32_t;
  static constexpr Number none = static_cast<Number>(-1);

  struct Node {
    std::string id;
    std::string looks;  // type and properties; names that are read are left out
    bool lone = true;   // the other side has none of this name
  };
  struct Relationship {
    std::string id;
    std::string looks;
    Number source = none;  // among the nodes
    Number target = none;
    bool lone = true;
  };
  std::vector<Node> nodes;  // in the order of the plans
  std::vector<Relationship> relationships;
  std::unordered_map<std::string, Number> node_of;

  [[nodiscard]] bool any_lone() const;
};

/// `looks` are filled for what is lone only, which `others` decides: the ids of the other side by kind.
struct Ids {
  std::unordered_set<std::string_view> nodes;
  std::unordered_set<std::string_view> relationships;
};
Ids ids_of(const std::vector<plan::Plan>& plans);
Entities entities_of(const std::vector<plan::Plan>& plans, const Ids& others);

}  // namespace planbuilder::diff
