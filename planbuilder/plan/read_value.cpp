#include "planbuilder/plan/read_value.h"

#include <algorithm>
#include <array>

namespace planbuilder::plan {

namespace {

/// The calls that plan.h lists are named without the $ of their key; others are functions of TOSCA 2.0, whose names have it.
std::string function_of(std::string_view key) {
  constexpr std::array<std::string_view, 8> own = {"get_input", "get_property", "get_attribute", "get_operation_output",
                                                   "get_index", "concat",       "join",          "token"};
  const std::string_view name = key.substr(1);
  return std::string(std::find(own.begin(), own.end(), name) != own.end() ? name : key);
}

Value read_scalar(JsonReader& json) {
  using Kind = JsonReader::Kind;
  switch (json.peek()) {
    case Kind::text: return Value{std::string(json.text())};
    case Kind::truth: return Value{json.truth()};
    case Kind::number: {
      const JsonReader::Number number = json.number();
      return number.whole ? Value{number.integer} : Value{number.real};
    }
    default: json.null(); return {};
  }
}

Value read(JsonReader& json, bool in_expression);

List read_list(JsonReader& json, bool in_expression) {
  List list;
  json.list([&] { list.push_back(read(json, in_expression)); });
  return list;
}

/// One argument that is no list stands for itself.
Call read_call(JsonReader& json, std::string function) {
  if (json.peek() == JsonReader::Kind::list) return {std::move(function), read_list(json, true)};
  return {std::move(function), {read(json, true)}};
}

Value read_object(JsonReader& json, bool in_expression) {
  Map map;
  std::optional<Call> call;
  const std::size_t start = json.place();
  json.object([&](std::string_view key) {
    const bool dollar = in_expression && key.starts_with('$');
    if (dollar && !key.starts_with("$$")) {
      call = read_call(json, function_of(key));
    } else {
      map.push_back({std::string(key.substr(dollar ? 1 : 0)), {}});
      map.back().value = read(json, in_expression);
    }
  });
  if (!call) return Value{std::move(map)};
  if (!map.empty()) json.fail(Code::bad_plan, start, "a call stands alone in its object: another key cannot be beside it");
  return Value{std::move(*call)};
}

Value read(JsonReader& json, bool in_expression) {
  switch (json.peek()) {
    case JsonReader::Kind::object: return read_object(json, in_expression);
    case JsonReader::Kind::list: return Value{read_list(json, in_expression)};
    default: return read_scalar(json);
  }
}

}  // namespace

Value read_literal(JsonReader& json) { return read(json, false); }
Value read_expression(JsonReader& json) { return read(json, true); }

}  // namespace planbuilder::plan
