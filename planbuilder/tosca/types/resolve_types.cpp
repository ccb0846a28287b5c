#include "planbuilder/tosca/types/resolve_types.h"

#include <algorithm>

#include "planbuilder/tosca/types/link_refinements.h"

namespace planbuilder::tosca {

namespace {

/// The profile has types that are abstract by their names only: those under `Abstract`.
bool is_abstract_by_name(const TypeDefinition& definition) {
  const std::string_view name = definition.name;
  return definition.kind == TypeKind::node && (name.starts_with("tosca.nodes.Abstract.") || name.starts_with("Abstract."));
}

constexpr std::size_t kind_count = index_of(TypeKind::policy) + 1;

}  // namespace

class TypeResolver {
 public:
  TypeResolver(std::vector<DefinitionsFile>& files, Diagnostics& diagnostics) : files_(files), diagnostics_(diagnostics) {}

  ResolvedTypes resolve() {
    declare_names();
    link_parents();
    break_cycles();
    result_.types.index();
    link_refinements(result_.types);
    return std::move(result_);
  }

 private:
  void declare_names() {
    const auto imports = std::make_shared<const ImportGraph>(files_);
    for (std::size_t kind = 0; kind < kind_count; ++kind) result_.names.names_.emplace_back(imports);
    for (std::size_t index = 0; index < files_.size(); ++index) {
      DefinitionsFile& file = files_[index];
      result_.names.files_.emplace(file.id, TypeNames::File{index, file.language});
      for (TypeDefinition& definition : file.definitions.types) declare(definition, index);
    }
  }

  void declare(TypeDefinition& definition, std::size_t file) {
    VisibleNames& names = result_.names.names_[index_of(definition.kind)];
    if (!names.declare(file, definition.name, static_cast<std::uint32_t>(result_.types.size()))) {
      diagnostics_
          .error(Code::duplicate_name, definition.at,
                 "the " + std::string(to_string(definition.kind)) + " '" + definition.name + "' is defined twice")
          .note("it was defined here first", result_.types[TypeId(*names.find(file, definition.name))].at);
      return;
    }
    Type type;
    type.kind = definition.kind;
    type.name = definition.name;
    type.at = definition.at;
    type.is_abstract = definition.abstract || is_abstract_by_name(definition);
    type.is_strict = is_2_0(files_[file].language);
    type.scalar = definition.scalar;
    type.value = std::move(definition.value);
    type.value.type = definition.parent;
    type.own = std::move(static_cast<TypeMembers&>(definition));
    result_.types.add(std::move(type));
    definitions_.push_back(&definition);
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
