// What a run evaluates: a literal, a collection, or a function of what the run knows by then.
//
// run_functions.h has the table of the functions. Whoever makes something of expressions visits the alternatives of Function, so
// that a new one does not compile before everybody has said what becomes of it.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "planbuilder/plan/entity.h"
#include "planbuilder/support/boxed.h"
#include "planbuilder/support/source.h"

namespace planbuilder::plan {

struct Function;
struct Expression;
struct ExpressionEntry;

using ExpressionList = std::vector<Expression>;
/// In the order of the model, or of the document.
using ExpressionMap = std::vector<ExpressionEntry>;

/// Few values are computed, so what they are computed by is kept elsewhere.
struct Expression {
  std::variant<std::monostate, bool, std::int64_t, double, std::string, ExpressionList, ExpressionMap, Boxed<Function>> data;
  SourceRange at = {};

  [[nodiscard]] bool is_null() const { return std::holds_alternative<std::monostate>(data); }
  template <class T>
  [[nodiscard]] const T* get_if() const {
    return std::get_if<T>(&data);
  }
  [[nodiscard]] const std::string* text() const { return get_if<std::string>(); }
  /// Nothing unless it is computed.
  [[nodiscard]] const Function* function() const;
};

struct ExpressionEntry {
  std::string key;
  Expression value;
};

/// A way into a value: keys of maps, numbers of items.
using Path = std::vector<std::variant<std::string, std::int64_t>>;

/// A node or relationship whose instance is looked at.
struct EntityReference {
  /// Of an entity that is there several times: the one with this index, or the one that the activity works on.
  enum class Which : std::uint8_t { only, indexed, own };
  Entity entity = {};
  Which which = Which::only;
  std::uint32_t index = 0;
};

/// What is looked up by its name, when the step starts.
struct Reference {
  std::string name;
  Path path = {};
};

/// An input of the plan.
struct InputRead : Reference {
  static constexpr std::string_view function = "get_input";
};

/// Something of the instance that an entity has in this run.
struct EntityRead : Reference {
  EntityReference of;
};
struct PropertyRead : EntityRead {
  static constexpr std::string_view function = "get_property";
  static constexpr std::string_view what = "property";
};
struct AttributeRead : EntityRead {
  static constexpr std::string_view function = "get_attribute";
  static constexpr std::string_view what = "attribute";
};
struct OutputRead : EntityRead {
  static constexpr std::string_view function = "get_operation_output";
  static constexpr std::string_view what = "output";
  std::string interface;
  std::string operation;
};

/// Which representation of its entity the activity works on, counted from 0.
struct OwnIndex {
  static constexpr std::string_view function = "get_index";
};

/// The texts of all parts, one behind the other.
struct Concat {
  static constexpr std::string_view function = "concat";
  std::vector<Expression> parts;
};

/// The texts of the items of a list, with the delimiter between them.
struct Join {
  static constexpr std::string_view function = "join";
  Expression list;
  std::optional<std::string> delimiter = {};
};

/// A part of a text, counted from 0, where each of these characters ends one.
struct Token {
  static constexpr std::string_view function = "token";
  Expression text;
  std::string separators;
  std::uint32_t index = 0;
};

/// The functions of TOSCA 2.0 that need nothing but their arguments.
enum class Operator : std::uint8_t {
  conjunction,
  disjunction,
  negation,
  exclusive_or,
  equal,
  greater_than,
  greater_or_equal,
  less_than,
  less_or_equal,
  valid_values,
  matches,
  has_suffix,
  has_prefix,
  contains,
  has_entry,
  has_key,
  has_all_entries,
  has_all_keys,
  has_any_entry,
  has_any_key,
  length,
  set_union,
  intersection,
  sum,
  difference,
  product,
  quotient,
  remainder,
  round,
  floor,
  ceil
};

/// One of these functions; only conditions may have it. There are as many arguments as the function takes.
struct Formula {
  Operator operation = Operator::conjunction;
  std::vector<Expression> arguments;
};

/// What a model calls and no run can answer. A plan that has it has an error too, so no document and no target ever does.
struct Uncallable {
  std::string function;  // as the model writes it
  std::vector<Expression> arguments = {};
};

struct Function {
  std::variant<InputRead, PropertyRead, AttributeRead, OutputRead, OwnIndex, Concat, Join, Token, Formula, Uncallable> data;
};

inline const Function* Expression::function() const {
  const auto* boxed = get_if<Boxed<Function>>();
  return boxed == nullptr ? nullptr : &**boxed;
}

Expression computed(Function function, SourceRange at = {});

/// True when nothing inside is computed.
bool is_literal(const Expression& expression);

/// Neither a collection nor computed.
bool is_scalar(const Expression& expression);

/// A scalar as text (`true`, `8080`, `1.5`, the string itself); null is empty; all else as compact JSON.
std::string to_text(const Expression& expression);

/// The last word of what is looked up: the end of the path, or the name.
std::string last_word(const Reference& reference);

/// The expressions inside of a function.
std::vector<const Expression*> parts_of(const Function& function);
std::vector<Expression*> parts_of(Function& function);

/// Visits every function inside with the expression that it stands for, outermost first.
template <class Visit>
void for_each_function(const Expression& expression, const Visit& visit) {
  if (const Function* function = expression.function()) {
    visit(*function, expression);
    for (const Expression* part : parts_of(*function)) for_each_function(*part, visit);
  } else if (const auto* list = expression.get_if<ExpressionList>()) {
    for (const Expression& item : *list) for_each_function(item, visit);
  } else if (const auto* map = expression.get_if<ExpressionMap>()) {
    for (const ExpressionEntry& entry : *map) for_each_function(entry.value, visit);
  }
}

/// Visits all that is looked up: an InputRead, PropertyRead, AttributeRead or OutputRead, and its place.
template <class Visit>
void for_each_reference(const Expression& expression, const Visit& visit) {
  for_each_function(expression, [&](const Function& function, const Expression& whole) {
    std::visit(
        [&]<class Each>(const Each& each) {
          if constexpr (std::derived_from<Each, Reference>) visit(each, whole.at);
        },
        function.data);
  });
}

/// Of these what is looked up of entities.
template <class Visit>
void for_each_entity_read(const Expression& expression, const Visit& visit) {
  for_each_reference(expression, [&]<class Read>(const Read& read, SourceRange at) {
    if constexpr (std::derived_from<Read, EntityRead>) visit(read, at);
  });
}

}  // namespace planbuilder::plan
