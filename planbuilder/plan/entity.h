// What a plan acts on.
#pragma once

#include <compare>
#include <string>
#include <string_view>

namespace planbuilder::plan {

/// Node and relationship ids may coincide, so the kind is part of the name.
struct Entity {
  enum class Kind { node, relationship, service };
  Kind kind = Kind::node;
  std::string id;

  auto operator<=>(const Entity&) const = default;
};

/// Nothing behind the last one: see words_of.
constexpr std::string_view to_string(Entity::Kind kind) {
  switch (kind) {
    case Entity::Kind::node: return "node";
    case Entity::Kind::relationship: return "relationship";
    case Entity::Kind::service: return "service";
  }
  return "";
}

}  // namespace planbuilder::plan
