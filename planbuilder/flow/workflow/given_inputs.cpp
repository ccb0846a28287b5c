#include "planbuilder/flow/workflow/given_inputs.h"

#include <algorithm>

namespace planbuilder::flow {

namespace {

/// A part of a value that is written out.
const plan::Expression* part_of(const plan::Expression& value, const std::variant<std::string, std::int64_t>& word) {
  const auto* key = std::get_if<std::string>(&word);
  if (const auto* map = value.get_if<plan::ExpressionMap>(); map != nullptr && key != nullptr) {
    const auto found = std::find_if(map->begin(), map->end(), [&](const auto& entry) { return entry.key == *key; });
    return found == map->end() ? nullptr : &found->value;
  }
  const auto* list = value.get_if<plan::ExpressionList>();
  if (list == nullptr || key != nullptr) return nullptr;
  const auto index = static_cast<std::size_t>(std::get<std::int64_t>(word));
  return index < list->size() ? &(*list)[index] : nullptr;
}

/// What the path leads to: inside of what is given, or of what that reads in turn.
plan::Expression follow(plan::Expression given, const plan::Path& path) {
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (const plan::Expression* part = part_of(given, path[i])) {
      given = plan::Expression(*part);
      continue;
    }
    auto* function = std::get_if<Boxed<plan::Function>>(&given.data);
    if (function == nullptr) return {{}, given.at};
    std::visit(
        [&]<class Each>(Each& each) {
          if constexpr (std::derived_from<Each, plan::Reference>)
            each.path.insert(each.path.end(), path.begin() + static_cast<std::ptrdiff_t>(i), path.end());
        },
        (**function).data);
    return given;
  }
  return given;
}

}  // namespace

void put_in(const GivenInputs& given, plan::Expression& value) {
  if (auto* list = std::get_if<plan::ExpressionList>(&value.data)) {
    for (plan::Expression& item : *list) put_in(given, item);
  } else if (auto* map = std::get_if<plan::ExpressionMap>(&value.data)) {
    for (plan::ExpressionEntry& entry : *map) put_in(given, entry.value);
  }
  auto* function = std::get_if<Boxed<plan::Function>>(&value.data);
  if (function == nullptr) return;
  const auto* read = std::get_if<plan::InputRead>(&(**function).data);
  if (read == nullptr) {
    for (plan::Expression* part : parts_of(**function)) put_in(given, *part);
    return;
  }
  const auto found = std::find_if(given.begin(), given.end(), [&](const SentInput& input) { return input.name == read->name; });
  if (found != given.end()) value = follow(found->value, plan::Path(read->path));
}

}  // namespace planbuilder::flow
