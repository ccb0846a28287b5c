#include "planbuilder/tosca/types/type_names.h"

#include <algorithm>

namespace planbuilder::tosca {

namespace {

/// The Simple Profile lets `tosca.nodes.Compute` be written as `Compute` and `tosca:Compute`.
std::string_view profile_prefix(TypeKind kind) {
  switch (kind) {
    case TypeKind::artifact: return "tosca.artifacts.";
    case TypeKind::data: return "tosca.datatypes.";
    case TypeKind::capability: return "tosca.capabilities.";
    case TypeKind::interface: return "tosca.interfaces.";
    case TypeKind::relationship: return "tosca.relationships.";
    case TypeKind::node: return "tosca.nodes.";
    case TypeKind::group: return "tosca.groups.";
    case TypeKind::policy: return "tosca.policies.";
  }
  return "";
}

constexpr std::size_t most_explained = 20;  // people read no more, and looking at all names takes time

/// `tosca` of `tosca:Compute`; empty for other names.
std::string prefix_of(const std::string& name) {
  const bool qualified = name.starts_with('{');  // in XML
  const std::size_t colon = qualified ? std::string::npos : name.find(':');
  return colon == std::string::npos ? "" : name.substr(0, colon);
}

bool has_prefix(const std::vector<std::string_view>& names, const std::string& prefix) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return name.starts_with(prefix); });
}

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
  const auto normative = names.find(std::string(profile_prefix(kind)) + std::string(name));
  return normative == names.end() ? TypeId() : normative->second;
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
  Diagnostic& problem = diagnostics.error(Code::unknown_type, reference.at,
                                          "there is no " + std::string(to_string(kind)) + " '" + reference.name + "'" + guess);
  const std::string prefix = prefix_of(reference.name);
  if (!prefix.empty() && diagnostics.errors() <= most_explained && !has_prefix(all(kind, reference.at.file), prefix + ":"))
    problem.explain("no import of this file gives such types the namespace '" + prefix + "'");
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
