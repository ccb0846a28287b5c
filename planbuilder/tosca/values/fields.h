// The properties or attributes of a type, with the types of their values.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/scalars/scalar_units.h"

namespace planbuilder::tosca {

/// In the order of their definitions, which must stay where they are.
class Fields {
 public:
  struct Field {
    const ParameterDefinition* definition;
    ValueTypeId type;
  };

  /// A definition takes the place of the one of its name.
  void add(const ParameterDefinition& definition, ValueTypeId type);
  /// To be called when all are there.
  void find_mandatory();

  [[nodiscard]] const Field* find(std::string_view name) const;
  [[nodiscard]] const std::vector<Field>& all() const { return all_; }
  /// Those that a value must be given for.
  [[nodiscard]] const std::vector<const ParameterDefinition*>& mandatory() const { return mandatory_; }
  [[nodiscard]] std::vector<std::string_view> names() const;

 private:
  std::vector<Field> all_;
  std::vector<const ParameterDefinition*> mandatory_;
  std::unordered_map<std::string_view, std::size_t> index_;  // only of many: a few are found faster without
};

}  // namespace planbuilder::tosca
