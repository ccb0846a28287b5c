#include "planbuilder/change/known_values.h"

#include "csar/digest.h"
#include "planbuilder/plan/from_value.h"
#include "planbuilder/support/text.h"

namespace planbuilder::change {

namespace {

constexpr unsigned deepest = 100;          // of properties that read properties
constexpr std::size_t largest_text = 200;  // that the books keep as it is

std::string key_of(const plan::Entity& entity) { return std::string(to_string(entity.kind)) + "/" + entity.id; }

/// Nothing when there is no such part, or when the value is a text that may have parts.
std::optional<plan::Expression> at_path(const plan::Expression& whole, const plan::Path& path) {
  const plan::Expression* at = &whole;
  for (const auto& part : path) {
    const plan::Expression* next = nullptr;
    if (const auto* key = std::get_if<std::string>(&part)) {
      const auto* map = at->get_if<plan::ExpressionMap>();
      if (map == nullptr) return std::nullopt;
      for (const plan::ExpressionEntry& entry : *map) {
        if (entry.key == *key) next = &entry.value;
      }
    } else if (const auto* list = at->get_if<plan::ExpressionList>()) {
      const auto index = static_cast<std::size_t>(std::get<std::int64_t>(part));
      if (index < list->size()) next = &(*list)[index];
    }
    if (next == nullptr) return std::nullopt;
    at = next;
  }
  return *at;
}

/// Of a call whose arguments are known.
std::optional<std::string> compute(const plan::Function& function) {
  if (const auto* concat = std::get_if<plan::Concat>(&function.data)) {
    std::string text;
    for (const plan::Expression& part : concat->parts) {
      if (!plan::is_literal(part)) return std::nullopt;
      text += plan::to_text(part);
    }
    return text;
  }
  if (const auto* join = std::get_if<plan::Join>(&function.data)) {
    const auto* items = join->list.get_if<plan::ExpressionList>();
    if (items == nullptr || !plan::is_literal(join->list)) return std::nullopt;
    std::vector<std::string> texts;
    for (const plan::Expression& item : *items) texts.push_back(plan::to_text(item));
    return planbuilder::join(texts, join->delimiter.value_or(""));
  }
  return std::nullopt;
}

}  // namespace

KnownValues::KnownValues(const plan::Plan& plan, const std::map<std::string, std::string>& inputs, const Situation* there) {
  for (const plan::Input& input : plan.inputs) {
    const auto given = inputs.find(input.name);
    if (given != inputs.end()) {
      inputs_.emplace(input.name, plan::Expression{given->second});
    } else if (input.default_value) {
      inputs_.emplace(input.name, *input.default_value);
    }
  }
  for (const plan::Activity& activity : plan.activities) {
    for (const plan::Step& step : activity.steps) {
      if (const auto* record = std::get_if<plan::Record>(&step.action)) records_.emplace(key_of(activity.entity), record);
    }
  }
  if (there == nullptr) return;
  for (const Instance& instance : there->instances) {
    const auto [known, is_new] = instances_.emplace(key_of(instance.entity), &instance);
    if (!is_new) known->second = nullptr;  // which one is meant is known to the run
  }
}

std::optional<plan::Expression> KnownValues::input(const plan::InputRead& read) const {
  const auto found = inputs_.find(read.name);
  return found == inputs_.end() ? std::nullopt : at_path(found->second, read.path);
}

std::optional<plan::Expression> KnownValues::attribute(const plan::AttributeRead& read) const {
  const auto found = instances_.find(key_of(read.of.entity));
  if (found == instances_.end() || found->second == nullptr || !read.path.empty()) return std::nullopt;
  const auto value = found->second->attributes.find(read.name);
  if (value == found->second->attributes.end()) return std::nullopt;
  return plan::Expression{value->second};
}

std::optional<plan::Expression> KnownValues::look_up(const plan::Function& function, unsigned depth) const {
  if (const auto* read = std::get_if<plan::InputRead>(&function.data)) return input(*read);
  if (const auto* read = std::get_if<plan::AttributeRead>(&function.data)) return attribute(*read);
  const auto* read = std::get_if<plan::PropertyRead>(&function.data);
  const auto record = read == nullptr ? records_.end() : records_.find(key_of(read->of.entity));
  if (record == records_.end() || depth > deepest) return std::nullopt;
  for (const plan::Argument& property : record->second->properties) {
    if (property.name == read->name) return at_path(reduce(property.value, depth + 1), read->path);
  }
  return std::nullopt;
}

plan::Expression KnownValues::reduce(const plan::Expression& expression, unsigned depth) const {
  if (const auto* list = expression.get_if<plan::ExpressionList>()) {
    plan::ExpressionList items;
    for (const plan::Expression& item : *list) items.push_back(reduce(item, depth));
    return {std::move(items)};
  }
  if (const auto* map = expression.get_if<plan::ExpressionMap>()) {
    plan::ExpressionMap entries;
    for (const plan::ExpressionEntry& entry : *map) entries.push_back({entry.key, reduce(entry.value, depth)});
    return {std::move(entries)};
  }
  const plan::Function* function = expression.function();
  if (function == nullptr) return expression;
  if (auto known = look_up(*function, depth)) return *std::move(known);
  plan::Function reduced = *function;
  for (plan::Expression* part : plan::parts_of(reduced)) *part = reduce(*part, depth);
  if (auto text = compute(reduced)) return {*std::move(text)};
  return plan::computed(std::move(reduced));
}

std::optional<std::string> KnownValues::text(const plan::Expression& expression) const {
  const plan::Expression reduced = reduce(expression, 0);
  return plan::is_literal(reduced) ? std::optional(plan::to_text(reduced)) : std::nullopt;
}

std::string KnownValues::text_or_formula(const plan::Expression& expression) const {
  return plan::to_text(reduce(expression, 0));
}

Given KnownValues::given(const Part& part, const Work& work) const {
  Given given;
  const plan::Invoke* invoke = work.invoke();
  if (invoke == nullptr) return given;
  given.type = part.type;
  for (const plan::Argument& input : invoke->inputs) {
    auto value = text(input.value);
    if (!value) continue;
    const bool large = value->size() > largest_text;
    given.inputs.emplace(input.name, GivenValue{large ? GivenValue::Form::digest : GivenValue::Form::text,
                                                large ? csar::sha256(*value) : *std::move(value)});
  }
  return given;
}

}  // namespace planbuilder::change
