#include "planbuilder/tosca/yaml/read_interfaces.h"

#include <charconv>

#include "planbuilder/tosca/yaml/read_artifacts.h"
#include "planbuilder/tosca/yaml/read_events.h"
#include "planbuilder/tosca/yaml/read_outputs.h"
#include "planbuilder/tosca/yaml/read_parameters.h"
#include "planbuilder/tosca/yaml/read_values.h"

namespace planbuilder::tosca::yaml {

namespace {

template <class Event>
void read_dependencies(Reader& reader, Node node, Event& event) {
  if (node.is_scalar() && !is_2_0(reader.version)) {  // one alone
    event.dependencies.push_back(read_implementation_artifact(reader, node));
  } else if (!node.is_null() && expect_sequence(reader, node, "'dependencies'")) {
    for (const Node item : node.items()) event.dependencies.push_back(read_implementation_artifact(reader, item));
  }
}

void read_timeout(Reader& reader, Node node, Operation& operation) {
  const std::string text = read_text(reader, node, "'timeout'");
  std::uint32_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size()) {
    reader.diagnostics.error(Code::wrong_value, node.at(), "'timeout' is a number of seconds");
  } else {
    operation.timeout = seconds;
  }
}

constexpr Keyname<Operation> implementation_table[] = {
    {"primary", since_1_0, optional,
     [](Reader& r, Node n, Operation& o) { o.implementation = read_implementation_artifact(r, n); }},
    {"dependencies", since_1_0, optional, read_dependencies<Operation>},
    {"timeout", since_1_3, optional, read_timeout},
    {"operation_host", from_1_2_to_1_3, optional,
     [](Reader& r, Node n, Operation& o) { o.operation_host = read_text(r, n, "'operation_host'"); }},
};

void read_implementation(Reader& reader, Node node, Operation& operation) {
  if (node.is_null()) return;
  // The extended form has a keyname of its own table; anything else is an artifact, named or written out.
  if (node.is_mapping() && !node.find("file").present()) {
    read_keynames<Operation>(reader, node, "an implementation", implementation_table, operation);
  } else {
    operation.implementation = read_implementation_artifact(reader, node);
  }
}

template <class Event>
void read_event_outputs(Reader& reader, Node node, std::string_view what, Event& into) {
  Outputs outputs = read_outputs(reader, node, what);
  into.outputs = std::move(outputs.mapped);
  into.defined_outputs = std::move(outputs.defined);
}

/// A notification tells about the entity whose interface it belongs to, or about an end of that relationship.
void check_entities(Reader& reader, const std::vector<OutputAssignment>& outputs) {
  for (const OutputAssignment& output : outputs) {
    if (output.entity.empty() || output.entity == "SELF" || output.entity == "SOURCE" || output.entity == "TARGET") continue;
    reader.diagnostics.error(Code::wrong_value, output.at,
                             "the output '" + output.output +
                                 "' of a notification is stored in an attribute of SELF, SOURCE or " + "TARGET, not of '" +
                                 output.entity + "'" + did_you_mean(output.entity, {"SELF", "SOURCE", "TARGET"}));
  }
}

void report_no_host_or_timeout(Reader& reader, Node node, Notification&) {
  reader.diagnostics.error(Code::unknown_keyname, node.at(),
                           "a notification comes from outside: its implementation has no 'operation_host' and no 'timeout'");
}

constexpr Keyname<Notification> notification_implementation_table[] = {
    {"operation_host", since_1_3, optional, report_no_host_or_timeout},
    {"timeout", since_1_3, optional, report_no_host_or_timeout},
    {"primary", since_1_3, optional,
     [](Reader& r, Node n, Notification& o) { o.implementation = read_implementation_artifact(r, n); }},
    {"dependencies", since_1_3, optional, read_dependencies<Notification>},
};

void read_notification_implementation(Reader& reader, Node node, Notification& into) {
  if (node.is_mapping() && !node.find("file").present()) {
    read_keynames<Notification>(reader, node, "the implementation of a notification", notification_implementation_table, into);
  } else if (!node.is_null()) {
    into.implementation = read_implementation_artifact(reader, node);
  }
}

constexpr Keyname<Notification> notification_keynames[] = {
    {"metadata", since_2_0, optional, only_map<Notification>},
    {"description", since_1_3, optional, only_text<Notification>},
    {"implementation", since_1_3, optional, read_notification_implementation},
    {"inputs", since_2_0, optional,
     [](Reader& r, Node n, Notification& o) {
       o.inputs = read_named(r, n, "the inputs of a notification", read_operation_input);
     }},
    {"outputs", since_1_3, optional,
     [](Reader& r, Node n, Notification& o) {
       read_event_outputs(r, n, "the outputs of a notification", o);
       check_entities(r, o.outputs);
     }},
};

constexpr auto notification_table = join_tables(notification_keynames, event_rows<Notification>);

Notification read_notification(Reader& reader, Node key, Node value) {
  Notification notification;
  notification.name = std::string(key.text());
  notification.at = key.at();
  if (value.is_scalar()) {
    notification.implementation = read_implementation_artifact(reader, value);
  } else if (!value.is_null()) {
    read_keynames<Notification>(reader, value, "a notification", notification_table, notification);
  }
  return notification;
}

void read_notifications(Reader& reader, Node node, Interface& into) {
  into.notifications = read_named(reader, node, "the notifications of an interface", read_notification);
}

constexpr Keyname<Operation> operation_keynames[] = {
    {"metadata", since_2_0, optional, only_map<Operation>},
    {"description", since_1_0, optional, only_text<Operation>},
    {"implementation", since_1_0, optional, read_implementation},
    {"inputs", since_1_0, optional,
     [](Reader& r, Node n, Operation& o) { o.inputs = read_named(r, n, "the inputs of an operation", read_operation_input); }},
    {"outputs", since_1_3, optional,
     [](Reader& r, Node n, Operation& o) { read_event_outputs(r, n, "the outputs of an operation", o); }},
    {"input", only_alien, optional,
     [](Reader& r, Node n, Operation& o) { o.inputs = read_named(r, n, "the inputs of an operation", read_operation_input); }},
    {"dependencies", only_alien, optional, read_dependencies<Operation>},
};

constexpr auto operation_table = join_tables(operation_keynames, event_rows<Operation>);

Operation read_operation(Reader& reader, Node key, Node value) {
  Operation operation;
  operation.name = std::string(key.text());
  operation.at = key.at();
  if (value.is_scalar()) {
    operation.implementation = read_implementation_artifact(reader, value);
  } else if (value.is_sequence() && value.size() == 0 && !is_2_0(reader.version)) {
    // Descriptors of ETSI NFV write so of operations that they leave to others.
    reader.diagnostics.tolerate(Code::wrong_kind, value.at(), "an operation is a map; this empty list says nothing", "3.6.17");
  } else if (!value.is_null()) {
    read_keynames<Operation>(reader, value, "an operation", operation_table, operation);
  }
  return operation;
}

void read_operations(Reader& reader, Node node, Interface& into) {
  for (Operation& operation : read_named(reader, node, "the operations of an interface", read_operation)) {
    into.operations.push_back(std::move(operation));
  }
}

/// `events` are operations and notifications together.
void read_events(Reader& reader, Node node, Interface& into) {
  for (Operation& event : read_named(reader, node, "the events of an interface", read_operation)) {
    event.any_event = true;
    into.operations.push_back(std::move(event));
  }
}

constexpr Keyname<Interface> interface_table[] = {
    {"type", since_1_0, optional, [](Reader& r, Node n, Interface& i) { i.type = read_reference(r, n, "an interface type"); }},
    {"description", since_1_0, optional, only_text<Interface>},
    {"inputs", since_1_0, optional,
     [](Reader& r, Node n, Interface& i) { i.inputs = read_named(r, n, "the inputs of an interface", read_operation_input); }},
    {"operations", since_1_3, optional, read_operations},
    {"notifications", since_1_3, optional, read_notifications},
    {"metadata", since_2_0, optional, only_map<Interface>},
    {"events", since_1_3, optional, read_events, true},
    {"properties", since_1_3, optional, read_interface_properties, true},
    {"attributes", since_1_3, optional, read_interface_attributes, true},
    {"triggers", since_1_3, optional, read_interface_triggers, true},
    {"trigger", since_1_3, optional, read_interface_triggers, true},
};

/// Where operations stand beside the other keynames, one of them may have the name of a keyname.
bool looks_like_operation(Node content) {
  return content.is_scalar() || content.is_null() ||
         (content.is_mapping() && (content.find("implementation").present() || content.find("description").present()));
}

/// True when the key is one that the event grammar adds to interfaces, and was read as such.
bool read_added_keyname(Reader& reader, Node key, Node content, Interface& into) {
  if (!contains(since_1_3, reader.version) || looks_like_operation(content)) return false;
  for (const Keyname<Interface>& row : interface_table) {
    if (!row.event_grammar || row.name != key.text()) continue;
    if (accept_event_grammar(reader, key, "an interface")) row.read(reader, content, into);
    return true;
  }
  return false;
}

void count_operation_outside(Reader& reader, Node key) {
  if (contains(since_1_3, reader.version))
    count_deprecated(reader, key, "an operation directly below its interface", "write it below 'operations'");
}

/// The other notation: every key that is none of the interface's own is an operation.
void read_interface_of_old_notation(Reader& reader, Node value, Interface& into) {
  for (const auto [key, content] : value.entries()) {
    if (!expect_scalar(reader, key, "a name")) continue;
    const std::string_view name = key.text();
    if (name == "type") {
      into.type = read_reference(reader, content, "an interface type");
    } else if (name == "inputs") {
      into.inputs = read_named(reader, content, "the inputs of an interface", read_operation_input);
    } else if (name != "description" && !read_added_keyname(reader, key, content, into)) {
      count_operation_outside(reader, key);
      into.operations.push_back(read_operation(reader, key, content));
    }
  }
}

bool is_new_notation(Reader& reader, Node value) {
  if (is_2_0(reader.version)) return true;
  return contains(since_1_3, reader.version) && (value.find("operations").present() || value.find("notifications").present());
}

}  // namespace

std::optional<Artifact> read_primary_artifact(Reader& reader, Node node) {
  Operation operation;
  read_implementation(reader, node, operation);
  return operation.implementation;
}

Operation read_service_event(Reader& reader, Node key, Node value) { return read_operation(reader, key, value); }

Interface read_interface(Reader& reader, Node key, Node value) {
  Interface read;
  read.name = std::string(key.text());
  read.at = key.at();
  if (value.is_null() || is_placeholder(reader, value) || !expect_mapping(reader, value, "an interface")) return read;
  if (is_new_notation(reader, value)) {
    read_keynames<Interface>(reader, value, "an interface", interface_table, read);
  } else {
    read_interface_of_old_notation(reader, value, read);
  }
  return read;
}

std::vector<Interface> read_interfaces(Reader& reader, Node map) {
  // Alien4Cloud's dialect may just name them.
  if (is_alien(reader.version) && map.is_sequence()) {
    std::vector<Interface> named;
    for (const std::string& name : read_texts(reader, map, "'interfaces'")) named.emplace_back().name = name;
    for (Interface& each : named) each.at = map.at();
    return named;
  }
  return read_named(reader, map, "'interfaces'", read_interface);
}

namespace {

template <void (*read)(Reader&, Node, Interface&)>
void of_interface(Reader& reader, Node node, TypeDefinition& type) {
  read(reader, node, type.interfaces.front());
}

constexpr Keyname<TypeDefinition> interface_type_table[] = {
    {"derived_from", since_2_0, optional,
     [](Reader& r, Node n, TypeDefinition& t) {
       if (expect_name(r, n)) t.parent = read_reference(r, n, "'derived_from'");
     }},
    {"version", since_2_0, optional, only_version<TypeDefinition>},
    {"metadata", since_2_0, optional, only_map<TypeDefinition>},
    {"description", since_2_0, optional, only_text<TypeDefinition>},
    {"inputs", since_2_0, optional,
     [](Reader& r, Node n, TypeDefinition& t) {
       t.interfaces.front().inputs = read_named(r, n, "the inputs of an interface", read_operation_input);
     }},
    {"operations", since_2_0, optional,
     [](Reader& r, Node n, TypeDefinition& t) { read_operations(r, n, t.interfaces.front()); }},
    {"notifications", since_2_0, optional,
     [](Reader& r, Node n, TypeDefinition& t) { read_notifications(r, n, t.interfaces.front()); }},
    {"events", since_2_0, optional, of_interface<read_events>, true},
    {"properties", since_2_0, optional, of_interface<read_interface_properties>, true},
    {"attributes", since_2_0, optional, of_interface<read_interface_attributes>, true},
    {"triggers", since_2_0, optional, of_interface<read_interface_triggers>, true},
    {"trigger", since_2_0, optional, of_interface<read_interface_triggers>, true},
};

/// What implements an event, and where its outputs go, belongs to the types of nodes and relationships.
template <class Event>
void check_only_defined(Reader& reader, const std::vector<Event>& events, const std::string& what, std::string_view section) {
  for (const Event& event : events) {
    if (event.implementation)
      reader.diagnostics.error(Code::unknown_keyname, event.implementation->at,
                               what + " of an interface type has no implementation: nodes and relationships have");
    // Published state machines do, in the event grammar.
    for (const OutputAssignment& output : event.outputs)
      reader.diagnostics.tolerate(Code::typing_slip, output.at,
                                  what + " of an interface type maps no outputs: nodes and relationships do", section);
  }
}

/// What interface types of 1.x say of themselves beside their operations.
bool check_plain_keyname(Reader& reader, std::string_view name, Node content) {
  if (name == "description") {
    check_text(reader, content);
  } else if (name == "version") {
    check_version(reader, content);
  } else if (name == "metadata") {
    check_map(reader, content);
  } else {
    return false;
  }
  return true;
}

}  // namespace

void read_interface_type(Reader& reader, Node value, TypeDefinition& into) {
  Interface own;
  own.at = into.at;
  if (is_2_0(reader.version)) {
    into.interfaces.push_back(std::move(own));
    read_keynames<TypeDefinition>(reader, value, "an interface type", interface_type_table, into);
    check_only_defined(reader, into.interfaces.front().operations, "an operation", "11.4");
    check_only_defined(reader, into.interfaces.front().notifications, "a notification", "11.6");
    return;
  }
  for (const auto [key, content] : value.entries()) {
    if (!expect_scalar(reader, key, "a name")) continue;
    const std::string_view name = key.text();
    if (name == "derived_from") {
      into.parent = read_reference(reader, content, "'derived_from'");
    } else if (name == "inputs") {
      own.inputs = read_named(reader, content, "the inputs of an interface", read_operation_input);
    } else if (name == "operations" && contains(since_1_3, reader.version)) {
      read_operations(reader, content, own);
    } else if (name == "notifications" && contains(since_1_3, reader.version)) {
      read_notifications(reader, content, own);
    } else if (!check_plain_keyname(reader, name, content) && !read_added_keyname(reader, key, content, own)) {
      count_operation_outside(reader, key);
      own.operations.push_back(read_operation(reader, key, content));
    }
  }
  into.interfaces.push_back(std::move(own));
}

}  // namespace planbuilder::tosca::yaml
