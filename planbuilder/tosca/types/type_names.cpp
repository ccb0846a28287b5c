#include "planbuilder/tosca/types/type_names.h"

#include <algorithm>

namespace planbuilder::tosca {

namespace {

struct ProfilePrefix {
  TypeKind kind;
  std::string_view text;
};

/// The Simple Profile lets `tosca.nodes.Compute` be written as `Compute` and `tosca:Compute`; some short names leave out more.
constexpr ProfilePrefix profile_prefixes[] = {
    {TypeKind::artifact, "tosca.artifacts."},
    {TypeKind::artifact, "tosca.artifacts.Implementation."},
    {TypeKind::data, "tosca.datatypes."},
    {TypeKind::data, "tosca.datatypes.network."},
    {TypeKind::capability, "tosca.capabilities."},
    {TypeKind::interface, "tosca.interfaces."},
    {TypeKind::interface, "tosca.interfaces.node.lifecycle."},
    {TypeKind::interface, "tosca.interfaces.relationship."},
    {TypeKind::relationship, "tosca.relationships."},
    {TypeKind::node, "tosca.nodes."},
    {TypeKind::group, "tosca.groups."},
    {TypeKind::policy, "tosca.policies."},
};

}  // namespace

std::string_view to_string(TypeKind kind) {
  switch (kind) {
    case TypeKind::artifact: return "artifact type";
    case TypeKind::data: return "data type";
    case TypeKind::capability: return "capability type";
    case TypeKind::interface: return "interface type";
    case TypeKind::relationship: return "relationship type";
    case TypeKind::node: return "node type";
    case TypeKind::group: return "group type";
    case TypeKind::policy: return "policy type";
  }
  return "type";
}

const TypeNames::Scope* TypeNames::scope(TypeKind kind, FileId file) const {
  const auto found = scopes_.find(file);
  return found == scopes_.end() ? nullptr : &found->second[index_of(kind)];
}

TypeId TypeNames::find_in(const Scope& names, TypeKind kind, std::string_view name) {
  if (const auto exact = names.find(name); exact != names.end()) return exact->second;
  if (name.starts_with("tosca:")) name.remove_prefix(6);
  for (const ProfilePrefix& prefix : profile_prefixes) {
    if (prefix.kind != kind) continue;
    if (const auto normative = names.find(std::string(prefix.text) + std::string(name)); normative != names.end())
      return normative->second;
  }
  return {};
}

TypeId TypeNames::find(TypeKind kind, const Reference& reference) const {
  const Scope* names = scope(kind, reference.at.file);
  const TypeId found = names == nullptr ? TypeId() : find_in(*names, kind, reference.name);
  if (found.valid() || is_strict(reference.at.file)) return found;
  // Files are often written for a reader that puts everything into one space: what the service sees, they see.
  return find_in(scopes_.at(entry_)[index_of(kind)], kind, reference.name);
}

std::optional<Language> TypeNames::language(FileId file) const {
  const auto found = languages_.find(file);
  return found == languages_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Primitive> TypeNames::primitive(const Reference& reference) const {
  if (is_new_in_2_0(reference.name) && !is_strict(reference.at.file)) return std::nullopt;
  return find(TypeKind::data, reference).valid() ? std::nullopt : primitive_named(reference.name);
}

TypeId TypeNames::resolve(TypeKind kind, const Reference& reference, Diagnostics& diagnostics) const {
  const TypeId found = find(kind, reference);
  if (found.valid() || reference.empty()) return found;
  const std::string guess = diagnostics.guess(reference.name, [&] { return all(kind, reference.at.file); });
  diagnostics.error(Code::unknown_type, reference.at,
                    "there is no " + std::string(to_string(kind)) + " '" + reference.name + "'" + guess);
  return {};
}

std::vector<std::string_view> TypeNames::all(TypeKind kind, FileId file) const {
  std::vector<std::string_view> found;
  if (const Scope* names = scope(kind, file)) {
    for (const auto& entry : *names) found.push_back(entry.first);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace planbuilder::tosca
