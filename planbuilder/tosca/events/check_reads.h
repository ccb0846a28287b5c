// What the conditions of events read of other entities must be there, as far as the types tell.
#pragma once

#include <set>
#include <utility>

#include "planbuilder/tosca/events/type_walk.h"

namespace planbuilder::tosca {

class ReadChecker {
 public:
  ReadChecker(const TypeWalk& walk, Diagnostics& diagnostics) : walk_(walk), diagnostics_(diagnostics) {}

  /// In the context of an entity of this type; an interface type alone has none, and does not know where it is used.
  void check(const Value& condition, TypeId self);

 private:
  /// The variables of `$for_each` that can be seen, innermost last.
  using Scope = std::vector<std::pair<std::string, Places>>;

  void check(const Value& value, TypeId self, Scope& scope);
  void check_read(const Call& call, TypeId self, const Scope& scope);
  void check_attribute(const Places& places, const Reference& interface, const Reference& attribute);
  Places places_of(const Value& list, TypeId self);
  Places follow(const Places& start, const std::vector<Reference>& words, SourceRange at);
  void report_variable(const Reference& variable, const Scope& scope);

  const TypeWalk& walk_;
  Diagnostics& diagnostics_;
  std::set<SourceRange> judged_;  // descendants have what they inherit once more
};

}  // namespace planbuilder::tosca
