#include "planbuilder/emit/bpel/check_characters.h"

#include "planbuilder/emit/emitter.h"
#include "planbuilder/emit/xml_text.h"
#include "planbuilder/plan/run_functions.h"

namespace planbuilder::emit::bpel {

namespace {

/// What is checked is put into words only when there is something to say: `what` is a function.
template <class What>
void check(std::string_view text, const What& what, const SourceRange& at) {
  const std::size_t forbidden = find_forbidden_in_xml(text);
  if (forbidden == std::string_view::npos) return;
  throw EmitError(what() + " contains " + character_name(text.substr(forbidden)) + ", which XML cannot hold", at);
}

template <class What>
void check(const plan::Expression& value, const What& what);

template <class What>
struct WordCheck {
  const What& what;
  const SourceRange& at;
  void operator()(std::string_view text) const { check(text, what, at); }
  void operator()(std::int64_t) const {}
  void operator()(const plan::EntityReference* of) const { check(of->entity.id, what, at); }
  void operator()(const plan::Expression* inner) const { check(*inner, what); }
};

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
    for (const plan::Word& word : words_of(*function)) std::visit(WordCheck<What>{what, value.at}, word);
  }
}

/// Where in the model, for what has no range of its own.
std::string at(const plan::Activity& activity) { return activity.at ? " (" + to_string(*activity.at) + ")" : ""; }

}  // namespace

void check_characters(const plan::Plan& plan) {
  const auto words = [](const char* text) { return [text] { return std::string(text); }; };
  check(plan.service.name, words("the name of the service"), {});
  for (const plan::Input& input : plan.inputs) {
    check(input.name, words("the name of an input"), {});
    if (input.default_value) check(*input.default_value, [&] { return "the default of the input '" + input.name + "'"; });
  }
  for (const plan::Output& output : plan.outputs) {
    check(output.name, words("the name of an output"), {});
    check(output.value, [&] { return "the output '" + output.name + "'"; });
  }
  for (const plan::Activity& activity : plan.activities) {
    check(activity.id, [&] { return "the id of an activity" + at(activity); }, {});
    for (const plan::Step& step : activity.steps) {
      check(step.id, [&] { return "the id of a step" + at(activity); }, {});
      for_each_argument(step, [&](const plan::Argument& argument) {
        const auto name = [&] { return "the name of an input of '" + step.id + "'" + at(activity); };
        const auto value = [&] { return "the value of '" + argument.name + "' in '" + step.id + "'"; };
        check(argument.name, name, argument.value.at);
        check(argument.value, value);
      });
    }
  }
}

}  // namespace planbuilder::emit::bpel
