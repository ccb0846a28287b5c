#include "planbuilder/plan/read_expression.h"

#include "planbuilder/plan/run_functions.h"
#include "planbuilder/support/text.h"

namespace planbuilder::plan {

namespace {

enum class Inside { literal, expression, condition };

constexpr const char* alone = "a call stands alone in its object: another key cannot be beside it";

std::vector<std::string_view> known_names() {
  std::vector<std::string_view> names;
  for (const RunFunction& function : run_functions()) names.push_back(function.name);
  return names;
}

class ExpressionReader {
 public:
  ExpressionReader(JsonReader& json, Inside inside) : json_(json), inside_(inside) {}

  Expression read() {
    switch (json_.peek()) {
      case JsonReader::Kind::object: return read_object();
      case JsonReader::Kind::list: return {read_list()};
      default: return read_scalar();
    }
  }

 private:
  Expression read_scalar() {
    switch (json_.peek()) {
      case JsonReader::Kind::text: return {std::string(json_.text())};
      case JsonReader::Kind::truth: return {json_.truth()};
      case JsonReader::Kind::number: {
        const JsonReader::Number number = json_.number();
        return number.whole ? Expression{number.integer} : Expression{number.real};
      }
      default: json_.null(); return {};
    }
  }

  ExpressionList read_list() {
    ExpressionList list;
    json_.list([&] { list.push_back(read()); });
    return list;
  }

  Expression read_object() {
    ExpressionMap map;
    std::optional<Function> call;
    const std::size_t start = json_.place();
    json_.object([&](std::string_view key) {
      const bool dollar = inside_ != Inside::literal && key.starts_with('$');
      if (dollar && !key.starts_with("$$")) {
        if (call) json_.fail(Code::bad_plan, start, alone);
        call = read_call(key.substr(1));
      } else {
        map.push_back({std::string(key.substr(dollar ? 1 : 0)), {}});
        map.back().value = read();
      }
    });
    if (!call) return {std::move(map)};
    if (!map.empty()) json_.fail(Code::bad_plan, start, alone);
    return computed(std::move(*call));
  }

  /// One argument that is no list stands for itself.
  Function read_call(std::string_view name) {
    const RunFunction* function = find_run_function(name);
    if (function == nullptr)
      return refuse(json_.key_place(), "no run knows a function '" + std::string(name) + "'" + did_you_mean(name, known_names()));
    if (function->in_conditions_only() && inside_ != Inside::condition)
      return refuse(json_.key_place(), "'" + std::string(name) + "' may stand in conditions only");
    const std::size_t start = json_.place();
    std::vector<Expression> arguments;
    if (json_.peek() == JsonReader::Kind::list) {
      arguments = read_list();
    } else {
      arguments.push_back(read());
    }
    auto made = make_function(*function, std::move(arguments));
    if (made) return std::move(*made);
    return refuse(start, "'" + std::string(function->name) + "' takes " + std::string(function->takes));
  }

  Function refuse(std::size_t at, std::string why) {
    json_.fail(Code::bad_plan, at, std::move(why));
    return {};
  }

  JsonReader& json_;
  Inside inside_;
};

}  // namespace

Expression read_literal(JsonReader& json) { return ExpressionReader(json, Inside::literal).read(); }
Expression read_expression(JsonReader& json) { return ExpressionReader(json, Inside::expression).read(); }
Expression read_condition(JsonReader& json) { return ExpressionReader(json, Inside::condition).read(); }

}  // namespace planbuilder::plan
