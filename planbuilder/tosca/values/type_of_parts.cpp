#include <algorithm>

#include "planbuilder/tosca/functions/operand.h"
#include "planbuilder/tosca/values/typing.h"
#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

namespace {

bool is_index(const std::string& text) { return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos; }

bool has_parts(Primitive primitive) { return primitive == Primitive::list || is_map(primitive); }

/// One step into a value of a type; an invalid type where there is no such part.
ValueTypeId type_of_step(ValueTypeId whole, const Value& step, ValueTypes& types) {
  const ValueType& type = types[whole];
  const std::string name = to_text(step);
  const bool known = step.call() == nullptr;
  if (type.primitive == Primitive::complex) {
    const Fields& fields = types.properties(type.data_type);
    if (!known || fields.all().empty()) return types.any();
    const Fields::Field* field = fields.find(name);
    return field == nullptr ? ValueTypeId() : field->type;
  }
  if (known && type.primitive == Primitive::list && !is_index(name)) return {};
  return type.entry.valid() ? type.entry : types.any();
}

}  // namespace

const Value* find_part(const Value& whole, const std::string& name) {
  if (const Map* map = whole.get_if<Map>()) {
    const auto found = std::find_if(map->begin(), map->end(), [&](const MapEntry& entry) { return entry.key == name; });
    return found == map->end() ? nullptr : &found->value;
  }
  const List* list = whole.get_if<List>();
  Value index{name, {}, true};
  if (list == nullptr || !type_as(Primitive::integer, index)) return nullptr;
  const std::int64_t at = *index.get_if<std::int64_t>();
  return at < 0 || static_cast<std::uint64_t>(at) >= list->size() ? nullptr : &(*list)[static_cast<std::size_t>(at)];
}

std::optional<ValueTypeId> type_of_parts(ValueTypeId type, std::span<const Value> steps, const ReadWhole& read, ValueTypes& types,
                                         Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < steps.size() && types[type].primitive != Primitive::any; ++i) {
    const bool parts = has_parts(types[type].primitive);
    if (!parts && i == 0) {
      diagnostics.error(Code::bad_function, read.call.at, read.what + " is of type " + types.name_of(type) + " and has no parts");
      return std::nullopt;
    }
    const ValueTypeId part = parts ? type_of_step(type, steps[i], types) : ValueTypeId();
    if (!part.valid()) {
      diagnostics.error(Code::bad_function, steps[i].at, read.what + " has no part '" + to_text(steps[i]) + "' here");
      return std::nullopt;
    }
    type = part;
  }
  return type;
}

}  // namespace planbuilder::tosca
