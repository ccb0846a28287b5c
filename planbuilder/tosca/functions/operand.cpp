#include "planbuilder/tosca/functions/operand.h"

#include <algorithm>

namespace planbuilder::tosca {

namespace {

Primitive kind_of(const Value& value) {
  struct Kinds {
    Primitive operator()(std::monostate) const { return Primitive::null; }
    Primitive operator()(bool) const { return Primitive::boolean; }
    Primitive operator()(std::int64_t) const { return Primitive::integer; }
    Primitive operator()(double) const { return Primitive::number; }
    Primitive operator()(const std::string&) const { return Primitive::string; }
    Primitive operator()(const List&) const { return Primitive::list; }
    Primitive operator()(const Map&) const { return Primitive::map; }
    Primitive operator()(const Call&) const { return Primitive::any; }
  };
  return std::visit(Kinds(), value.data);
}

const Value* find(const Map& map, std::string_view key) {
  const auto found = std::find_if(map.begin(), map.end(), [&](const MapEntry& entry) { return entry.key == key; });
  return found == map.end() ? nullptr : &found->value;
}

}  // namespace

Operand operand_of(Value value) {
  const bool known = is_literal(value);
  const Primitive kind = kind_of(value);
  return {std::move(value), kind, {}, known};
}

Operand unknown_operand(Primitive kind, ValueTypeId type) { return {{}, kind, type, false}; }

bool is_number(Primitive kind) { return kind == Primitive::integer || kind == Primitive::number; }

bool is_map(Primitive kind) { return kind == Primitive::map || kind == Primitive::complex; }

std::partial_ordering order(const Operand& left, const Operand& right) {
  if (is_number(left.kind) != is_number(right.kind) && !is_amount(left.kind)) return std::partial_ordering::unordered;
  const bool whole = left.kind == Primitive::integer && right.kind == Primitive::integer;
  const bool numeric = is_number(left.kind) || is_amount(left.kind);
  return compare(numeric && !whole ? Primitive::number : left.kind, left.value, right.value);
}

bool equal(const Value& left, const Value& right) {
  const List* list = left.get_if<List>();
  const List* other_list = right.get_if<List>();
  if (list != nullptr && other_list != nullptr) {
    return std::equal(list->begin(), list->end(), other_list->begin(), other_list->end(),
                      [](const Value& a, const Value& b) { return equal(a, b); });
  }
  const Map* map = left.get_if<Map>();
  const Map* other_map = right.get_if<Map>();
  if (map != nullptr && other_map != nullptr) {
    return map->size() == other_map->size() && std::all_of(map->begin(), map->end(), [&](const MapEntry& entry) {
             const Value* other = find(*other_map, entry.key);
             return other != nullptr && equal(entry.value, *other);
           });
  }
  if (left.data.index() == right.data.index()) return same(left, right);
  const auto number = to_double(left);
  const auto other = to_double(right);
  return number && other && *number == *other;
}

bool equal(const Operand& left, const Operand& right) {
  const bool has_forms = left.kind == Primitive::version || left.kind == Primitive::timestamp;
  return has_forms && left.kind == right.kind ? order(left, right) == 0 : equal(left.value, right.value);
}

}  // namespace planbuilder::tosca
