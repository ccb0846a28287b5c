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
#include "planbuilder/tosca/types/resolve_types.h"

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

/// The properties (or attributes) of a type with the types of their values; in the order of their definitions.
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

/// Made as they are asked for, and kept. Refers to the types, which must stay where they are.
class ValueTypes {
 public:
  ValueTypes(const Types& types, const TypeNames& names, Diagnostics& diagnostics);

  const ValueType& operator[](ValueTypeId id) const { return *all_[id]; }
  [[nodiscard]] const Types& types() const { return types_; }
  [[nodiscard]] const TypeNames& names() const { return names_; }
  [[nodiscard]] ValueTypeId any() const { return ValueTypeId(0); }

  /// What calls are typed by: the functions of all files, and the inputs of the service that is looked at.
  void know(const FunctionNames& functions) { functions_ = &functions; }
  void know_inputs(const std::vector<ParameterDefinition>& inputs) { inputs_ = &inputs; }
  void forget_inputs() { inputs_ = nullptr; }
  [[nodiscard]] const FunctionNames* functions() const { return functions_; }
  [[nodiscard]] ValueTypeId input_type(std::string_view name);

  /// An unknown type is reported, once at each place that names it; its values may be anything.
  ValueTypeId of(const Schema& schema);
  /// Of a member of a type, with the constraints of what it refines.
  ValueTypeId of(const ParameterDefinition& definition);
  /// As `of`, with the constraints of what is refined added.
  ValueTypeId refined(const Schema& schema, ValueTypeId inherited);

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
  void report_unknown(const Reference& name);
  [[nodiscard]] bool is_abstract_scalar(const Reference& name);
  void check_collection(const Schema& schema, Primitive primitive);
  void check_keynames(const Type& definition, const ValueType& type);

  const Types types_;
  const TypeNames& names_;
  Diagnostics& diagnostics_;
  IdVector<ValueTypeId, std::unique_ptr<ValueType>> all_;
  std::unordered_map<Primitive, ValueTypeId> primitives_;
  std::unordered_map<TypeId, ValueTypeId> data_types_;
  std::unordered_map<std::shared_ptr<const SchemaDetails>, ValueTypeId> detailed_;  // kept, so that no other takes its place
  std::unordered_map<const ParameterDefinition*, ValueTypeId> refinements_;
  FieldsByType properties_;
  FieldsByType attributes_;
  std::set<SourceRange> unknown_;
  const FunctionNames* functions_ = nullptr;
  const std::vector<ParameterDefinition>* inputs_ = nullptr;
};

}  // namespace planbuilder::tosca
