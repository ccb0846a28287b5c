#include "tests/attack/tree.h"

namespace planbuilder::testing {

namespace {

void collect(Tree& node, Tree* above, std::vector<Spot>& spots) {
  spots.push_back({&node, above});
  for (Tree& child : node.children) collect(child, &node, spots);
}

}  // namespace

std::vector<Spot> spots_of(Tree& tree) {
  std::vector<Spot> spots;
  collect(tree, nullptr, spots);
  return spots;
}

}  // namespace planbuilder::testing
