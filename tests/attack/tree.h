// A document as a tree, whatever language it is written in: what the attack cuts, grafts and bends.
#pragma once

#include <string>
#include <vector>

namespace planbuilder::testing {

struct Tree {
  enum class Kind { text, list, map, alias };

  Kind kind = Kind::text;
  std::string name = {};  // in the map around it; of XML the element, or `@` and the attribute
  std::string text = {};  // of an alias the anchor
  bool quoted = false;    // a text that is no number, truth or null, whatever it looks like
  std::string anchor = {};
  std::vector<Tree> children = {};
};

/// A node and the one around it; none around the root.
struct Spot {
  Tree* node;
  Tree* above;
};

/// Every node, from the root on. Good until the tree is changed.
std::vector<Spot> spots_of(Tree& tree);

}  // namespace planbuilder::testing
