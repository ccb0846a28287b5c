// The names of types: which of them can be seen from a file, and what they stand for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/language.h"
#include "planbuilder/tosca/model/types.h"
#include "planbuilder/tosca/model/visible_names.h"
#include "planbuilder/tosca/scalars/primitive.h"

namespace planbuilder::tosca {

/// Filled by resolve_types.h.
class TypeNames {
 public:
  /// The type, or an invalid id. Names may be qualified, prefixed or short.
  [[nodiscard]] TypeId find(TypeKind kind, const Reference& reference) const;
  /// As find, but reports what is not there.
  TypeId resolve(TypeKind kind, const Reference& reference, Diagnostics& diagnostics) const;
  /// The primitive that a name stands for in its file, unless a type of that name hides it; 2.0 has some more.
  [[nodiscard]] std::optional<Primitive> primitive(const Reference& reference) const;
  /// The language of a file; none of what stands in no file.
  [[nodiscard]] std::optional<Language> language(FileId file) const;
  /// Files of 2.0 see nothing but what they import, and are read to the letter.
  [[nodiscard]] bool is_strict(FileId file) const { return language(file) == Language::yaml_2_0; }
  /// Names of XML are complete, and schemas that are not read may say more of a type.
  [[nodiscard]] bool is_xml(FileId file) const { return language(file) == Language::xml_1_0; }
  /// Names that can be seen, sorted: suggestions must not depend on hash order. Of very many, those that are near.
  [[nodiscard]] std::vector<std::string> some_names(TypeKind kind, FileId file) const;

 private:
  friend class TypeResolver;
  struct File {
    std::size_t index = 0;
    Language language = {};
  };
  /// A name that is looked for: the file that says it, the kind of type, and what it says.
  template <class Text>
  struct Wanted {
    FileId file;
    TypeKind kind;
    Text name;
  };
  struct WantedHash {
    using is_transparent = void;
    template <class Text>
    std::size_t operator()(const Wanted<Text>& wanted) const {
      return std::hash<std::string_view>()(wanted.name) + 31 * std::hash<FileId>()(wanted.file) + index_of(wanted.kind);
    }
  };
  struct SameWanted {
    using is_transparent = void;
    template <class Left, class Right>
    bool operator()(const Wanted<Left>& left, const Wanted<Right>& right) const {
      return left.file == right.file && left.kind == right.kind && std::string_view(left.name) == right.name;
    }
  };
  [[nodiscard]] TypeId look_for(TypeKind kind, const Reference& reference) const;
  [[nodiscard]] TypeId find_from(std::size_t file, TypeKind kind, std::string_view name) const;
  std::unordered_map<FileId, File> files_;  // the entry is the first
  std::vector<VisibleNames> names_;         // of each kind
  // Every node names its type and those of what it requires: each name is looked for once.
  mutable std::unordered_map<Wanted<std::string>, TypeId, WantedHash, SameWanted> found_;
};

}  // namespace planbuilder::tosca
