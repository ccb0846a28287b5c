#include "planbuilder/tosca/complete_interfaces.h"

#include "planbuilder/tosca/merge.h"

namespace planbuilder::tosca {

namespace {

/// The part of an interface type that brings inputs; none when it brings no input at all.
std::optional<Interface> inputs_of(const Type& type) {
  if (type.interfaces.empty()) return std::nullopt;
  const Interface& defined = type.interfaces.front();
  Interface part;
  part.inputs = defined.inputs;
  for (const Operation& operation : defined.operations) {
    if (operation.inputs.empty()) continue;
    part.operations.push_back(operation);
    part.operations.back().implementation.reset();
  }
  if (part.inputs.empty() && part.operations.empty()) return std::nullopt;
  return part;
}

}  // namespace

void complete_interfaces(Types& types, const TypeNames& names) {
  for (const TypeId id : types.ids()) {
    Type& type = types[id];
    if (!type.is_complete || (type.kind != TypeKind::node && type.kind != TypeKind::relationship)) continue;
    for (Interface& item : type.interfaces) {
      const TypeId of = names.find(TypeKind::interface, item.type);
      if (item.type.empty() || !of.valid()) continue;
      auto part = inputs_of(types[of]);
      if (!part) continue;
      part->name = item.name;
      std::vector<Interface> merged;
      merged.push_back(std::move(*part));
      refine_interfaces(merged, {item});
      item = std::move(merged.front());
    }
  }
}

}  // namespace planbuilder::tosca
