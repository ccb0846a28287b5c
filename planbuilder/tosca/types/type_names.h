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
  [[nodiscard]] TypeId find_from(std::size_t file, TypeKind kind, std::string_view name) const;
  std::unordered_map<FileId, File> files_;  // the entry is the first
  std::vector<VisibleNames> names_;         // of each kind
};

}  // namespace planbuilder::tosca
