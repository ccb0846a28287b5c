#include "planbuilder/tosca/values/amounts.h"

namespace planbuilder::tosca {

namespace {

/// Applies a change to every amount inside, with the type that says its units.
template <class Change>
void change_amounts(Value& value, ValueTypeId id, ValueTypes& types, const Change& change) {
  if (!id.valid() || value.call() != nullptr) return;
  const ValueType& type = types[id];
  if (is_amount(type.primitive)) return change(value, type);
  if (List* list = std::get_if<List>(&value.data)) {
    if (type.primitive != Primitive::list) return;
    for (Value& item : *list) change_amounts(item, type.entry, types, change);
  } else if (Map* map = std::get_if<Map>(&value.data)) {
    for (MapEntry& entry : *map) {
      if (type.primitive == Primitive::map) change_amounts(entry.value, type.entry, types, change);
      if (type.primitive != Primitive::complex) continue;
      const Fields::Field* field = types.properties(type.data_type).find(entry.key);
      if (field != nullptr) change_amounts(entry.value, field->type, types, change);
    }
  }
}

}  // namespace

void to_canonical(Value& value, ValueTypeId id, ValueTypes& types) {
  change_amounts(value, id, types, [](Value& amount, const ValueType& type) {
    if (amount.text() == nullptr) return;
    if (type.scalar == nullptr) {
      if (const auto known = parse_amount(type.primitive, *amount.text())) amount.data = *known;
    } else if (const auto known = parse_amount(*type.scalar, *amount.text())) {
      amount.data = known->canonical;
    }
  });
}

void from_canonical(Value& value, ValueTypeId id, ValueTypes& types) {
  change_amounts(value, id, types, [](Value& amount, const ValueType& type) {
    const auto number = to_double(amount);
    if (!number) return;
    amount.data = type.scalar != nullptr ? format_amount(*type.scalar, *number) : format_amount(type.primitive, *number);
  });
}

}  // namespace planbuilder::tosca
