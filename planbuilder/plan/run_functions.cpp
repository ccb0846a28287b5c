#include "planbuilder/plan/run_functions.h"

#include <algorithm>
#include <limits>

namespace planbuilder::plan {

/// Takes arguments one after the other. What is not as it is wanted is remembered, and an empty one is given instead.
class Words {
 public:
  explicit Words(std::vector<Expression> arguments) : arguments_(std::move(arguments)) {}

  std::string text() {
    Expression word = take();
    auto* text = std::get_if<std::string>(&word.data);
    return text != nullptr ? std::move(*text) : misfit<std::string>();
  }

  /// Models of TOSCA 1.x leave it as the text that it was written as.
  std::uint32_t number() {
    Expression word = take();
    const std::string* digits = word.text();
    if (digits != nullptr && !digits->empty() && digits->size() < 10 &&
        digits->find_first_not_of("0123456789") == std::string::npos)
      word.data = std::int64_t{std::stol(*digits)};
    return number_in(word);
  }

  Expression expression() { return take(); }

  std::vector<Expression> rest() {
    std::vector<Expression> rest(std::make_move_iterator(arguments_.begin() + static_cast<std::ptrdiff_t>(next_)),
                                 std::make_move_iterator(arguments_.end()));
    next_ = arguments_.size();
    return rest;
  }

  Path path() {
    Path path;
    for (Expression& word : rest()) {
      if (auto* key = std::get_if<std::string>(&word.data)) {
        path.emplace_back(std::move(*key));
      } else if (const auto* number = word.get_if<std::int64_t>()) {
        path.emplace_back(*number);
      } else {
        fits_ = false;
      }
    }
    return path;
  }

  /// The kind, and the id or the list of it and an index.
  EntityReference entity() {
    EntityReference reference;
    const std::string kind = text();
    if (kind == to_string(Entity::Kind::relationship)) {
      reference.entity.kind = Entity::Kind::relationship;
    } else if (kind != to_string(Entity::Kind::node)) {
      fits_ = false;
    }
    Expression id = take();
    if (auto* both = std::get_if<ExpressionList>(&id.data); both != nullptr && both->size() == 2) {
      read_index(both->back(), reference);
      Expression first = std::move(both->front());
      id = std::move(first);
    }
    if (auto* text = std::get_if<std::string>(&id.data)) {
      reference.entity.id = std::move(*text);
    } else {
      fits_ = false;
    }
    return reference;
  }

  [[nodiscard]] bool has_more() const { return next_ < arguments_.size(); }
  [[nodiscard]] std::size_t size() const { return arguments_.size(); }
  /// All were as they were wanted, and nothing is left.
  [[nodiscard]] bool fit() const { return fits_ && !has_more(); }

  template <class T>
  T misfit() {
    fits_ = false;
    return T();
  }

 private:
  Expression take() { return has_more() ? std::move(arguments_[next_++]) : misfit<Expression>(); }

  std::uint32_t number_in(const Expression& word) {
    const auto* number = word.get_if<std::int64_t>();
    if (number == nullptr || *number < 0 || *number > std::numeric_limits<std::uint32_t>::max()) return misfit<std::uint32_t>();
    return static_cast<std::uint32_t>(*number);
  }

  void read_index(const Expression& word, EntityReference& reference) {
    const Function* function = word.function();
    if (function != nullptr && std::holds_alternative<OwnIndex>(function->data)) {
      reference.which = EntityReference::Which::own;
    } else {
      reference.which = EntityReference::Which::indexed;
      reference.index = number_in(word);
    }
  }

  std::vector<Expression> arguments_;
  std::size_t next_ = 0;
  bool fits_ = true;
};

namespace {

constexpr std::size_t any_number = RunFunction::any_number;

Function read_input(const RunFunction&, Words& words) {
  InputRead read;
  read.name = words.text();
  read.path = words.path();
  return {std::move(read)};
}

template <class Read>
Function read_member(const RunFunction&, Words& words) {
  Read read;
  read.of = words.entity();
  read.name = words.text();
  read.path = words.path();
  return {std::move(read)};
}

Function read_output(const RunFunction&, Words& words) {
  OutputRead read;
  read.of = words.entity();
  read.interface = words.text();
  read.operation = words.text();
  read.name = words.text();
  return {std::move(read)};
}

Function read_index(const RunFunction&, Words&) { return {OwnIndex()}; }

Function read_concat(const RunFunction&, Words& words) { return {Concat{words.rest()}}; }

Function read_join(const RunFunction&, Words& words) {
  Join join{words.expression()};
  if (words.has_more()) join.delimiter = words.text();
  return {std::move(join)};
}

Function read_token(const RunFunction&, Words& words) {
  Token token;
  token.text = words.expression();
  token.separators = words.text();
  token.index = words.number();
  return {std::move(token)};
}

Function read_formula(const RunFunction& function, Words& words) {
  if (words.size() < function.least || words.size() > function.most) return words.misfit<Function>();
  return {Formula{*function.operation, words.rest()}};
}

// clang-format off
constexpr RunFunction table[] = {
    {InputRead::function,     "NAME [PATH...]",                    read_input},
    {PropertyRead::function,  "KIND ID NAME [PATH...]",            read_member<PropertyRead>},
    {AttributeRead::function, "KIND ID NAME [PATH...]",            read_member<AttributeRead>},
    {OutputRead::function,    "KIND ID INTERFACE OPERATION NAME",  read_output},
    {OwnIndex::function,      "nothing",                           read_index},
    {Concat::function,        "VALUE...",                          read_concat},
    {Join::function,          "LIST [DELIMITER]",                  read_join},
    {Token::function,         "TEXT CHARACTERS INDEX",             read_token},

    {"and",                   "CONDITION...",                      read_formula, Operator::conjunction,      1, any_number},
    {"or",                    "CONDITION...",                      read_formula, Operator::disjunction,      1, any_number},
    {"not",                   "CONDITION",                         read_formula, Operator::negation,         1, 1},
    {"xor",                   "CONDITION CONDITION",               read_formula, Operator::exclusive_or,     2, 2},
    {"equal",                 "VALUE VALUE",                       read_formula, Operator::equal,            2, 2},
    {"greater_than",          "VALUE VALUE",                       read_formula, Operator::greater_than,     2, 2},
    {"greater_or_equal",      "VALUE VALUE",                       read_formula, Operator::greater_or_equal, 2, 2},
    {"less_than",             "VALUE VALUE",                       read_formula, Operator::less_than,        2, 2},
    {"less_or_equal",         "VALUE VALUE",                       read_formula, Operator::less_or_equal,    2, 2},
    {"valid_values",          "VALUE LIST",                        read_formula, Operator::valid_values,     2, 2},
    {"matches",               "TEXT PATTERN",                      read_formula, Operator::matches,          2, 2},
    {"has_suffix",            "VALUE VALUE",                       read_formula, Operator::has_suffix,       2, 2},
    {"has_prefix",            "VALUE VALUE",                       read_formula, Operator::has_prefix,       2, 2},
    {"contains",              "VALUE VALUE",                       read_formula, Operator::contains,         2, 2},
    {"has_entry",             "COLLECTION VALUE",                  read_formula, Operator::has_entry,        2, 2},
    {"has_key",               "MAP KEY",                           read_formula, Operator::has_key,          2, 2},
    {"has_all_entries",       "COLLECTION LIST",                   read_formula, Operator::has_all_entries,  2, 2},
    {"has_all_keys",          "MAP LIST",                          read_formula, Operator::has_all_keys,     2, 2},
    {"has_any_entry",         "COLLECTION LIST",                   read_formula, Operator::has_any_entry,    2, 2},
    {"has_any_key",           "MAP LIST",                          read_formula, Operator::has_any_key,      2, 2},
    {"length",                "VALUE",                             read_formula, Operator::length,           1, 1},
    {"union",                 "LIST...",                           read_formula, Operator::set_union,        1, any_number},
    {"intersection",          "LIST...",                           read_formula, Operator::intersection,     1, any_number},
    {"sum",                   "NUMBER...",                         read_formula, Operator::sum,              1, any_number},
    {"difference",            "NUMBER NUMBER",                     read_formula, Operator::difference,       2, 2},
    {"product",               "NUMBER...",                         read_formula, Operator::product,          1, any_number},
    {"quotient",              "NUMBER NUMBER",                     read_formula, Operator::quotient,         2, 2},
    {"remainder",             "NUMBER NUMBER",                     read_formula, Operator::remainder,        2, 2},
    {"round",                 "NUMBER",                            read_formula, Operator::round,            1, 1},
    {"floor",                 "NUMBER",                            read_formula, Operator::floor,            1, 1},
    {"ceil",                  "NUMBER",                            read_formula, Operator::ceil,             1, 1},
};
// clang-format on

struct Name {
  template <class Named>
  std::string_view operator()(const Named&) const {
    return Named::function;
  }
  std::string_view operator()(const Formula& formula) const {
    return std::find_if(std::begin(table), std::end(table),
                        [&](const RunFunction& each) { return each.operation == formula.operation; })
        ->name;
  }
  std::string_view operator()(const Uncallable& left) const {
    return std::string_view(left.function).substr(left.function.starts_with('$') ? 1 : 0);
  }
};

struct Spelling {
  std::vector<Word> words;

  void operator()(const InputRead& read) { add_name(read); }
  void operator()(const EntityRead& read) {
    add(read.of);
    add_name(read);
  }
  void operator()(const OutputRead& read) {
    add(read.of);
    words.emplace_back(std::string_view(read.interface));
    words.emplace_back(std::string_view(read.operation));
    add_name(read);
  }
  void operator()(const OwnIndex&) {}
  void operator()(const Concat& concat) { add(concat.parts); }
  void operator()(const Join& join) {
    words.emplace_back(&join.list);
    if (join.delimiter) words.emplace_back(std::string_view(*join.delimiter));
  }
  void operator()(const Token& token) {
    words.emplace_back(&token.text);
    words.emplace_back(std::string_view(token.separators));
    words.emplace_back(std::int64_t{token.index});
  }
  void operator()(const Formula& formula) { add(formula.arguments); }
  void operator()(const Uncallable& left) { add(left.arguments); }

 private:
  void add(const std::vector<Expression>& parts) {
    for (const Expression& part : parts) words.emplace_back(&part);
  }
  void add(const EntityReference& of) {
    words.emplace_back(to_string(of.entity.kind));
    words.emplace_back(&of);
  }
  void add_name(const Reference& read) {
    words.emplace_back(std::string_view(read.name));
    for (const auto& step : read.path) {
      if (const auto* key = std::get_if<std::string>(&step)) {
        words.emplace_back(std::string_view(*key));
      } else {
        words.emplace_back(std::get<std::int64_t>(step));
      }
    }
  }
};

}  // namespace

std::span<const RunFunction> run_functions() { return table; }

const RunFunction* find_run_function(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(table), std::end(table), [&](const RunFunction& each) { return each.name == name; });
  return found == std::end(table) ? nullptr : found;
}

std::optional<Function> make_function(const RunFunction& function, std::vector<Expression> arguments) {
  Words words(std::move(arguments));
  Function made = function.read(function, words);
  if (!words.fit()) return std::nullopt;
  return made;
}

Function make_function(std::string_view name, std::vector<Expression> arguments) {
  if (const RunFunction* known = find_run_function(name)) {
    if (auto made = make_function(*known, std::move(arguments))) return std::move(*made);
  }
  return {Uncallable{"$" + std::string(name)}};
}

std::string_view name_of(const Function& function) { return std::visit(Name(), function.data); }

std::string call_name(const Function& function) {
  if (const auto* left = std::get_if<Uncallable>(&function.data)) return left->function;
  return (std::holds_alternative<Formula>(function.data) ? "$" : "") + std::string(name_of(function));
}

std::vector<Word> words_of(const Function& function) {
  Spelling spelling;
  std::visit(spelling, function.data);
  return std::move(spelling.words);
}

}  // namespace planbuilder::plan
