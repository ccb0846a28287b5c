#include "planbuilder/tosca/types/type_names.h"

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

constexpr std::size_t most_explained = 20;  // people read no more, and looking at all names takes time

/// `tosca` of `tosca:Compute`; empty for other names.
std::string prefix_of(const std::string& name) {
  const bool qualified = name.starts_with('{');  // in XML
  const std::size_t colon = qualified ? std::string::npos : name.find(':');
  return colon == std::string::npos ? "" : name.substr(0, colon);
}

bool has_prefix(const std::vector<std::string>& names, const std::string& prefix) {
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

TypeId TypeNames::find_from(std::size_t file, TypeKind kind, std::string_view name) const {
  const VisibleNames& names = names_[index_of(kind)];
  if (const auto exact = names.find(file, name)) return TypeId(*exact);
  if (name.starts_with("tosca:")) name.remove_prefix(6);
  for (const ProfilePrefix& prefix : profile_prefixes) {
    if (prefix.kind != kind) continue;
    if (const auto normative = names.find(file, std::string(prefix.text) + std::string(name))) return TypeId(*normative);
  }
  return {};
}

TypeId TypeNames::find(TypeKind kind, const Reference& reference) const {
  const auto known = found_.find(Wanted<std::string_view>{reference.at.file, kind, reference.name});
  if (known != found_.end()) return known->second;
  const TypeId found = look_for(kind, reference);
  found_.emplace(Wanted<std::string>{reference.at.file, kind, reference.name}, found);
  return found;
}

TypeId TypeNames::look_for(TypeKind kind, const Reference& reference) const {
  const auto file = files_.find(reference.at.file);
  if (file != files_.end()) {
    const TypeId found = find_from(file->second.index, kind, reference.name);
    if (found.valid() || is_2_0(file->second.language)) return found;
  }
  // Files are often written for a reader that puts everything into one space: what the service sees, they see.
  return find_from(0, kind, reference.name);
}

std::optional<Language> TypeNames::language(FileId file) const {
  const auto found = files_.find(file);
  return found == files_.end() ? std::nullopt : std::optional(found->second.language);
}

std::optional<Primitive> TypeNames::primitive(const Reference& reference) const {
  if (is_new_in_2_0(reference.name) && !is_strict(reference.at.file)) return std::nullopt;
  return find(TypeKind::data, reference).valid() ? std::nullopt : primitive_named(reference.name);
}

TypeId TypeNames::resolve(TypeKind kind, const Reference& reference, Diagnostics& diagnostics) const {
  const TypeId found = find(kind, reference);
  if (found.valid() || reference.empty()) return found;
  std::vector<std::string> known;
  const std::string guess = diagnostics.guess(reference.name, [&] {
    known = some_names(kind, reference.at.file);
    return std::vector<std::string_view>(known.begin(), known.end());
  });
  Diagnostic& problem = diagnostics.error(Code::unknown_type, reference.at,
                                          "there is no " + std::string(to_string(kind)) + " '" + reference.name + "'" + guess);
  const std::string prefix = prefix_of(reference.name);
  if (!prefix.empty() && diagnostics.errors() <= most_explained && !has_prefix(some_names(kind, reference.at.file), prefix + ":"))
    problem.explain("no import of this file gives such types the namespace '" + prefix + "'");
  return {};
}

std::vector<std::string> TypeNames::some_names(TypeKind kind, FileId file) const {
  const auto found = files_.find(file);
  return found == files_.end() ? std::vector<std::string>() : names_[index_of(kind)].some_names(found->second.index);
}

}  // namespace planbuilder::tosca
