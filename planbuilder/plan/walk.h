// Goes through the parts of a plan for what is in them: values, files, machines. description.h says where they are.
#pragma once

#include "planbuilder/plan/description.h"

namespace planbuilder::plan {

/// What has nothing inside that is looked for on its own.
template <class T>
inline constexpr bool is_leaf = std::is_enum_v<T>;
template <>
inline constexpr bool is_leaf<std::string> = true;
template <>
inline constexpr bool is_leaf<bool> = true;
template <>
inline constexpr bool is_leaf<std::uint32_t> = true;
template <>
inline constexpr bool is_leaf<Entity> = true;
template <>
inline constexpr bool is_leaf<Argument> = true;
template <>
inline constexpr bool is_leaf<std::map<std::string, std::string>> = true;

/// Calls `visit(at, leaf)` with every leaf inside of a part of a plan, and the row that it belongs to.
template <class Part, class Visit>
void for_each_leaf(Part& part, const Visit& visit);

template <class At, class T, class Visit>
void visit_leaves(At at, T& field, const Visit& visit) {
  using Type = std::remove_const_t<T>;
  static_assert(!std::is_same_v<Type, Expression>, "a value that a step evaluates is an Argument, so that it can be secret");
  if constexpr (is_leaf<Type>) {
    visit(at, field);
  } else if constexpr (Described<Type> || std::is_same_v<Type, Action>) {
    for_each_leaf(field, visit);
  } else if constexpr (requires { field.has_value(); }) {
    if (field.has_value()) visit_leaves(at, *field, visit);
  } else if constexpr (requires { field.make(); }) {
    if (field.present()) visit_leaves(at, field.make(), visit);
  } else if constexpr (requires { field.present(); }) {
    if (field.present()) visit_leaves(at, *field, visit);
  } else {
    for (auto& item : field) visit_leaves(at, item, visit);
  }
}

template <class Part, class Visit>
void for_each_leaf(Part& part, const Visit& visit) {
  if constexpr (Described<std::remove_const_t<Part>>) {
    for_each_row<std::remove_const_t<Part>>([&](auto at) { visit_leaves(at, part.*decltype(at)::row.member, visit); });
  } else {
    std::visit([&](auto& chosen) { for_each_leaf(chosen, visit); }, part);
  }
}

/// Visits every value that a part evaluates. Those of a step include what takes it back.
template <class Part, class Visit>
void for_each_argument(Part& part, const Visit& visit) {
  for_each_leaf(part, [&]<class Leaf>(auto, Leaf& leaf) {
    if constexpr (std::is_same_v<std::remove_const_t<Leaf>, Argument>) visit(leaf);
  });
}

template <Trait trait, class Part, class Visit>
void for_each_text(const Part& part, const Visit& visit) {
  for_each_leaf(part, [&](auto at, const auto& leaf) {
    if constexpr (decltype(at)::row.is(trait)) visit(leaf);
  });
}

/// Visits the path of every file, or folder, that a part needs. Those of a step include what takes it back.
template <class Part, class Visit>
void for_each_file(const Part& part, const Visit& visit) {
  for_each_text<Trait::file>(part, visit);
}

/// Visits the node on whose machine it is done; an empty one is the orchestrator's.
template <class Visit>
void for_each_machine(const Action& action, const Visit& visit) {
  for_each_text<Trait::machine>(action, visit);
}

}  // namespace planbuilder::plan
