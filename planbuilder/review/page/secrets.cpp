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
    for (plan::Output& output : plan.outputs) {
      if (output.secret) mask(output.value);
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
  void mask(plan::Expression& value) {
    if (value.is_null()) return;
    if (is_literal(value)) {
      remember(value);
      value.data = std::string("(secret)");
    } else if (auto* function = std::get_if<Boxed<plan::Function>>(&value.data)) {
      std::visit([&](auto& each) { mask_parts(each); }, (**function).data);
    } else if (auto* list = std::get_if<plan::ExpressionList>(&value.data)) {
      for (plan::Expression& item : *list) mask(item);
    } else if (auto* map = std::get_if<plan::ExpressionMap>(&value.data)) {
      for (plan::ExpressionEntry& entry : *map) mask(entry.value);
    }
  }

  // Of a function only what it puts together is secret; names of inputs and attributes are not.
  void mask_parts(plan::Concat& concat) {
    for (plan::Expression& part : concat.parts) mask(part);
  }
  void mask_parts(plan::Join& join) {
    mask(join.list);
    if (!join.delimiter) return;
    plan::Expression delimiter{*join.delimiter};
    mask(delimiter);
    join.delimiter = *delimiter.text();
  }
  static void mask_parts(const plan::Reference&) {}
  static void mask_parts(const plan::OwnIndex&) {}
  static void mask_parts(const plan::Token&) {}
  static void mask_parts(const plan::Formula&) {}
  static void mask_parts(const plan::Uncallable&) {}

  /// Every text inside.
  void remember(const plan::Expression& value) {
    if (const auto* list = value.get_if<plan::ExpressionList>()) {
      for (const plan::Expression& item : *list) remember(item);
    } else if (const auto* map = value.get_if<plan::ExpressionMap>()) {
      for (const plan::ExpressionEntry& entry : *map) remember(entry.value);
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
