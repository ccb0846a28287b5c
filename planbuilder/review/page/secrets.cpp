#include "planbuilder/review/page/secrets.h"

#include <set>

#include "planbuilder/plan/walk.h"

namespace planbuilder::review {

namespace {

class Masker {
 public:
  void mask(plan::Plan& plan) {
    for (plan::Input& input : plan.inputs) {
      if (input.secret && input.default_value) mask(*input.default_value);
    }
    const auto mask_argument = [&](plan::Argument& argument) {
      if (argument.secret) mask(argument.value);
    };
    for (plan::Activity& activity : plan.activities) {
      for (plan::Step& step : activity.steps) plan::for_each_argument(step, mask_argument);
      plan::for_each_argument(activity.on_failure, mask_argument);
    }
  }

  [[nodiscard]] std::vector<std::string> texts() const { return {texts_.begin(), texts_.end()}; }

 private:
  /// Of a call only what it puts together is secret; names of inputs and attributes are not.
  void mask(Value& value) {
    if (value.is_null()) return;
    if (is_literal(value)) {
      remember(value);
      value.data = std::string("(secret)");
      value.plain = false;
    } else if (auto* call = std::get_if<Call>(&value.data)) {
      if (call->function != "concat" && call->function != "join") return;
      for (Value& argument : call->arguments) mask(argument);
    } else if (auto* list = std::get_if<List>(&value.data)) {
      for (Value& item : *list) mask(item);
    } else if (auto* map = std::get_if<Map>(&value.data)) {
      for (MapEntry& entry : *map) mask(entry.value);
    }
  }

  /// Every text inside.
  void remember(const Value& value) {
    if (const List* list = value.get_if<List>()) {
      for (const Value& item : *list) remember(item);
    } else if (const Map* map = value.get_if<Map>()) {
      for (const MapEntry& entry : *map) remember(entry.value);
    } else if (const std::string text = to_text(value); !text.empty()) {
      texts_.insert(text);
    }
  }

  std::set<std::string> texts_;
};

}  // namespace

std::vector<std::string> mask_secrets(std::vector<plan::Plan>& plans) {
  Masker masker;
  for (plan::Plan& plan : plans) masker.mask(plan);
  return masker.texts();
}

}  // namespace planbuilder::review
