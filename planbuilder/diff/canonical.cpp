#include "planbuilder/diff/canonical.h"

#include <algorithm>

#include "planbuilder/plan/run_functions.h"
#include "planbuilder/support/text.h"

namespace planbuilder::diff {

namespace {

using plan::Expression;

struct Writer {
  std::string& out;
  const Names* names;  // none: who is read is left out

  void write(const Expression& expression) const { std::visit(*this, expression.data); }

  void operator()(std::monostate) const { out += "null"; }
  void operator()(bool truth) const { out += truth ? "true" : "false"; }
  void operator()(std::int64_t number) const { out += std::to_string(number); }
  void operator()(double number) const { out += format_double(number); }
  void operator()(std::string_view text) const { out += json_quote(text); }
  void operator()(const plan::ExpressionList& list) const {
    out += '[';
    for (const Expression& item : list) {
      if (&item != &list.front()) out += ',';
      write(item);
    }
    out += ']';
  }
  void operator()(const plan::ExpressionMap& map) const {
    std::vector<const plan::ExpressionEntry*> entries;
    for (const plan::ExpressionEntry& entry : map) entries.push_back(&entry);
    std::sort(entries.begin(), entries.end(), [](const auto* a, const auto* b) { return a->key < b->key; });
    out += '{';
    for (const plan::ExpressionEntry* entry : entries) {
      if (entry != entries.front()) out += ',';
      out += json_quote(entry->key) + ":";
      write(entry->value);
    }
    out += '}';
  }
  void operator()(const Boxed<plan::Function>& function) const {
    out += "{" + json_quote("$" + std::string(name_of(*function))) + ":[";
    const std::vector<plan::Word> words = words_of(*function);
    for (const plan::Word& word : words) {
      if (&word != &words.front()) out += ',';
      std::visit(*this, word);
    }
    out += "]}";
  }

  void operator()(const Expression* expression) const { write(*expression); }
  void operator()(const plan::EntityReference* of) const {
    using Which = plan::EntityReference::Which;
    if (names == nullptr) {
      out += "null";
      return;
    }
    const std::string id = json_quote(names->of(of->entity));
    if (of->which == Which::only) {
      out += id;
      return;
    }
    out += "[" + id + ",";
    write(of->which == Which::own ? plan::computed({plan::OwnIndex()}) : Expression{std::int64_t{of->index}});
    out += ']';
  }
};

}  // namespace

void append_canonical(std::string& out, const Expression& value, const Names& names) { Writer{out, &names}.write(value); }

void append_nameless(std::string& out, const Expression& value) { Writer{out, nullptr}.write(value); }

}  // namespace planbuilder::diff
