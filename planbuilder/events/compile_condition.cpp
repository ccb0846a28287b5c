#include "planbuilder/events/compile_condition.h"

#include <algorithm>

#include "planbuilder/tosca/model/event_address.h"

namespace planbuilder::events {

namespace {

std::vector<std::string> words_of(const std::vector<Value>& values) {
  std::vector<std::string> words;
  for (const Value& value : values) words.push_back(to_text(value));
  return words;
}

const tosca::Function& equality() { return *tosca::find_function("$equal"); }

}  // namespace

ExpressionId ConditionCompiler::compile(const Value& condition) {
  const Call* call = condition.call();
  if (call == nullptr) {
    const bool* truth = condition.get_if<bool>();
    return model_.expressions.add(
        {.kind = Expression::Kind::truth, .value = truth == nullptr ? Truth::unknown : truth_of(*truth), .source = &condition});
  }
  if (call->function == "$and") return group(Expression::Kind::all, *call, condition);
  if (call->function == "$or") return group(Expression::Kind::any, *call, condition);
  if (call->function == "$not") return group(Expression::Kind::negation, *call, condition);
  if (call->function == "$xor" && call->arguments.size() == 2) return exclusive_or(*call, condition);
  if (call->function == "$for_each" && call->arguments.size() == 3) return for_each(*call, condition);
  if (call->function == "$has_entry" && call->arguments.size() == 2) {
    const Operand list = operand(call->arguments[0]);
    if (is_several(list)) return has_entry(list, call->arguments[1], condition);
  }
  if (auto read = attribute_read(condition)) {
    Operand yes;
    yes.constant = model_.constants.of({true});
    return atom(equality(), {std::move(*read), std::move(yes)}, condition);
  }
  const tosca::Function* function = tosca::find_function(call->function);
  if (function == nullptr || function->apply == nullptr)
    return model_.expressions.add({.kind = Expression::Kind::truth, .value = Truth::unknown, .source = &condition});
  std::vector<Operand> operands;
  for (const Value& argument : call->arguments) operands.push_back(operand(argument));
  return atom(*function, std::move(operands), condition);
}

ExpressionId ConditionCompiler::group(Expression::Kind kind, const Call& call, const Value& source) {
  Expression expression{.kind = kind, .source = &source};
  for (const Value& argument : call.arguments) expression.children.push_back(compile(argument));
  return model_.expressions.add(std::move(expression));
}

ExpressionId ConditionCompiler::exclusive_or(const Call& call, const Value& source) {
  const ExpressionId left = compile(call.arguments[0]);
  const ExpressionId right = compile(call.arguments[1]);
  const auto add = [&](Expression::Kind kind, std::vector<ExpressionId> children) {
    return model_.expressions.add({.kind = kind, .children = std::move(children), .source = &source});
  };
  using enum Expression::Kind;
  return add(any, {add(all, {left, add(negation, {right})}), add(all, {add(negation, {left}), right})});
}

ExpressionId ConditionCompiler::for_each(const Call& call, const Value& source) {
  const List* list = call.arguments[1].get_if<List>();
  bool known = list != nullptr;
  Expression expression{.kind = Expression::Kind::for_all, .source = &source};
  if (known) expression.over = place_of(words_of(*list), known);
  if (!known) return model_.expressions.add({.kind = Expression::Kind::truth, .value = Truth::unknown, .source = &source});
  variables_.push_back(to_text(call.arguments[0]));
  expression.children = {compile(call.arguments[2])};
  variables_.pop_back();
  add_needs(expression.children.front(), expression);
  return model_.expressions.add(std::move(expression));
}

/// A list of the attributes of several entities has an entry when one of them has that value.
ExpressionId ConditionCompiler::has_entry(const Operand& list, const Value& entry, const Value& source) {
  Expression expression{.kind = Expression::Kind::exists, .over = list.place, .source = &source};
  variables_.emplace_back();
  Operand one = list;
  one.place = {static_cast<std::int32_t>(variables_.size() - 1), {}};
  expression.children = {atom(equality(), {std::move(one), operand(entry)}, source)};
  variables_.pop_back();
  add_needs(expression.children.front(), expression);
  return model_.expressions.add(std::move(expression));
}

void ConditionCompiler::add_needs(ExpressionId id, Expression& quantifier) const {
  const auto variable = static_cast<std::int32_t>(variables_.size());
  const Expression& inner = model_.expressions[id];
  for (const Operand& operand : inner.operands) {
    if (operand.kind == Operand::Kind::attribute && operand.place.variable == variable && !operand.place.path.valid())
      quantifier.needs.emplace_back(operand.interface, operand.attribute);
  }
  for (const ExpressionId child : inner.children) add_needs(child, quantifier);
}

ExpressionId ConditionCompiler::atom(const tosca::Function& function, std::vector<Operand> operands, const Value& source) {
  Expression expression{.kind = Expression::Kind::atom, .function = &function, .source = &source};
  std::vector<ConstantId> arguments;
  for (const Operand& operand : operands)
    arguments.push_back(operand.kind == Operand::Kind::constant ? operand.constant : ConstantId());
  const bool one_reads = std::count(arguments.begin(), arguments.end(), ConstantId()) == 1;
  const auto read = std::find(arguments.begin(), arguments.end(), ConstantId());
  if (one_reads) {
    const Operand& reader = operands[static_cast<std::size_t>(read - arguments.begin())];
    if (reader.kind == Operand::Kind::attribute && !is_several(reader))
      expression.predicate = model_.predicates.of(function, arguments);
  }
  expression.operands = std::move(operands);
  return model_.expressions.add(std::move(expression));
}

Operand ConditionCompiler::operand(const Value& value) {
  Operand operand;
  operand.source = &value;
  if (is_literal(value)) {
    operand.constant = model_.constants.of(value);
    return operand;
  }
  if (auto read = attribute_read(value)) return std::move(*read);
  const Call* call = value.call();
  const tosca::Function* function = call == nullptr ? nullptr : tosca::find_function(call->function);
  std::vector<Operand> reads;
  collect_reads(value, reads);
  operand.kind = Operand::Kind::written;
  if (reads.empty()) return operand;
  if (function == nullptr || function->apply == nullptr) {  // nobody can compute it before the run
    operand.kind = Operand::Kind::constant;
    return operand;
  }
  operand.kind = Operand::Kind::computed;
  operand.function = function;
  for (const Value& argument : call->arguments) operand.arguments.push_back(this->operand(argument));
  return operand;
}

void ConditionCompiler::collect_reads(const Value& value, std::vector<Operand>& reads) {
  if (const Call* call = value.call()) {
    const bool loop = call->function == "$for_each" && call->arguments.size() == 3;
    if (auto read = attribute_read(value)) {
      reads.push_back(std::move(*read));
      return;
    }
    if (loop) variables_.push_back(to_text(call->arguments[0]));
    for (const Value& argument : call->arguments) collect_reads(argument, reads);
    if (loop) variables_.pop_back();
  } else if (const List* list = value.get_if<List>()) {
    for (const Value& item : *list) collect_reads(item, reads);
  } else if (const Map* map = value.get_if<Map>()) {
    for (const MapEntry& entry : *map) collect_reads(entry.value, reads);
  }
}

/// `$get_state: [a]`, `$get_attribute: [..path.., INTERFACE, i, a]`, `$get_attribute: ['@variable', a]`.
std::optional<Operand> ConditionCompiler::attribute_read(const Value& value) {
  const Call* call = value.call();
  if (call == nullptr) return std::nullopt;
  if (call->function == "$get_state" && call->arguments.size() == 1) return own_attribute(to_text(call->arguments[0]), value);
  if (call->function != "$get_attribute" && call->function != "get_attribute") return std::nullopt;
  std::vector<std::string> words = words_of(call->arguments);
  if (words.size() < 2) return std::nullopt;
  Operand read;
  read.kind = Operand::Kind::attribute;
  read.source = &value;
  read.attribute = model_.constants.of_text(words.back());
  const bool of_interface = words.size() >= 3 && words[words.size() - 3] == "INTERFACE";
  if (of_interface) {
    read.interface = model_.constants.of_text(words[words.size() - 2]);
    words.resize(words.size() - 3);
  } else if (words.front().starts_with('@')) {
    words.pop_back();
  } else {
    return std::nullopt;  // an attribute of a node, which state machines do not have
  }
  const bool here = words.empty() || (words.size() == 1 && words.front() == "SELF");
  if (here) {
    if (const auto own = self_.find_attribute(read.interface, read.attribute)) read.own = static_cast<std::int32_t>(*own);
    return read;
  }
  bool known = true;
  read.place = place_of(words, known);
  return known ? std::optional(std::move(read)) : std::nullopt;
}

Operand ConditionCompiler::own_attribute(const std::string& name, const Value& source) const {
  Operand read;
  read.source = &source;
  for (std::size_t i = 0; i < self_.attributes.size(); ++i) {
    if (self_.attributes[i].interface != interface_ || *model_.constants[self_.attributes[i].name].text() != name) continue;
    read.kind = Operand::Kind::attribute;
    read.own = static_cast<std::int32_t>(i);
    read.attribute = self_.attributes[i].name;
  }
  return read;  // one that is not there was reported when the model was read; nobody knows its value
}

bool ConditionCompiler::is_several(const Operand& operand) const {
  return operand.kind == Operand::Kind::attribute && operand.own == Operand::looked_up && operand.place.path.valid() &&
         std::any_of(model_.walk.steps(operand.place.path).begin(), model_.walk.steps(operand.place.path).end(),
                     [](const tosca::EventStep& step) {
                       const bool joins = step.kind == tosca::EventStep::Kind::relationship;
                       return step.kind == tosca::EventStep::Kind::capability || (joins && !step.index) ||
                              (step.kind == tosca::EventStep::Kind::node && step.all());
                     });
}

/// The first word may be a variable; the rest is a path.
EntityPath ConditionCompiler::place_of(const std::vector<std::string>& words, bool& known) {
  EntityPath place;
  std::vector<tosca::Reference> rest;
  for (const std::string& word : words) rest.push_back({word, {}});
  if (words.front().starts_with('@')) {
    const auto variable = std::find(variables_.rbegin(), variables_.rend(), words.front());
    known = variable != variables_.rend();
    place.variable = static_cast<std::int32_t>(variables_.rend() - variable) - 1;
    rest.erase(rest.begin());
  }
  if (rest.empty() || !known) return place;
  Diagnostics unheard;  // paths were checked when the model was read
  if (const auto steps = tosca::parse_event_path(rest, unheard)) {
    place.path = model_.walk.add(*steps);
  } else {
    known = false;
  }
  return place;
}

}  // namespace planbuilder::events
