#include "planbuilder/emit/shell/value.h"

#include "planbuilder/emit/template/emit_error.h"
#include "planbuilder/emit/template/shell_text.h"
#include "planbuilder/support/text.h"

namespace planbuilder::emit {

namespace {

/// Collects commands; neighbouring literals become one.
class Lowering {
 public:
  void append(const Value& value) {
    if (is_literal(value)) {
      text(to_text(value));
    } else if (const Call* call = value.call()) {
      append_call(*call);
    } else {
      append_json(value);
    }
  }

  std::vector<std::string> take() {
    flush();
    return std::move(lines_);
  }

 private:
  void text(std::string_view more) { literal_ += more; }

  void flush() {
    if (!literal_.empty()) lines_.push_back("value_text " + shell_quote(literal_));
    literal_.clear();
  }

  void command(std::string line) {
    flush();
    lines_.push_back(std::move(line));
  }

  void append_call(const Call& call) {
    const auto& arguments = call.arguments;
    if (call.function == "get_input" && arguments.size() == 1) {
      command("value_input " + words(call, 0));
    } else if ((call.function == "get_property" || call.function == "get_attribute") && arguments.size() >= 3) {
      command((call.function == "get_property" ? "value_property " : "value_attribute ") + words(call, 1));
    } else if (call.function == "get_operation_output" && arguments.size() == 5) {
      command("value_output " + words(call, 1));
    } else if (call.function == "get_index" && arguments.empty()) {
      command("value_index");
    } else if (call.function == "concat") {
      for (const Value& argument : arguments) append(argument);
    } else if (call.function == "join" && !arguments.empty()) {
      append_join(call);
    } else if (call.function == "token" && arguments.size() == 3) {
      command("value_open");
      append(arguments[0]);
      command("value_token " + literal_word(call, 1) + " " + index_word(call));
    } else {
      throw EmitError("the shell target cannot evaluate '" + call.function + "' with " + count_of(arguments.size(), "argument"));
    }
  }

  /// The items of a written list are known here; those of a computed one only when the plan runs.
  void append_join(const Call& call) {
    const Value& list = call.arguments[0];
    const std::string delimiter = call.arguments.size() > 1 ? to_text(call.arguments[1]) : "";
    if (const List* items = list.get_if<List>()) {
      for (std::size_t i = 0; i < items->size(); ++i) {
        if (i > 0) text(delimiter);
        append((*items)[i]);
      }
      return;
    }
    command("value_open");
    append(list);
    command("value_join " + shell_quote(delimiter));
  }

  /// A collection with calls inside is JSON in which what the calls give is text.
  void append_json(const Value& value) {
    if (is_literal(value)) {
      text(value.text() != nullptr ? json_quote(*value.text()) : value.is_null() ? "null" : to_text(value));
    } else if (const List* list = value.get_if<List>()) {
      text("[");
      for (std::size_t i = 0; i < list->size(); ++i) {
        if (i > 0) text(",");
        append_json((*list)[i]);
      }
      text("]");
    } else if (const Map* map = value.get_if<Map>()) {
      text("{");
      for (std::size_t i = 0; i < map->size(); ++i) {
        text((i > 0 ? "," : "") + json_quote((*map)[i].key) + ":");
        append_json((*map)[i].value);
      }
      text("}");
    } else {
      command("value_open");
      append(value);
      command("value_json");
    }
  }

  /// The arguments as words; the first `bare` of them are keywords of our own.
  static std::string words(const Call& call, std::size_t bare) {
    std::string out;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if (i > 0) out += ' ';
      out += i < bare ? keyword(call) : i == 1 && bare == 1 ? id_word(call) : literal_word(call, i);
    }
    return out;
  }

  static std::string keyword(const Call& call) {
    std::string kind = to_text(call.arguments[0]);
    if (kind != "node" && kind != "relationship") throw EmitError(call.function + ": '" + kind + "' is no kind of entity");
    const List* indexed = call.arguments[1].get_if<List>();
    if (indexed == nullptr) return kind;
    const Value* index = indexed->size() == 2 ? &indexed->back() : nullptr;
    if (index != nullptr && index->call() != nullptr && index->call()->function == "get_index") return kind + ":own";
    const auto* number = index == nullptr ? nullptr : index->get_if<std::int64_t>();
    if (number == nullptr || *number < 0) throw EmitError(call.function + ": the index of an entity is a number");
    return kind + ":" + std::to_string(*number);
  }

  /// Which representation is meant stands with the kind.
  static std::string id_word(const Call& call) {
    const List* indexed = call.arguments[1].get_if<List>();
    return indexed == nullptr ? literal_word(call, 1) : shell_quote(to_text(indexed->front()));
  }

  /// A number and nothing else: the runtime counts with it.
  static std::string index_word(const Call& call) {
    const auto* index = call.arguments[2].get_if<std::int64_t>();
    if (index == nullptr || *index < 0 || to_text(call.arguments[1]).empty())
      throw EmitError("token: separators and a number are needed");
    return std::to_string(*index);
  }

  static std::string literal_word(const Call& call, std::size_t index) {
    if (!is_literal(call.arguments[index]))
      throw EmitError("the shell target wants written arguments in '" + call.function + "'");
    return shell_quote(to_text(call.arguments[index]));
  }

  std::vector<std::string> lines_;
  std::string literal_;
};

}  // namespace

std::vector<std::string> shell_value(const Value& value) {
  Lowering lowering;
  lowering.append(value);
  return lowering.take();
}

}  // namespace planbuilder::emit
