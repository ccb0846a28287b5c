// A value of a model: a literal, a collection, or a function call that is not evaluated yet.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "planbuilder/support/rare.h"
#include "planbuilder/support/source.h"

namespace planbuilder {

struct Value;
struct MapEntry;

/// `get_attribute: [SELF, port]` is the call `get_attribute` with two arguments.
struct Call {
  std::string function;
  std::vector<Value> arguments;
};

using List = std::vector<Value>;
/// In declaration order: two models that differ in order only are compared elsewhere.
using Map = std::vector<MapEntry>;

struct Value {
  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Map, Call> data;
  SourceRange at = {};
  bool plain = false;  // an unquoted scalar of a file, still text: what it is depends on the type it is read for

  [[nodiscard]] bool is_null() const { return std::holds_alternative<std::monostate>(data); }
  template <class T>
  [[nodiscard]] const T* get_if() const {
    return std::get_if<T>(&data);
  }
  [[nodiscard]] const std::string* text() const { return get_if<std::string>(); }
  [[nodiscard]] const Call* call() const { return get_if<Call>(); }
};

struct MapEntry {
  std::string key;
  Value value;
  Rare<Value> key_call = {};  // 2.0: what gives the key; it is written in `key` until it is computed
};

/// True when no call is left anywhere inside.
bool is_literal(const Value& value);

/// Equal contents; places do not count.
bool same(const Value& left, const Value& right);

/// A scalar as text (`true`, `8080`, `1.5`, the string itself); null is empty; collections as compact JSON.
std::string to_text(const Value& value);

/// Visits every call inside, outermost first.
template <class Visit>
void for_each_call(const Value& value, const Visit& visit) {
  if (const Call* call = value.call()) {
    visit(*call, value);
    for (const Value& argument : call->arguments) for_each_call(argument, visit);
  } else if (const List* list = value.get_if<List>()) {
    for (const Value& item : *list) for_each_call(item, visit);
  } else if (const Map* map = value.get_if<Map>()) {
    for (const MapEntry& entry : *map) for_each_call(entry.value, visit);
  }
}

}  // namespace planbuilder
