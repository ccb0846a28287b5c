// The values that attributes can have, each known by a number: state machines compare them all the time.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "planbuilder/support/ids.h"
#include "planbuilder/support/value.h"

namespace planbuilder::events {

using ConstantId = Id<struct ConstantTag>;

class Constants {
 public:
  Constants();

  /// What only a run knows; the first of them all.
  static constexpr ConstantId unknown{0};

  ConstantId of(const Value& literal);
  ConstantId of_text(std::string_view text);
  const Value& operator[](ConstantId id) const { return values_[id]; }
  [[nodiscard]] std::size_t size() const { return values_.size(); }

 private:
  IdVector<ConstantId, Value> values_;
  std::unordered_map<std::string, ConstantId> known_;
};

}  // namespace planbuilder::events
