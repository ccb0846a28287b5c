// All types of a run, with the derivation between them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "planbuilder/support/ids.h"
#include "planbuilder/tosca/model/definitions.h"

namespace planbuilder::tosca {

using TypeId = Id<struct TypeTag>;

/// A type that a service uses has all members that it inherits; others have only their own. Were they copied into each
/// type, long derivations would take space that grows with the square of their length.
struct Type : TypeMembers {
  TypeKind kind = TypeKind::node;
  std::string name;
  TypeId parent;
  Schema value;                            // data types: what they derive from, with their own constraints, key and entry schema
  std::optional<ScalarDefinition> scalar;  // its own; numbers with units inherit what they do not say
  TypeMembers own;
  bool is_abstract = false;  // it says that something more concrete must take the place of what is of it
  bool is_complete = false;  // the members are those of the ancestors too
  bool is_strict = false;    // of a file of 2.0, where types of one name in two files are two types
  SourceRange at = {};
};

/// The table of types. Copies share it: every service of a run sees the same types, which stay where they are.
class Types {
 public:
  TypeId add(Type type) { return table_->all.add(std::move(type)); }
  /// To be called when all types are there and no parent changes any more.
  void index();

  Type& operator[](TypeId id) { return table_->all[id]; }
  const Type& operator[](TypeId id) const { return table_->all[id]; }
  [[nodiscard]] std::size_t size() const { return table_->all.size(); }
  [[nodiscard]] auto ids() const { return table_->all.ids(); }
  [[nodiscard]] auto begin() const { return std::as_const(table_->all).begin(); }
  [[nodiscard]] auto end() const { return std::as_const(table_->all).end(); }

  /// Every type after its parent, and all its descendants right after it.
  [[nodiscard]] const std::vector<TypeId>& depth_first() const { return table_->depth_first; }
  /// The type itself is one of its ancestors.
  [[nodiscard]] bool is_ancestor(TypeId ancestor, TypeId type) const;
  /// As is_ancestor; before 2.0 by name: several files may define a type of one name, as those of two versions of the profile do.
  [[nodiscard]] bool derives_from(TypeId type, TypeId ancestor) const;
  [[nodiscard]] bool derives_from(TypeId type, std::string_view ancestor) const;

 private:
  /// The places of a type and its descendants in the depth-first order.
  struct Span {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
  };
  struct Table {
    IdVector<TypeId, Type> all;
    std::vector<TypeId> depth_first;
    IdVector<TypeId, Span> spans;
    std::unordered_map<std::string_view, std::vector<TypeId>> by_name;
  };
  std::shared_ptr<Table> table_ = std::make_shared<Table>();
};

}  // namespace planbuilder::tosca
