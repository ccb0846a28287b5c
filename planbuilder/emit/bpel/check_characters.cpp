#include "planbuilder/emit/bpel/check_characters.h"

#include "planbuilder/emit/template/xml_text.h"
#include "planbuilder/plan/run_functions.h"
#include "planbuilder/plan/walk.h"

namespace planbuilder::emit::bpel {

namespace {

class Checker {
 public:
  explicit Checker(Problems& problems) : problems_(problems) {}

  /// What is checked is put into words only when there is something to say: `what` is a function.
  template <class What>
  void check(std::string_view text, const What& what, const SourceRange& at) {
    const std::size_t forbidden = find_forbidden_in_xml(text);
    if (forbidden == std::string_view::npos) return;
    problems_.add(what() + " contains " + character_name(text.substr(forbidden)) + ", which XML cannot hold", at);
  }

  template <class What>
  void check(const plan::Expression& value, const What& what) {
    if (const std::string* text = value.text()) {
      check(*text, what, value.at);
    } else if (const auto* list = value.get_if<plan::ExpressionList>()) {
      for (const plan::Expression& item : *list) check(item, what);
    } else if (const auto* map = value.get_if<plan::ExpressionMap>()) {
      for (const plan::ExpressionEntry& entry : *map) {
        check(entry.key, what, entry.value.at);
        check(entry.value, what);
      }
    } else if (const plan::Function* function = value.function()) {
      for (const plan::Word& word : words_of(*function)) std::visit(WordCheck<What>{*this, what, value.at}, word);
    }
  }

 private:
  template <class What>
  struct WordCheck {
    Checker& checker;
    const What& what;
    const SourceRange& at;
    void operator()(std::string_view text) const { checker.check(text, what, at); }
    void operator()(std::int64_t) const {}
    void operator()(const plan::EntityReference* of) const { checker.check(of->entity.id, what, at); }
    void operator()(const plan::Expression* inner) const { checker.check(*inner, what); }
  };

  Problems& problems_;
};

/// Where in the model, for what has no range of its own.
std::string at(const plan::Activity& activity) { return activity.at ? " (" + to_string(*activity.at) + ")" : ""; }

}  // namespace

void check_characters(const plan::Plan& plan, Problems& problems) {
  Checker checker(problems);
  const auto words = [](const char* text) { return [text] { return std::string(text); }; };
  checker.check(plan.service.name, words("the name of the service"), {});
  for (const plan::Input& input : plan.inputs) {
    checker.check(input.name, words("the name of an input"), {});
    if (input.default_value) checker.check(*input.default_value, [&] { return "the default of the input '" + input.name + "'"; });
  }
  for (const plan::Output& output : plan.outputs) {
    checker.check(output.name, words("the name of an output"), {});
    checker.check(output.value, [&] { return "the output '" + output.name + "'"; });
  }
  for (const plan::Activity& activity : plan.activities) {
    checker.check(activity.id, [&] { return "the id of an activity" + at(activity); }, {});
    for (const plan::Step& step : activity.steps) {
      checker.check(step.id, [&] { return "the id of a step" + at(activity); }, {});
      for_each_argument(step, [&](const plan::Argument& argument) {
        const auto name = [&] { return "the name of an input of '" + step.id + "'" + at(activity); };
        const auto value = [&] { return "the value of '" + argument.name + "' in '" + step.id + "'"; };
        checker.check(argument.name, name, argument.value.at);
        checker.check(argument.value, value);
      });
    }
  }
}

}  // namespace planbuilder::emit::bpel
