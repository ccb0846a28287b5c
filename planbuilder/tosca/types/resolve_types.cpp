#include "planbuilder/tosca/types/resolve_types.h"

#include <algorithm>
#include <set>

#include "planbuilder/tosca/types/link_refinements.h"

namespace planbuilder::tosca {

namespace {

/// The profile has types that are abstract by their names only: those under `Abstract`.
bool is_abstract_by_name(const TypeDefinition& definition) {
  const std::string_view name = definition.name;
  return definition.kind == TypeKind::node && (name.starts_with("tosca.nodes.Abstract.") || name.starts_with("Abstract."));
}

constexpr std::size_t kinds = static_cast<std::size_t>(TypeKind::policy) + 1;

std::size_t index_of(TypeKind kind) { return static_cast<std::size_t>(kind); }

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

class TypeResolver {
 public:
  TypeResolver(std::vector<DefinitionsFile>& files, Diagnostics& diagnostics) : files_(files), diagnostics_(diagnostics) {}

  ResolvedTypes resolve() {
    result_.names.entry_ = files_.front().id;
    declare_own_names();
    import_names();
    link_parents();
    break_cycles();
    result_.types.index();
    link_refinements(result_.types);
    return std::move(result_);
  }

 private:
  void declare_own_names() {
    for (DefinitionsFile& file : files_) {
      auto& scopes = result_.names.scopes_[file.id];
      result_.names.languages_.emplace(file.id, file.language);
      scopes.resize(kinds);
      for (TypeDefinition& definition : file.definitions.types) declare(definition, scopes[index_of(definition.kind)]);
    }
  }

  void declare(TypeDefinition& definition, TypeNames::Scope& scope) {
    if (const auto first = scope.find(definition.name); first != scope.end()) {
      diagnostics_
          .error(Code::duplicate_name, definition.at,
                 "the " + std::string(to_string(definition.kind)) + " '" + definition.name + "' is defined twice")
          .note("it was defined here first", result_.types[first->second].at);
      return;
    }
    Type type;
    type.kind = definition.kind;
    type.name = definition.name;
    type.at = definition.at;
    type.is_abstract = definition.abstract || is_abstract_by_name(definition);
    type.scalar = definition.scalar;
    type.value = std::move(definition.value);
    type.value.type = definition.parent;
    type.own = std::move(static_cast<TypeMembers&>(definition));
    scope[definition.name] = result_.types.add(std::move(type));
    definitions_.push_back(&definition);
  }

  /// A file sees what it imports and what that imports; its own names win over imported ones.
  void import_names() {
    const auto own = result_.names.scopes_;
    for (std::size_t file = 0; file < files_.size(); ++file) {
      std::set<std::pair<std::size_t, std::string>> seen;
      std::vector<std::pair<std::size_t, std::string>> waiting{{file, ""}};
      for (std::size_t next = 0; next < waiting.size(); ++next) {
        const auto [from, prefix] = waiting[next];
        if (!seen.insert(waiting[next]).second) continue;
        for (std::size_t kind = 0; kind < kinds; ++kind) {
          for (const auto& [name, type] : own.at(files_[from].id)[kind]) {
            result_.names.scopes_[files_[file].id][kind].emplace(prefix + name, type);
          }
        }
        // What an author imports wins over what is there without.
        for (const bool written : {true, false}) {
          for (const DefinitionsFile::Import& import : files_[from].imports) {
            if (import.at.known() != written) continue;
            waiting.emplace_back(import.file, import.prefix.empty() ? prefix : prefix + import.prefix + ":");
          }
        }
      }
    }
  }

  void link_parents() {
    for (const TypeId id : result_.types.ids()) {
      const TypeDefinition& definition = *definitions_[id.index()];
      // A data type may derive from a primitive, which is no type with a definition.
      if (definition.kind == TypeKind::data && result_.names.primitive(definition.parent)) continue;
      result_.types[id].parent = result_.names.resolve(definition.kind, definition.parent, diagnostics_);
    }
  }

  /// Without recursion: derivation may be thousands deep.
  void break_cycles() {
    enum class Mark : std::uint8_t { fresh, open, done };
    IdVector<TypeId, Mark> marks;
    marks.resize(result_.types.size(), Mark::fresh);
    for (const TypeId start : result_.types.ids()) {
      std::vector<TypeId> chain;
      for (TypeId id = start; id.valid() && marks[id] != Mark::done; id = result_.types[id].parent) {
        if (marks[id] == Mark::open) {
          report_cycle(chain, id);
          result_.types[id].parent = {};
          break;
        }
        marks[id] = Mark::open;
        chain.push_back(id);
      }
      for (const TypeId id : chain) marks[id] = Mark::done;
    }
  }

  void report_cycle(const std::vector<TypeId>& chain, TypeId again) {
    const Type& type = result_.types[again];
    Diagnostic& problem = diagnostics_.error(
        Code::derivation_cycle, type.at, "the " + std::string(to_string(type.kind)) + " '" + type.name + "' derives from itself");
    for (auto id = std::find(chain.begin(), chain.end(), again); id != chain.end(); ++id) {
      problem.note("'" + result_.types[*id].name + "' derives from '" + definitions_[id->index()]->parent.name + "'",
                   definitions_[id->index()]->parent.at);
    }
  }

  std::vector<DefinitionsFile>& files_;
  Diagnostics& diagnostics_;
  ResolvedTypes result_;
  std::vector<TypeDefinition*> definitions_;  // by type
};

ResolvedTypes resolve_types(std::vector<DefinitionsFile>& files, Diagnostics& diagnostics) {
  return TypeResolver(files, diagnostics).resolve();
}

}  // namespace planbuilder::tosca
