#include "planbuilder/events/conditions.h"

#include <algorithm>

namespace planbuilder::events {

std::uint32_t Conditions::add(std::uint32_t before, plan::Expression part) {
  const auto [number, is_new_part] = part_numbers_.try_emplace(plan::to_text(part), static_cast<std::uint32_t>(parts_.size()));
  if (is_new_part) parts_.push_back(std::move(part));
  if (asks(before, number->second)) return before;
  const auto [known, is_new] = known_.try_emplace(Condition(before, number->second), static_cast<std::uint32_t>(all_.size()));
  if (is_new) all_.push_back(known->first);
  return known->second;
}

bool Conditions::asks(std::uint32_t condition, std::uint32_t part) const {
  for (; condition != always; condition = all_[condition].first) {
    if (all_[condition].second == part) return true;
  }
  return false;
}

plan::Expression Conditions::operator[](std::uint32_t condition) const {
  std::vector<plan::Expression> parts;
  for (; condition != always; condition = all_[condition].first) parts.push_back(parts_[all_[condition].second]);
  std::reverse(parts.begin(), parts.end());
  if (parts.size() == 1) return std::move(parts.front());
  return plan::computed({plan::Formula{plan::Operator::conjunction, std::move(parts)}});
}

}  // namespace planbuilder::events
