// What must hold when a plan runs, so that an event is handled: what holds for its sender, and perhaps something more.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "planbuilder/plan/expression.h"

namespace planbuilder::events {

/// A condition shares the one that it adds to, and each part is kept once: a long run asks the same again and again.
class Conditions {
 public:
  static constexpr std::uint32_t always = 0xffffffff;

  /// A condition that holds if another one and this part hold. What the other one asks for already adds nothing.
  std::uint32_t add(std::uint32_t before, plan::Expression part);
  /// Written out, in the order in which its parts were added.
  [[nodiscard]] plan::Expression operator[](std::uint32_t condition) const;
  [[nodiscard]] std::size_t size() const { return all_.size(); }

 private:
  using Condition = std::pair<std::uint32_t, std::uint32_t>;  // the one before, and the part that is added

  [[nodiscard]] bool asks(std::uint32_t condition, std::uint32_t part) const;

  std::vector<Condition> all_;
  std::map<Condition, std::uint32_t> known_;
  std::vector<plan::Expression> parts_;
  std::unordered_map<std::string, std::uint32_t> part_numbers_;  // by their text
};

}  // namespace planbuilder::events
