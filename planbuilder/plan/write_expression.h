// Writes expressions as the plan document has them, by whatever takes keys and values as JsonWriter does.
#pragma once

#include <initializer_list>
#include <string>

#include "planbuilder/plan/run_functions.h"

namespace planbuilder::plan {

template <class Json>
class ExpressionWriter {
 public:
  /// Inside an expression a `$` at the start of a key means a call, so that of a literal key is doubled.
  ExpressionWriter(Json& json, bool in_expression) : json_(json), in_expression_(in_expression) {}

  void write(const Expression& expression) const { std::visit(*this, expression.data); }

  void operator()(std::monostate) const { json_.null(); }
  void operator()(bool truth) const { json_.truth(truth); }
  void operator()(std::int64_t number) const { json_.integer(number); }
  void operator()(double number) const { json_.real(number); }
  void operator()(const std::string& text) const { json_.text(text); }
  void operator()(const ExpressionList& list) const {
    json_.list(list, [&](const Expression& item) { write(item); });
  }
  void operator()(const ExpressionMap& map) const {
    json_.object([&] {
      for (const auto& [key, item] : map) {
        json_.key((in_expression_ && key.starts_with('$') ? "$" : "") + key);
        write(item);
      }
    });
  }
  void operator()(const Boxed<Function>& function) const {
    json_.object([&] {
      json_.key("$" + std::string(name_of(*function)));
      ExpressionWriter(json_, true).write(words_of(*function));
    });
  }

  void operator()(std::string_view text) const { json_.text(text); }
  void operator()(const Expression* expression) const { write(*expression); }
  void operator()(const EntityReference* of) const {
    if (of->which == EntityReference::Which::only) return json_.text(of->entity.id);
    const Expression own = computed({OwnIndex()});
    const Expression number{std::int64_t{of->index}};
    const Word id = std::string_view(of->entity.id);
    const Word index = of->which == EntityReference::Which::own ? &own : &number;
    json_.list(std::initializer_list<Word>{id, index}, [&](const Word& word) { std::visit(*this, word); });
  }

 private:
  /// One scalar stands for itself.
  void write(const std::vector<Word>& words) const {
    if (words.size() == 1 && is_scalar_word(words.front())) return std::visit(*this, words.front());
    json_.list(words, [&](const Word& word) { std::visit(*this, word); });
  }

  static bool is_scalar_word(const Word& word) {
    const auto* expression = std::get_if<const Expression*>(&word);
    return expression == nullptr || is_scalar(**expression);
  }

  Json& json_;
  bool in_expression_;
};

template <class Json>
void write_expression(Json& json, const Expression& expression, bool in_expression) {
  ExpressionWriter<Json>(json, in_expression).write(expression);
}

}  // namespace planbuilder::plan
