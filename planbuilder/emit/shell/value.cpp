#include "planbuilder/emit/shell/value.h"

#include "planbuilder/emit/template/emit_error.h"
#include "planbuilder/emit/template/shell_text.h"
#include "planbuilder/plan/run_functions.h"
#include "planbuilder/support/text.h"

namespace planbuilder::emit {

namespace {

using plan::Expression;

/// `node 'db'`, `node:2 'db'`, `node:own 'db'`: which representation is meant stands with the kind.
std::string words_for(const plan::EntityReference& of) {
  using Which = plan::EntityReference::Which;
  std::string kind(to_string(of.entity.kind));
  if (of.which == Which::own) kind += ":own";
  if (of.which == Which::indexed) kind += ":" + std::to_string(of.index);
  return kind + " " + shell_quote(of.entity.id);
}

std::string words_for(const plan::Path& path) {
  std::string words;
  for (const auto& step : path) {
    const auto* key = std::get_if<std::string>(&step);
    words += " " + shell_quote(key != nullptr ? *key : std::to_string(std::get<std::int64_t>(step)));
  }
  return words;
}

/// Collects commands; neighbouring literals become one.
class Lowering {
 public:
  void append(const Expression& value) {
    if (const plan::Function* function = value.function()) {
      std::visit([&](const auto& each) { append(*function, each); }, function->data);
    } else if (is_literal(value)) {
      text(to_text(value));
    } else {
      append_json(value);
    }
  }

  std::vector<std::string> take() {
    flush();
    return std::move(lines_);
  }

 private:
  using Function = plan::Function;

  void text(std::string_view more) { literal_ += more; }

  void flush() {
    if (!literal_.empty()) lines_.push_back("value_text " + shell_quote(literal_));
    literal_.clear();
  }

  void command(std::string line) {
    flush();
    lines_.push_back(std::move(line));
  }

  void append(const Function& function, const plan::InputRead& read) {
    if (!read.path.empty()) refuse(function, read.path.size() + 1);
    command("value_input " + shell_quote(read.name));
  }
  void append(const Function&, const plan::PropertyRead& read) {
    command("value_property " + words_for(read.of) + " " + shell_quote(read.name) + words_for(read.path));
  }
  void append(const Function&, const plan::AttributeRead& read) {
    command("value_attribute " + words_for(read.of) + " " + shell_quote(read.name) + words_for(read.path));
  }
  void append(const Function&, const plan::OutputRead& read) {
    command("value_output " + words_for(read.of) + " " + shell_quote(read.interface) + " " + shell_quote(read.operation) + " " +
            shell_quote(read.name));
  }
  void append(const Function&, const plan::OwnIndex&) { command("value_index"); }
  void append(const Function&, const plan::Concat& concat) {
    for (const Expression& part : concat.parts) append(part);
  }

  /// The items of a written list are known here; those of a computed one only when the plan runs.
  void append(const Function&, const plan::Join& join) {
    const std::string delimiter = join.delimiter.value_or("");
    if (const auto* items = join.list.get_if<plan::ExpressionList>()) {
      for (std::size_t i = 0; i < items->size(); ++i) {
        if (i > 0) text(delimiter);
        append((*items)[i]);
      }
      return;
    }
    command("value_open");
    append(join.list);
    command("value_join " + shell_quote(delimiter));
  }

  void append(const Function&, const plan::Token& token) {
    if (token.separators.empty()) throw EmitError("token: separators and a number are needed");
    command("value_open");
    append(token.text);
    command("value_token " + shell_quote(token.separators) + " " + std::to_string(token.index));
  }

  void append(const Function& function, const plan::Formula& formula) { refuse(function, formula.arguments.size()); }
  void append(const Function& function, const plan::Uncallable& left) { refuse(function, left.arguments.size()); }

  [[noreturn]] static void refuse(const Function& function, std::size_t arguments) {
    throw EmitError("the shell target cannot evaluate '" + call_name(function) + "' with " + count_of(arguments, "argument"));
  }

  /// A collection with functions inside is JSON in which what these give is text.
  void append_json(const Expression& value) {
    if (is_literal(value)) {
      text(value.text() != nullptr ? json_quote(*value.text()) : value.is_null() ? "null" : to_text(value));
    } else if (const auto* list = value.get_if<plan::ExpressionList>()) {
      text("[");
      for (std::size_t i = 0; i < list->size(); ++i) {
        if (i > 0) text(",");
        append_json((*list)[i]);
      }
      text("]");
    } else if (const auto* map = value.get_if<plan::ExpressionMap>()) {
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

  std::vector<std::string> lines_;
  std::string literal_;
};

}  // namespace

std::vector<std::string> shell_value(const Expression& value) {
  Lowering lowering;
  lowering.append(value);
  return lowering.take();
}

}  // namespace planbuilder::emit
