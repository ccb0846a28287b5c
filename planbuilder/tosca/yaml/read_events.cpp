#include "planbuilder/tosca/yaml/read_events.h"

#include <algorithm>
#include <array>

#include "planbuilder/tosca/functions/function_table.h"
#include "planbuilder/tosca/model/event_address.h"
#include "planbuilder/tosca/scalars/primitive.h"
#include "planbuilder/tosca/yaml/read_artifacts.h"
#include "planbuilder/tosca/yaml/read_outputs.h"
#include "planbuilder/tosca/yaml/read_parameters.h"
#include "planbuilder/tosca/yaml/read_values.h"

namespace planbuilder::tosca::yaml {

namespace {

// What is a function in a condition even without its `$`.
constexpr std::string_view functions_of_conditions[] = {"and",
                                                        "or",
                                                        "not",
                                                        "xor",
                                                        "equal",
                                                        "greater_than",
                                                        "greater_or_equal",
                                                        "less_than",
                                                        "less_or_equal",
                                                        "in_range",
                                                        "valid_values",
                                                        "matches",
                                                        "has_suffix",
                                                        "has_prefix",
                                                        "contains",
                                                        "has_entry",
                                                        "has_key",
                                                        "has_all_entries",
                                                        "has_all_keys",
                                                        "has_any_entry",
                                                        "has_any_key",
                                                        "length",
                                                        "for_each",
                                                        "get_state",
                                                        "get_attribute",
                                                        "get_property",
                                                        "get_input",
                                                        "concat",
                                                        "join",
                                                        "token",
                                                        "union",
                                                        "intersection",
                                                        "unique",
                                                        "sum",
                                                        "difference",
                                                        "product",
                                                        "quotient",
                                                        "remainder",
                                                        "round",
                                                        "floor",
                                                        "ceil",
                                                        "value",
                                                        "node_index",
                                                        "relationship_index",
                                                        "available_allocation"};

enum class Use : std::uint8_t { condition, value };

template <std::size_t N>
bool is_among(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool is_marked(std::string_view text) {
  return text.size() > 1 && text[0] == '$' && text[1] != '$' && text.find_first_of(" \t\n") == std::string_view::npos;
}

/// The name with its `$`, or nothing when the key is none of a function.
std::string function_named(Reader& reader, Node key, Use use) {
  const std::string_view name = key.is_scalar() ? key.text() : std::string_view();
  if (is_marked(name)) return std::string(name);
  const bool bare =
      use == Use::condition ? is_among(functions_of_conditions, name) : !is_2_0(reader.version) && find_function(name) != nullptr;
  if (!bare) return "";
  if (is_2_0(reader.version) && reader.first("function without $ " + std::string(name))) {
    reader.diagnostics.tolerate(Code::typing_slip, key.at(),
                                "the function '" + std::string(name) + "' is written without its $; it is read as '$" +
                                    std::string(name) + "', here and below",
                                "10.1");
  }
  return "$" + std::string(name);
}

Value read_expression(Reader& reader, Node node, Use use);

void check_arguments(Reader& reader, const Call& call, SourceRange at) {
  if (call.function == "$get_state" && call.arguments.size() != 1) {
    reader.diagnostics.error(Code::bad_function, at,
                             "$get_state takes the name of an attribute of the interface, for example [state]");
  } else if (call.function == "$for_each" && call.arguments.size() != 3) {
    reader.diagnostics.error(Code::bad_function, at, "$for_each takes [variable, list, expression]");
  }
}

Value read_call(Reader& reader, std::string function, Node value, SourceRange at, Use use) {
  Call call{std::move(function), {}};
  if (value.is_sequence()) {
    for (const Node item : value.items()) call.arguments.push_back(read_expression(reader, item, use));
  } else {
    call.arguments.push_back(read_expression(reader, value, use));
  }
  check_arguments(reader, call, at);
  return {std::move(call), at};
}

Value read_map(Reader& reader, Node node, Use use) {
  if (node.size() == 1) {
    const auto [key, value] = *node.entries().begin();
    std::string function = function_named(reader, key, use);
    if (!function.empty()) return read_call(reader, std::move(function), value, node.at(), use);
  }
  Map map;
  for (const auto [key, value] : node.entries()) {
    if (expect_scalar(reader, key, "the key of a value"))
      map.push_back({std::string(key.text()), read_expression(reader, value, use)});
  }
  return {std::move(map), node.at()};
}

Value read_expression(Reader& reader, Node node, Use use) {
  switch (node.kind()) {
    case Kind::scalar: {
      if (is_marked(node.text()) && !node.is_quoted()) return {Call{std::string(node.text()), {}}, node.at()};
      const bool escaped = node.text().starts_with("$$");
      return {std::string(escaped ? node.text().substr(1) : node.text()), node.at(), !node.is_quoted()};
    }
    case Kind::sequence: {
      List list;
      list.reserve(node.size());
      for (const Node item : node.items()) list.push_back(read_expression(reader, item, use));
      return {std::move(list), node.at()};
    }
    case Kind::mapping: return read_map(reader, node, use);
    default: return {{}, node.at()};
  }
}

/// A map is no condition: mostly its key is the name of a function that is not written as it should be.
void report_no_condition(Reader& reader, const Value& value) {
  const Map* map = value.get_if<Map>();
  const auto names = [] {
    return std::vector<std::string_view>(std::begin(functions_of_conditions), std::end(functions_of_conditions));
  };
  const std::string guess = map != nullptr && map->size() == 1 ? reader.diagnostics.guess(map->front().key, names) : "";
  reader.diagnostics.error(
      Code::bad_function, value.at,
      guess.empty() ? "a condition is a function that is true or false, for example {$equal: [{$get_state: [state]}, initial]}"
                    : "there is no function '" + map->front().key + "'" + guess);
}

/// What must be true or false itself.
std::span<const Value> conditions_in(const Call& call) {
  constexpr std::string_view of_conditions[] = {"$and", "$or", "$not", "$xor"};
  const std::span<const Value> arguments = call.arguments;
  if (is_among(of_conditions, call.function)) return arguments;
  return call.function == "$for_each" && arguments.size() == 3 ? arguments.last(1) : arguments.first(0);
}

void check_combined(Reader& reader, const Value& condition) {
  for (const Value& part : conditions_in(*condition.call())) {
    if (part.call() != nullptr) {
      check_combined(reader, part);
    } else if (part.get_if<Map>() != nullptr) {
      report_no_condition(reader, part);
    }
  }
}

Value read_set_value(Reader& reader, Node node) { return read_expression(reader, node, Use::value); }

/// Of two assignments to one attribute the later wins.
void assign(std::vector<Assignment>& set, Assignment assignment) {
  const auto same = std::find_if(set.begin(), set.end(), [&](const Assignment& other) { return other.name == assignment.name; });
  if (same == set.end()) {
    set.push_back(std::move(assignment));
  } else {
    *same = std::move(assignment);
  }
}

void report_assignment(Reader& reader, Node node) {
  reader.diagnostics.error(Code::wrong_value, node.at(), "attributes are set by {attribute: value} or by [attribute, value]");
}

std::vector<Node> items_of(Node list) {
  std::vector<Node> items;
  for (const Node item : list.items()) items.push_back(item);
  return items;
}

/// `{a: v, b: w}`, `[a, v]`, or a list of either.
void read_assignments_to(Reader& reader, Node node, std::vector<Assignment>& set) {
  if (node.is_mapping()) {
    for (const auto [key, value] : node.entries()) {
      if (expect_name(reader, key)) assign(set, {std::string(key.text()), read_set_value(reader, value), key.at()});
    }
    return;
  }
  const std::vector<Node> items = node.is_sequence() ? items_of(node) : std::vector<Node>();
  if (items.empty()) return report_assignment(reader, node);
  if (!items.front().is_scalar()) {
    for (const Node item : items) {
      item.is_scalar() ? report_assignment(reader, item) : read_assignments_to(reader, item, set);
    }
  } else if (items.size() == 2) {
    assign(set, {std::string(items[0].text()), read_set_value(reader, items[1]), items[0].at()});
  } else {
    report_assignment(reader, node);
  }
}

/// `[INTERFACE, a, v]`: the interface is always the one that the event belongs to.
void read_attribute_assignment(Reader& reader, Node node, std::vector<Assignment>& set) {
  std::vector<Node> items = node.is_sequence() ? items_of(node) : std::vector<Node>();
  if (!items.empty() && items.front().is_scalar() && items.front().text() == "INTERFACE") items.erase(items.begin());
  if (node.is_mapping()) return read_assignments_to(reader, node, set);
  if (items.size() == 2 && items.front().is_scalar()) {
    assign(set, {std::string(items[0].text()), read_set_value(reader, items[1]), items[0].at()});
  } else {
    reader.diagnostics.error(Code::wrong_value, node.at(),
                             "'set_attribute' takes [INTERFACE, attribute, value], for an attribute of this interface");
  }
}

std::vector<Reference> read_words(Reader& reader, Node node, std::string_view what) {
  std::vector<Reference> words;
  if (node.is_scalar()) {
    words.push_back(read_reference(reader, node, what));
  } else if (expect_sequence(reader, node, what)) {
    for (const Node item : node.items()) words.push_back(read_reference(reader, item, what));
  }
  return words;
}

struct RawTrigger {
  EventTrigger trigger;
  std::optional<std::vector<EventStep>> target;
};

void read_event(Reader& reader, Node node, RawTrigger& into) {
  if (node.is_scalar()) {
    into.trigger.event = parse_event_name(read_reference(reader, node, "an event"));
  } else if (const auto words = read_words(reader, node, "the address of an event"); node.is_sequence()) {
    if (auto address = parse_event_address(words, node.at(), reader.diagnostics)) into.trigger.event = std::move(*address);
  }
}

constexpr Keyname<RawTrigger> trigger_table[] = {
    {"event", since_1_3, Presence::mandatory, read_event},
    {"condition", since_1_3, optional,
     [](Reader& r, Node n, RawTrigger& t) { t.trigger.condition = read_condition(r, n).value_or(Value{}); }},
    {"target", since_1_3, optional,
     [](Reader& r, Node n, RawTrigger& t) {
       t.target = parse_event_path(read_words(r, n, "the target of a trigger"), r.diagnostics);
     }},
    {"inputs", since_1_3, optional,
     [](Reader& r, Node n, RawTrigger& t) {
       t.trigger.inputs = read_named<Assignment>(r, n, "the inputs of a trigger", [](Reader& r2, Node key, Node value) {
         return Assignment{std::string(key.text()), read_set_value(r2, value), key.at()};
       });
     }},
    {"description", since_1_3, optional, only_text<RawTrigger>},
};

/// A key that only lacks the space behind its dash is reported by itself; the rest would be a consequence.
bool report_glued_dash(Reader& reader, Node map) {
  bool found = false;
  for (const auto [key, value] : map.entries()) {
    if (!key.is_scalar() || key.text().size() < 2 || key.text()[0] != '-') continue;
    report_unknown_keyname(reader, key, "a trigger", {});
    found = true;
  }
  return found;
}

/// The target says where the event goes; the event itself then says only which it is.
void apply_target(Reader& reader, RawTrigger& raw) {
  if (!raw.target) return;
  if (!raw.trigger.event.path.empty()) {
    reader.diagnostics.error(Code::bad_trigger, raw.trigger.event.at,
                             "the trigger has a 'target', and its event leads somewhere by itself: one of them is enough");
    return;
  }
  raw.trigger.event.path = std::move(*raw.target);
  raw.trigger.event.own_interface = false;
}

void read_trigger(Reader& reader, Node node, std::vector<EventTrigger>& into) {
  RawTrigger raw;
  raw.trigger.at = node.at();
  if (node.is_scalar()) {
    read_event(reader, node, raw);
  } else {
    if (!expect_mapping(reader, node, "a trigger") || report_glued_dash(reader, node)) return;
    read_keynames<RawTrigger>(reader, node, "a trigger", trigger_table, raw);
    apply_target(reader, raw);
  }
  if (!raw.trigger.event.operation.empty()) into.push_back(std::move(raw.trigger));
}

void read_triggers_to(Reader& reader, Node node, std::vector<EventTrigger>& into) {
  if (node.is_sequence()) {
    for (const Node item : node.items()) read_trigger(reader, item, into);
  } else if (!is_empty_section(reader, node, "'triggers'")) {
    read_trigger(reader, node, into);
  }
}

void read_reaction_set(Reader& reader, Node node, Reaction& into) { read_assignments_to(reader, node, into.set); }
void read_reaction_triggers(Reader& reader, Node node, Reaction& into) { read_triggers_to(reader, node, into.triggers); }

constexpr Keyname<Reaction> reaction_table[] = {
    {"set", since_1_3, optional, read_reaction_set},
    {"set_state", since_1_3, optional, read_reaction_set},
    {"set_attribute", since_1_3, optional, [](Reader& r, Node n, Reaction& x) { read_attribute_assignment(r, n, x.set); }},
    {"triggers", since_1_3, optional, read_reaction_triggers},
    {"trigger", since_1_3, optional, read_reaction_triggers},
};

/// A list may hold triggers as such beside `set:` and `trigger:`.
bool is_bare_trigger(Node item) { return item.is_mapping() && item.find("event").present(); }

void read_reaction(Reader& reader, Node node, std::string_view what, Reaction& into) {
  if (node.is_null()) return;  // a moment that is only commented on
  if (!node.is_sequence()) return read_keynames<Reaction>(reader, node, what, reaction_table, into);
  for (const Node item : node.items()) {
    if (is_bare_trigger(item)) {
      read_trigger(reader, item, into.triggers);
    } else {
      read_keynames<Reaction>(reader, item, what, reaction_table, into);
    }
  }
}

constexpr Keyname<EventHandler> handler_table[] = {
    {"execute", since_1_3, Presence::mandatory,
     [](Reader& r, Node n, EventHandler& h) { h.execute = read_implementation_artifact(r, n); }},
    {"inputs", since_1_3, optional,
     [](Reader& r, Node n, EventHandler& h) { h.inputs = read_assignments(r, n, "the inputs of a handler"); }},
    {"outputs", since_1_3, optional,
     [](Reader& r, Node n, EventHandler& h) { h.outputs = read_outputs(r, n, "the outputs of a handler").mapped; }},
    {"description", since_1_3, optional, only_text<EventHandler>},
};

}  // namespace

std::optional<Value> read_condition(Reader& reader, Node node) {
  Value value = read_expression(reader, node, Use::condition);
  if (value.call() != nullptr) {
    check_combined(reader, value);
    return value;
  }
  if (value.plain && type_as(Primitive::boolean, value)) return value;
  report_no_condition(reader, value);
  return std::nullopt;
}

std::vector<EventTrigger> read_event_triggers(Reader& reader, Node node) {
  std::vector<EventTrigger> triggers;
  read_triggers_to(reader, node, triggers);
  return triggers;
}

void read_preconditions(Reader& reader, Node node, EventRules& into) {
  const std::vector<Node> conditions = node.is_sequence() ? items_of(node) : std::vector<Node>{node};
  for (const Node condition : conditions) {
    if (auto value = read_condition(reader, condition)) into.preconditions.push_back(std::move(*value));
  }
}

void read_set(Reader& reader, Node node, EventRules& into) { read_assignments_to(reader, node, into.on_entry.set); }

void read_set_attribute(Reader& reader, Node node, EventRules& into) {
  read_attribute_assignment(reader, node, into.on_entry.set);
}

void read_on_entry(Reader& reader, Node node, EventRules& into) { read_reaction(reader, node, "'on_entry'", into.on_entry); }
void read_on_success(Reader& reader, Node node, EventRules& into) {
  read_reaction(reader, node, "'on_success'", into.on_success);
}
void read_on_failure(Reader& reader, Node node, EventRules& into) {
  read_reaction(reader, node, "'on_failure'", into.on_failure);
}

void read_sent_events(Reader& reader, Node node, EventRules& into) { read_triggers_to(reader, node, into.on_success.triggers); }

void read_handlers(Reader& reader, Node node, EventRules& into) {
  if (!expect_sequence(reader, node, "'handlers'")) return;
  for (const Node item : node.items()) {
    EventHandler& handler = into.handlers.emplace_back();
    handler.at = item.at();
    if (item.is_scalar()) {
      handler.execute = read_implementation_artifact(reader, item);
    } else {
      read_keynames<EventHandler>(reader, item, "a handler", handler_table, handler);
    }
  }
}

void read_interface_properties(Reader& reader, Node node, Interface& into) {
  edit(into.state).properties = read_named(reader, node, "the properties of an interface", read_interface_member);
}

void read_interface_attributes(Reader& reader, Node node, Interface& into) {
  edit(into.state).attributes = read_named(reader, node, "the attributes of an interface", read_interface_member);
}

void read_interface_triggers(Reader& reader, Node node, Interface& into) {
  edit(into.state).triggers = read_event_triggers(reader, node);
}

}  // namespace planbuilder::tosca::yaml
