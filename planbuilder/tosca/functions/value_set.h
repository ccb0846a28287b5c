// A set of values: equal ones are one, as the functions see equality.
#pragma once

#include <string>
#include <unordered_set>

#include "planbuilder/support/value.h"

namespace planbuilder::tosca {

class ValueSet {
 public:
  ValueSet() = default;
  explicit ValueSet(const List& values) {
    for (const Value& value : values) add(value);
  }

  /// False when it was there already.
  bool add(const Value& value) { return keys_.insert(key_of(value)).second; }
  [[nodiscard]] bool has(const Value& value) const { return keys_.contains(key_of(value)); }

 private:
  static std::string key_of(const Value& value);
  std::unordered_set<std::string> keys_;
};

}  // namespace planbuilder::tosca
