// Schemas with their names resolved and their constraints understood: what values are checked against.
#pragma once

#include <memory>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/types.h"
#include "planbuilder/tosca/scalars/constraint.h"
#include "planbuilder/tosca/scalars/scalar_units.h"
#include "planbuilder/tosca/types/type_names.h"
#include "planbuilder/tosca/values/fields.h"

namespace planbuilder::tosca {

class FunctionNames;

struct ValueType {
  Primitive primitive = Primitive::any;
  TypeId data_type;  // where it is one
  ValueTypeId entry;
  ValueTypeId key;
  std::vector<Constraint> constraints;
  std::vector<ValueTypeId> bases;  // whose constraints hold too: of ancestors, and of what is refined
  std::vector<Value> validations;  // 2.0: expressions over `$value`
  std::shared_ptr<const ScalarUnits> scalar;

  [[nodiscard]] bool has_own_constraints() const { return !constraints.empty() || !validations.empty(); }
  [[nodiscard]] bool is_constrained() const { return has_own_constraints() || !bases.empty(); }
};

/// Made as they are asked for, and kept. Refers to the types and names, which must stay where they are.
class ValueTypes {
 public:
  ValueTypes(const Types& types, const TypeNames& names, const FunctionNames& functions, Diagnostics& diagnostics);

  const ValueType& operator[](ValueTypeId id) const { return *all_[id]; }
  [[nodiscard]] const Types& types() const { return types_; }
  [[nodiscard]] const TypeNames& names() const { return names_; }
  /// Those that files define.
  [[nodiscard]] const FunctionNames& functions() const { return functions_; }
  [[nodiscard]] ValueTypeId any() const { return ValueTypeId(0); }

  /// An unknown type is reported, once at each place that names it; its values may be anything.
  ValueTypeId of(const Schema& schema);
  /// Of a member of a type, with the constraints of what it refines.
  ValueTypeId of(const ParameterDefinition& definition);
  /// As `of`, with the constraints of what is refined added.
  ValueTypeId refined(const Schema& schema, ValueTypeId inherited) {
    return refined(of(schema), inherited, names_.is_strict(schema.type.at.file));
  }
  /// TOSCA 2.0: warns of lists and maps that neither say nor inherit what their entries are.
  void expect_entries(const Schema& schema, ValueTypeId type, Diagnostics& diagnostics) const;
  /// Those of all data types that are numbers with units, as they were made.
  [[nodiscard]] std::vector<std::shared_ptr<const ScalarUnits>> scalars() const;

  ValueTypeId of_data_type(TypeId type);

  const Fields& properties(TypeId type) { return fields(type, &TypeMembers::properties, properties_); }
  const Fields& attributes(TypeId type) { return fields(type, &TypeMembers::attributes, attributes_); }

  /// Definitions of which some refine those fields.
  Fields refine(const Fields& inherited, const std::vector<ParameterDefinition>& own);

  /// "integer", or the name of the data type.
  [[nodiscard]] std::string name_of(ValueTypeId id) const;
  /// The type itself or one that is derived from it; entries likewise.
  [[nodiscard]] bool is_kind_of(ValueTypeId derived, ValueTypeId base) const;

 private:
  using FieldsByType = std::unordered_map<TypeId, std::unique_ptr<Fields>>;
  using Section = std::vector<ParameterDefinition> TypeMembers::*;
  const Fields& fields(TypeId type, Section section, FieldsByType& known);
  void add_all(Fields& fields, const std::vector<ParameterDefinition>& definitions);

  ValueTypeId add(ValueType type);
  ValueTypeId named(const Reference& name);
  void make_data_type(TypeId id);
  void add_details(ValueTypeId id, const Schema& schema);
  ValueTypeId refined(ValueTypeId own, ValueTypeId inherited, bool with_parts);
  ValueTypeId refined_part(const Schema& own, ValueTypeId inherited, std::string_view what);
  void report_unknown(const Reference& name);
  [[nodiscard]] bool is_abstract_scalar(Primitive primitive, const Reference& name);
  void check_collection(const Schema& schema, Primitive primitive);
  void check_key(const Schema& schema, ValueTypeId key);
  void check_keynames(const Type& definition, const ValueType& type);

  const Types types_;
  const TypeNames& names_;
  const FunctionNames& functions_;
  Diagnostics& diagnostics_;
  IdVector<ValueTypeId, std::unique_ptr<ValueType>> all_;
  std::unordered_map<Primitive, ValueTypeId> primitives_;
  std::unordered_map<TypeId, ValueTypeId> data_types_;
  std::unordered_map<std::shared_ptr<const SchemaDetails>, ValueTypeId> detailed_;  // kept, so that no other takes its place
  std::unordered_map<const ParameterDefinition*, ValueTypeId> refinements_;
  FieldsByType properties_;
  FieldsByType attributes_;
  std::set<SourceRange> unknown_;
};

}  // namespace planbuilder::tosca
