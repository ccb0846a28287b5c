#include "planbuilder/tosca/values/value_types.h"

#include <algorithm>

#include "planbuilder/tosca/scalars/understand_constraint.h"
#include "planbuilder/tosca/values/typing.h"

namespace planbuilder::tosca {

ValueTypes::ValueTypes(const Types& types, const TypeNames& names, const FunctionNames& functions, Diagnostics& diagnostics)
    : types_(types), names_(names), functions_(functions), diagnostics_(diagnostics) {
  add({});  // any
}

ValueTypeId ValueTypes::add(ValueType type) { return all_.add(std::make_unique<ValueType>(std::move(type))); }

ValueTypeId ValueTypes::of(const Schema& schema) {
  if (schema.type.empty() && !schema.details) return any();
  if (!schema.details) return named(schema.type);
  if (const auto known = detailed_.find(schema.details); known != detailed_.end()) return known->second;
  const ValueTypeId base = named(schema.type);
  ValueType type = *all_[base];
  type.constraints.clear();
  type.validations.clear();
  type.bases.clear();
  if (all_[base]->is_constrained()) type.bases.push_back(base);
  const ValueTypeId id = add(std::move(type));
  detailed_.emplace(schema.details, id);
  add_details(id, schema);
  return id;
}

/// Without recursion: thousands may refine one another.
ValueTypeId ValueTypes::of(const ParameterDefinition& definition) {
  std::vector<const ParameterDefinition*> chain;
  const ParameterDefinition* at = &definition;
  for (; at->refines != nullptr && !refinements_.contains(at); at = at->refines) chain.push_back(at);
  ValueTypeId type = at->refines == nullptr ? of(at->schema) : refinements_.at(at);
  for (auto next = chain.rbegin(); next != chain.rend(); ++next) {
    type = refined((*next)->schema, type);
    refinements_.emplace(*next, type);
  }
  return type;
}

/// In 2.0, schemas inside are refined likewise; those of data types were where the type was made. Packages of 1.x replace them.
ValueTypeId ValueTypes::refined(ValueTypeId own, ValueTypeId inherited, bool with_parts) {
  if (own == inherited || !own.valid() || !inherited.valid()) return own.valid() ? own : inherited;
  const ValueType& before = *all_[inherited];
  ValueType type = *all_[own];
  if (type.primitive != before.primitive) return own;  // no refinement at all, as is reported elsewhere
  if (with_parts && !type.data_type.valid()) {
    type.entry = refined(type.entry, before.entry, true);
    type.key = refined(type.key, before.key, true);
  }
  const bool changed = type.entry != all_[own]->entry || type.key != all_[own]->key;
  if (!changed && !before.is_constrained()) return own;
  const bool same = type.data_type == before.data_type && type.entry == before.entry && type.key == before.key;
  if (same && !type.is_constrained()) return inherited;  // nothing is added
  if (before.is_constrained()) type.bases.push_back(inherited);
  return add(std::move(type));
}

/// Entries or keys of a type whose ancestors may have said what they are.
ValueTypeId ValueTypes::refined_part(const Schema& own, ValueTypeId inherited, std::string_view what) {
  const ValueTypeId type = of(own);
  if (!names_.is_strict(own.type.at.file)) return type;
  if (!is_kind_of(type, inherited)) {
    diagnostics_.error(
        Code::bad_refinement, own.type.at,
        "the " + std::string(what) + " are of type " + name_of(type) + ", which is not derived from " + name_of(inherited));
  }
  return refined(type, inherited, true);
}

/// Entries and keys may be of the very type that is being made: it is in the tables already.
void ValueTypes::add_details(ValueTypeId id, const Schema& schema) {
  ValueType& type = *all_[id];
  check_collection(schema, type.primitive);
  if (!schema.entry().type.empty()) type.entry = refined_part(schema.entry(), type.entry, "entries");
  if (!schema.key().type.empty()) type.key = refined_part(schema.key(), type.key, "keys");
  if (!schema.key().type.empty()) check_key(schema.key(), type.key);
  const auto type_argument = [&](Value& argument) {
    const std::size_t before = diagnostics_.errors();
    type_value(argument, id, {"a value in a constraint"}, {*this}, diagnostics_);
    return diagnostics_.errors() == before;
  };
  std::vector<Constraint> constraints;
  for (const ConstraintClause& clause : schema.constraints()) {
    if (auto constraint = understand(clause, type.primitive, type_argument, diagnostics_))
      constraints.push_back(std::move(*constraint));
  }
  type.constraints = std::move(constraints);
  for (const Value& validation : schema.validations()) {
    if (is_sound(validation, id, *this, diagnostics_)) type.validations.push_back(validation);
  }
}

ValueTypeId ValueTypes::named(const Reference& name) {
  if (name.empty()) return any();
  if (const TypeId found = names_.find(TypeKind::data, name); found.valid()) return of_data_type(found);
  if (const auto primitive = names_.primitive(name)) {
    if (is_abstract_scalar(*primitive, name)) return any();
    const auto [known, is_new] = primitives_.try_emplace(*primitive);
    if (is_new) known->second = add({*primitive, {}, {}, {}, {}, {}, {}, {}});
    return known->second;
  }
  // Types of XML are described by schemas that are not read.
  if (!names_.is_xml(name.at.file)) report_unknown(name);
  return any();
}

/// Without units a number with a unit cannot be written.
bool ValueTypes::is_abstract_scalar(Primitive primitive, const Reference& name) {
  if (primitive != Primitive::scalar) return false;
  if (unknown_.insert(name.at).second) {
    diagnostics_.error(Code::bad_data_type, name.at,
                       "'scalar' has no units of its own: values need a data type that derives from it");
  }
  return true;
}

/// Entries belong to lists and maps, keys to maps. Up to 1.3 they are ignored elsewhere.
void ValueTypes::check_collection(const Schema& schema, Primitive primitive) {
  const bool has_entries = primitive == Primitive::list || primitive == Primitive::map || primitive == Primitive::any;
  const auto refuse = [&](const Schema& part, std::string_view what) {
    if (!names_.is_strict(part.type.at.file)) return;
    diagnostics_.error(Code::bad_data_type, part.type.at,
                       "a " + std::string(tosca::name_of(primitive)) + " cannot have " + std::string(what));
  };
  if (!schema.entry().type.empty() && !has_entries) refuse(schema.entry(), "an 'entry_schema'");
  if (!schema.key().type.empty() && (!has_entries || primitive == Primitive::list)) refuse(schema.key(), "a 'key_schema'");
}

/// In 2.0, keys are strings.
void ValueTypes::check_key(const Schema& schema, ValueTypeId key) {
  const Primitive primitive = all_[key]->primitive;
  if (primitive == Primitive::string || primitive == Primitive::any || !names_.is_strict(schema.type.at.file)) return;
  diagnostics_.error(Code::bad_data_type, schema.type.at,
                     "the keys of a map are strings, so they cannot be of type " + name_of(key));
}

void ValueTypes::expect_entries(const Schema& schema, ValueTypeId type, Diagnostics& diagnostics) const {
  const Schema* written = &schema;
  for (; type.valid() && !written->type.empty(); written = &written->entry(), type = all_[type]->entry) {
    const Primitive primitive = all_[type]->primitive;
    if (primitive != Primitive::list && primitive != Primitive::map) return;
    if (all_[type]->entry.valid() || !names_.is_strict(written->type.at.file)) continue;
    // Published models leave it out: their entries may be anything.
    diagnostics.tolerate(Code::missing_keyname, written->type.at,
                         "a " + std::string(tosca::name_of(primitive)) + " must have the keyname 'entry_schema'", "9.3");
  }
}

std::vector<std::shared_ptr<const ScalarUnits>> ValueTypes::scalars() const {
  std::vector<std::shared_ptr<const ScalarUnits>> found;
  for (const auto& type : all_) {
    const auto& scalar = type->scalar;
    if (scalar != nullptr && std::find(found.begin(), found.end(), scalar) == found.end()) found.push_back(scalar);
  }
  return found;
}

/// Units belong to scalars, properties to types that are no primitive.
void ValueTypes::check_keynames(const Type& definition, const ValueType& type) {
  const auto refuse = [&](SourceRange at, std::string_view what) {
    diagnostics_.error(Code::bad_data_type, at,
                       "the data type '" + definition.name + "' is a " + std::string(tosca::name_of(type.primitive)) +
                           " and cannot have " + std::string(what));
  };
  if (definition.scalar && type.primitive != Primitive::scalar) refuse(definition.scalar->at, "units");
  if (type.primitive != Primitive::complex && !definition.own.properties.empty()) {
    refuse(definition.own.properties.front().at, "properties");
  }
}

void ValueTypes::report_unknown(const Reference& name) {
  if (!unknown_.insert(name.at).second) return;
  std::vector<std::string> seen;
  const std::string guess = diagnostics_.guess(name.name, [&] {
    std::vector<std::string_view> candidates = names_of_primitives();
    seen = names_.some_names(TypeKind::data, name.at.file);
    candidates.insert(candidates.end(), seen.begin(), seen.end());
    return candidates;
  });
  diagnostics_.error(Code::unknown_type, name.at, "there is no data type '" + name.name + "'" + guess);
}

/// Ancestors first, without recursion: derivation may be thousands deep.
ValueTypeId ValueTypes::of_data_type(TypeId id) {
  std::vector<TypeId> chain;
  for (TypeId at = id; at.valid() && !data_types_.contains(at); at = types_[at].parent) chain.push_back(at);
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
    if (!data_types_.contains(*at)) make_data_type(*at);
  }
  return data_types_.at(id);
}

void ValueTypes::make_data_type(TypeId id) {
  const Type& definition = types_[id];
  ValueType type;
  type.data_type = id;
  if (definition.parent.valid()) {
    const ValueTypeId parent = data_types_.at(definition.parent);
    type.primitive = all_[parent]->primitive;
    type.entry = all_[parent]->entry;
    type.key = all_[parent]->key;
    type.scalar = all_[parent]->scalar;
    if (all_[parent]->has_own_constraints()) {
      type.bases = {parent};
    } else {
      type.bases = all_[parent]->bases;
    }
  } else {
    type.primitive = primitive_named(definition.value.type.name).value_or(Primitive::complex);
  }
  const ValueTypeId made = add(std::move(type));
  data_types_.emplace(id, made);
  check_keynames(definition, *all_[made]);
  if (ValueType& scalar = *all_[made]; scalar.primitive == Primitive::scalar) {
    scalar.scalar = make_scalar(definition, scalar.scalar, *this, diagnostics_);
    if (scalar.scalar == nullptr) scalar.primitive = Primitive::any;  // its values cannot be judged
  }
  add_details(made, definition.value);
}

const Fields& ValueTypes::fields(TypeId type, Section section, FieldsByType& known) {
  if (const auto found = known.find(type); found != known.end()) return *found->second;
  auto fields = std::make_unique<Fields>();
  if (types_[type].is_complete) {
    add_all(*fields, types_[type].*section);
  } else {
    std::vector<TypeId> chain;
    TypeId above = type;
    for (; above.valid() && !known.contains(above); above = types_[above].parent) chain.push_back(above);
    if (above.valid()) *fields = *known.at(above);
    for (auto at = chain.rbegin(); at != chain.rend(); ++at) add_all(*fields, types_[*at].own.*section);
  }
  fields->find_mandatory();
  return *known.emplace(type, std::move(fields)).first->second;
}

void ValueTypes::add_all(Fields& fields, const std::vector<ParameterDefinition>& definitions) {
  for (const ParameterDefinition& definition : definitions) fields.add(definition, of(definition));
}

Fields ValueTypes::refine(const Fields& inherited, const std::vector<ParameterDefinition>& own) {
  Fields fields;
  for (const ParameterDefinition& definition : own) {
    const Fields::Field* before = inherited.find(definition.name);
    fields.add(definition, before == nullptr ? of(definition.schema) : refined(definition.schema, before->type));
  }
  fields.find_mandatory();
  return fields;
}

std::string ValueTypes::name_of(ValueTypeId id) const {
  const ValueType& type = *all_[id];
  return type.data_type.valid() ? types_[type.data_type].name : std::string(tosca::name_of(type.primitive));
}

bool ValueTypes::is_kind_of(ValueTypeId derived, ValueTypeId base) const {
  for (;;) {
    if (derived == base || !derived.valid() || !base.valid()) return true;
    const ValueType& own = *all_[derived];
    const ValueType& wanted = *all_[base];
    if (own.primitive == Primitive::any || wanted.primitive == Primitive::any) return true;
    if (own.primitive != wanted.primitive) return false;
    if (wanted.data_type.valid()) return types_.is_ancestor(wanted.data_type, own.data_type);
    derived = own.entry;
    base = wanted.entry;
  }
}

}  // namespace planbuilder::tosca
