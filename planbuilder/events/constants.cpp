#include "planbuilder/events/constants.h"

namespace planbuilder::events {

Constants::Constants() { values_.add({}); }

ConstantId Constants::of(const Value& literal) {
  // The kind is part of the key: true is not "true".
  std::string key = std::to_string(literal.data.index()) + to_text(literal);
  const auto [place, added] = known_.try_emplace(std::move(key), ConstantId(values_.size()));
  if (added) values_.add(literal);
  return place->second;
}

ConstantId Constants::of_text(std::string_view text) { return of({std::string(text)}); }

}  // namespace planbuilder::events
