#include "planbuilder/tosca/events/check_reads.h"

#include <algorithm>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/model/event_address.h"

namespace planbuilder::tosca {

namespace {

std::vector<Reference> words_of(const std::vector<Value>& values) {
  std::vector<Reference> words;
  for (const Value& value : values) words.push_back({to_text(value), value.at});
  return words;
}

}  // namespace

void ReadChecker::check(const Value& condition, TypeId self) {
  Scope scope;
  if (self.valid()) check(condition, self, scope);
}

void ReadChecker::check(const Value& value, TypeId self, Scope& scope) {
  if (const Call* call = value.call()) {
    const bool loop = call->function == "$for_each" && call->arguments.size() == 3;
    if (call->function == "$get_attribute") check_read(*call, self, scope);
    if (loop) scope.emplace_back(to_text(call->arguments[0]), places_of(call->arguments[1], self));
    for (const Value& argument : call->arguments) check(argument, self, scope);
    if (loop) scope.pop_back();
  } else if (const List* list = value.get_if<List>()) {
    for (const Value& item : *list) check(item, self, scope);
  }
}

/// What `$for_each` goes through; another list than a path may hold anything.
Places ReadChecker::places_of(const Value& list, TypeId self) {
  const List* words = list.get_if<List>();
  const bool path = words != nullptr && !words->empty() && to_text(words->front()) == "SELF";
  return path ? follow(walk_.at(self), words_of(*words), list.at) : walk_.at({});
}

/// Open where the path is wrong, which is reported.
Places ReadChecker::follow(const Places& start, const std::vector<Reference>& words, SourceRange at) {
  Diagnostics problems;
  const auto path = parse_event_path(words, problems);
  const auto places = path ? walk_.follow(start, *path, problems) : std::nullopt;
  if (problems.size() > 0 && judged_.insert(at).second) diagnostics_.add_all(problems);
  return places ? *places : walk_.at({});
}

/// `[..path.., INTERFACE, i, a]`, and `['@variable', a]` for an attribute of any of its interfaces or of its own.
void ReadChecker::check_read(const Call& call, TypeId self, const Scope& scope) {
  std::vector<Reference> words = words_of(call.arguments);
  if (words.size() < 2) return;
  const Reference attribute = words.back();
  Places start = walk_.at(self);
  const bool variable = words.front().name.starts_with('@');
  if (variable) {
    const auto found =
        std::find_if(scope.rbegin(), scope.rend(), [&](const auto& known) { return known.first == words[0].name; });
    if (found == scope.rend()) return report_variable(words.front(), scope);
    start = found->second;
    words.erase(words.begin());
  }
  if (variable && words.size() == 1) {
    check_attribute(start, {}, attribute);
  } else if (words.size() >= 3 && words[words.size() - 3].name == "INTERFACE") {
    const Reference item = words[words.size() - 2];
    words.resize(words.size() - 3);
    check_attribute(follow(start, words, attribute.at), item, attribute);
  }
}

void ReadChecker::report_variable(const Reference& variable, const Scope& scope) {
  if (!judged_.insert(variable.at).second) return;
  std::vector<std::string_view> names;
  for (const auto& known : scope) names.push_back(known.first);
  diagnostics_.error(Code::unknown_name, variable.at,
                     "there is no variable '" + variable.name + "' here" + did_you_mean(variable.name, names));
}

void ReadChecker::check_attribute(const Places& places, const Reference& wanted, const Reference& attribute) {
  if (places.open || places.kind == Places::Kind::capability || judged_.contains(attribute.at)) return;
  std::vector<std::string_view> interfaces;
  std::vector<std::string_view> attributes;
  bool known = wanted.empty();
  const auto look = [&](const Type& type) {
    if (wanted.empty()) add_names(type.attributes, attributes);
    for (const Interface& item : type.interfaces) {
      interfaces.push_back(item.name);
      if (!wanted.empty() && !is_addressed_by(item, wanted.name)) continue;
      known = true;
      add_names(state_of(item).attributes, attributes);
    }
    return std::find(attributes.begin(), attributes.end(), attribute.name) != attributes.end();
  };
  for (const TypeId type : places.types) {
    if (walk_.visit_family(type, look)) return;
  }
  judged_.insert(attribute.at);
  const Reference& wrong = known ? attribute : wanted;
  diagnostics_.error(Code::unknown_name, wrong.at,
                     "nothing that this can lead to has the " + std::string(known ? "attribute" : "interface") + " '" +
                         wrong.name + "'" + (known && !wanted.empty() ? " in the interface '" + wanted.name + "'" : "") +
                         did_you_mean(wrong.name, known ? attributes : interfaces));
}

}  // namespace planbuilder::tosca
