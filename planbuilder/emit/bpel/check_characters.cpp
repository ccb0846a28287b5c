#include "planbuilder/emit/bpel/check_characters.h"

#include "planbuilder/emit/emitter.h"
#include "planbuilder/emit/xml_text.h"

namespace planbuilder::emit::bpel {

namespace {

void check(std::string_view text, const std::string& what, const SourceRange& at) {
  const std::size_t forbidden = find_forbidden_in_xml(text);
  if (forbidden == std::string_view::npos) return;
  throw EmitError(what + " contains " + character_name(text.substr(forbidden)) + ", which XML cannot hold", at);
}

void check(const Value& value, const std::string& what) {
  if (const std::string* text = value.text()) {
    check(*text, what, value.at);
  } else if (const List* list = value.get_if<List>()) {
    for (const Value& item : *list) check(item, what);
  } else if (const Map* map = value.get_if<Map>()) {
    for (const MapEntry& entry : *map) {
      check(entry.key, what, entry.value.at);
      check(entry.value, what);
    }
  } else if (const Call* call = value.call()) {
    for (const Value& argument : call->arguments) check(argument, what);
  }
}

/// Where in the model, for what has no range of its own.
std::string at(const plan::Activity& activity) { return activity.at ? " (" + to_string(*activity.at) + ")" : ""; }

}  // namespace

void check_characters(const plan::Plan& plan) {
  check(plan.service.name, "the name of the service", {});
  for (const plan::Input& input : plan.inputs) {
    check(input.name, "the name of an input", {});
    if (input.default_value) check(*input.default_value, "the default of the input '" + input.name + "'");
  }
  for (const plan::Output& output : plan.outputs) {
    check(output.name, "the name of an output", {});
    check(output.value, "the output '" + output.name + "'");
  }
  for (const plan::Activity& activity : plan.activities) {
    check(activity.id, "the id of an activity" + at(activity), {});
    for (const plan::Step& step : activity.steps) {
      check(step.id, "the id of a step" + at(activity), {});
      for_each_argument(step, [&](const plan::Argument& argument) {
        check(argument.name, "the name of an input of '" + step.id + "'" + at(activity), argument.value.at);
        check(argument.value, "the value of '" + argument.name + "' in '" + step.id + "'");
      });
    }
  }
}

}  // namespace planbuilder::emit::bpel
