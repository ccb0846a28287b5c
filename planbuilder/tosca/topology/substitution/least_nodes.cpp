#include "planbuilder/tosca/topology/substitution/least_nodes.h"

#include <algorithm>

namespace planbuilder::tosca {

namespace {

constexpr std::uint64_t more_than_anyone_has = std::uint64_t{1} << 60;

}  // namespace

std::uint64_t LeastNodes::of(const ServiceTemplate& service) {
  std::vector<std::size_t> waiting;
  for_each_unknown(service, [&](std::size_t candidate) { waiting.push_back(candidate); });
  find_out(std::move(waiting));
  return sum(service);
}

/// The first service that fits is taken; one with a filter may or may not fit.
const LeastNodes::Choice& LeastNodes::choice(const NodeTemplate& node) {
  const TypeId type = names_.find(TypeKind::node, node.type);
  const auto [known, fresh] = choices_.try_emplace(type);
  Choice& choice = known->second;
  for (std::size_t i = 0; fresh && !choice.sure && i < candidates_.size(); ++i) {
    if (candidates_[i].planned || candidates_[i].faulty || !candidates_[i].stands_for(types_, type)) continue;
    choice.candidates.push_back(i);
    choice.sure = candidates_[i].service->substitution->filter.empty();
  }
  return choice;
}

template <class Visit>
void LeastNodes::for_each_unknown(const ServiceTemplate& service, const Visit& visit) {
  for (const NodeTemplate& node : service.nodes) {
    if (!is_to_be_substituted(node.directives)) continue;
    for (const std::size_t candidate : choice(node).candidates) {
      if (begun_[candidate] == 0) visit(candidate);
    }
  }
}

/// What is inside first. Without recursion: thousands may be inside of one another.
void LeastNodes::find_out(std::vector<std::size_t> waiting) {
  while (!waiting.empty()) {
    const std::size_t candidate = waiting.back();
    const ServiceTemplate& service = *candidates_[candidate].service;
    if (begun_[candidate] == 0) {
      begun_[candidate] = 1;
      for_each_unknown(service, [&](std::size_t inside) { waiting.push_back(inside); });
    } else {
      waiting.pop_back();
      if (!brought_[candidate]) brought_[candidate] = sum(service);
    }
  }
}

std::uint64_t LeastNodes::sum(const ServiceTemplate& service) {
  std::uint64_t count = 0;
  for (const NodeTemplate& node : service.nodes) count = std::min(count + in_place_of(node), more_than_anyone_has);
  return count;
}

std::uint64_t LeastNodes::in_place_of(const NodeTemplate& node) {
  if (!is_to_be_substituted(node.directives)) return 1;
  const Choice& choice = this->choice(node);
  if (!choice.sure) return 1;
  std::uint64_t least = more_than_anyone_has;
  // One that is inside of itself is not known yet: that ends in an error.
  for (const std::size_t candidate : choice.candidates) least = std::min(least, brought_[candidate].value_or(1));
  return least;
}

}  // namespace planbuilder::tosca
