// The plan, described once: which fields its parts have, how the document calls them, and what they mean. Writing, reading,
// comparing, hiding secrets and looking for files all go by these rows.
#pragma once

#include "planbuilder/plan/field.h"
#include "planbuilder/plan/plan.h"

namespace planbuilder::plan {

template <>
struct Description<Location> : Rows {
  static constexpr auto fields = std::tuple{
      field("file", &Location::file, required),
      field("line", &Location::line),
      field("column", &Location::column),
  };
};

template <>
struct Description<Argument> : Rows {
  static constexpr auto fields = std::tuple{
      field("name", &Argument::name, required | uncompared),
      known("value", &Argument::value),
      from("from", &Argument::value),
      field("secret", &Argument::secret, uncompared),
      field("reason", &Argument::reason, uncompared),
  };
};

// What steps do.

template <>
struct Description<Artifact> : Rows {
  static constexpr auto fields = std::tuple{
      field("file", &Artifact::file, required | file | whole),
      field("type", &Artifact::type),
  };
};

template <>
struct Description<OutputMapping> : Rows {
  static constexpr auto fields = std::tuple{
      field("output", &OutputMapping::output, required),       field("entity", &OutputMapping::entity, required),
      field("attribute", &OutputMapping::attribute, required), field("index", &OutputMapping::index),
      field("secret", &OutputMapping::secret, uncompared),
  };
};

template <>
struct Description<Invoke> : Rows {
  static constexpr std::string_view kind = "invoke";
  static constexpr auto fields = std::tuple{
      field("entity", &Invoke::entity),
      field("interface", &Invoke::interface),
      field("operation", &Invoke::operation),
      field("plugin", &Invoke::plugin),
      field("artifact", &Invoke::artifact, required),
      field("dependencies", &Invoke::dependencies, file),
      field("inputs", &Invoke::inputs),
      field("outputs", &Invoke::outputs),
      field("host", &Invoke::host, node | machine),
      field("timeout", &Invoke::timeout),
      field("may_fail", &Invoke::may_fail),
  };
};

template <>
struct Description<SetState> : Rows {
  static constexpr std::string_view kind = "set-state";
  static constexpr auto fields = std::tuple{
      field("state", &SetState::state),
      field("attributes", &SetState::attributes),
      field("status", &SetState::status),
  };
};

template <>
struct Description<Record> : Rows {
  static constexpr std::string_view kind = "record";
  static constexpr auto fields = std::tuple{
      field("what", &Record::what, required),        //
      field("properties", &Record::properties),      //
      field("attributes", &Record::attributes),      //
      field("source", &Record::source, node),        //
      field("target", &Record::target, node),        //
      field("source_index", &Record::source_index),  //
      field("target_index", &Record::target_index),  //
      field("target_count", &Record::target_count),  //
      field("was", &Record::was),                    //
  };
};

template <>
struct Description<Select> : Rows {
  static constexpr std::string_view kind = "select";
  static constexpr auto fields = std::tuple{
      field("mode", &Select::mode, required),
      field("strategy", &Select::strategy),
      field("through", &Select::through),
      field("input", &Select::input),
  };
};

template <>
struct Description<Delegate> : Rows {
  static constexpr std::string_view kind = "delegate";
  static constexpr auto fields = std::tuple{
      field("transition", &Delegate::transition, required),
      field("type", &Delegate::type),
      field("properties", &Delegate::properties),
  };
};

template <>
struct Description<Emit> : Rows {
  static constexpr std::string_view kind = "emit";
  static constexpr auto fields = std::tuple{
      field("event", &Emit::event, required),
      field("inputs", &Emit::inputs),
  };
};

template <>
struct Description<Transfer> : Rows {
  static constexpr std::string_view kind = "transfer";
  static constexpr auto fields = std::tuple{
      field("file", &Transfer::file, required | file),
      field("host", &Transfer::host, node | machine),
      field("to", &Transfer::to, required),
  };
};

template <>
struct Description<Wait> : Rows {
  static constexpr std::string_view kind = "wait";
  static constexpr auto fields = std::tuple{
      field("until", &Wait::until, required),      //
      field("host", &Wait::host, node | machine),  //
      field("port", &Wait::port),                  //
      field("command", &Wait::command),            //
      field("timeout", &Wait::timeout, required),  //
  };
};

/// What the step does stands beside its `kind`, in the same object.
template <>
struct Description<Step> : Rows {
  static constexpr auto fields = std::tuple{
      field("id", &Step::id, required | uncompared),
      field("kind", &Step::action, required),
      field("templates", &Step::templates),
      field("undo", &Step::undo),
  };
};

// The plan itself.

template <>
struct Description<OnFailure> : Rows {
  static constexpr auto fields = std::tuple{
      field("set", &OnFailure::set),
      field("emits", &OnFailure::emits),
  };
};

template <>
struct Description<Failure> : Rows {
  static constexpr auto fields = std::tuple{
      field("policy", &Failure::policy, required),
      field("retries", &Failure::retries),
  };
};

template <>
struct Description<Activity> : Rows {
  static constexpr auto fields = std::tuple{
      field("id", &Activity::id, required | uncompared),
      field("entity", &Activity::entity, required | uncompared),
      field("index", &Activity::index, uncompared),
      field("instance", &Activity::instance, uncompared),
      field("transition", &Activity::transition, required | uncompared),
      field("type", &Activity::type),
      field("digest", &Activity::digest, uncompared),
      field("source", &Activity::source, node),
      field("target", &Activity::target, node),
      field("host", &Activity::host, node),
      flag("loop", &Activity::loops, "instances"),
      field("made_with", &Activity::made_with),
      field("filled_by", &Activity::filled_by),
      field("reason", &Activity::reason, uncompared),
      field("at", &Activity::at, uncompared),
      computed("condition", &Activity::condition),
      field("steps", &Activity::steps, required),
      field("on_failure", &Activity::on_failure),
      field("failure", &Activity::failure),
  };
};

template <>
struct Description<Origin> : Rows {
  static constexpr auto fields = std::tuple{
      field("rule", &Origin::rule, required),
      field("reason", &Origin::reason),
      field("at", &Origin::at),
  };
};

template <>
struct Description<Edge> : Rows {
  static constexpr auto fields = std::tuple{
      field("from", &Edge::from, required),   field("to", &Edge::to, required),           field("redundant", &Edge::redundant),
      field("failure_of", &Edge::failure_of), field("origins", &Edge::origins, required),
  };
};

template <>
struct Description<Constraint> : Rows {
  static constexpr auto fields = std::tuple{
      field("clause", &Constraint::clause, required),
      field("value", &Constraint::value, required),
      field("words", &Constraint::words, uncompared),
  };
};

template <>
struct Description<Input> : Rows {
  static constexpr auto fields = std::tuple{
      field("name", &Input::name, required | uncompared),
      field("type", &Input::type, compared_empty),
      field("required", &Input::required, required),
      field("default", &Input::default_value),
      field("secret", &Input::secret),
      field("reason", &Input::reason, uncompared),
      field("description", &Input::description, uncompared),
      field("written_as", &Input::written_as),
      field("units", &Input::units),
      field("constraints", &Input::constraints),
  };
};

template <>
struct Description<Output> : Rows {
  static constexpr auto fields = std::tuple{
      field("name", &Output::name, required | uncompared),
      field("type", &Output::type, compared_empty),
      known("value", &Output::value),
      from("from", &Output::value),
      field("description", &Output::description, uncompared),
      field("secret", &Output::secret),
  };
};

template <>
struct Description<Service> : Rows {
  static constexpr auto fields = std::tuple{
      field("name", &Service::name, required),
      field("source", &Service::source),
      field("digest", &Service::digest),
  };
};

template <>
struct Description<UsedFile> : Rows {
  static constexpr auto fields = std::tuple{
      field("file", &UsedFile::file, required),
      field("digest", &UsedFile::digest),
      field("size", &UsedFile::size),
  };
};

template <>
struct Description<Note> : Rows {
  static constexpr auto fields = std::tuple{
      field("text", &Note::text, required),
      field("at", &Note::at),
  };
};

template <>
struct Description<Finding> : Rows {
  static constexpr auto fields = std::tuple{
      field("severity", &Finding::severity, required),
      field("code", &Finding::code, required),
      field("summary", &Finding::summary, required),
      field("detail", &Finding::detail),
      field("at", &Finding::at),
      field("notes", &Finding::notes),
  };
};

template <>
struct Description<Scaling> : Rows {
  static constexpr auto fields = std::tuple{
      field("region", &Scaling::region, required | uncompared),
      field("node", &Scaling::node, required | node),
      field("minimum", &Scaling::minimum, required),
      field("maximum", &Scaling::maximum),
      field("initial", &Scaling::initial, required),
  };
};

template <>
struct Description<Decision> : Rows {
  static constexpr auto fields = std::tuple{
      field("entity", &Decision::entity, required),
      field("instance", &Decision::instance),
      field("was", &Decision::was),
      field("status", &Decision::status),
      field("state", &Decision::state),
      field("reason", &Decision::reason, required),
      field("deed", &Decision::deed, required),
      field("why", &Decision::why),
      field("changes", &Decision::changes),
      field("at", &Decision::at),
  };
};

template <>
struct Description<MadeFrom> : Rows {
  static constexpr auto fields = std::tuple{
      field("digest", &MadeFrom::digest),
      field("decisions", &MadeFrom::decisions, required),
  };
};

template <>
struct Description<Plan> : Rows {
  static constexpr auto fields = std::tuple{
      constant<Plan>("format", "planbuilder/plan/1"),
      field("name", &Plan::name, required | uncompared),
      field("kind", &Plan::kind, required | compared_empty),
      field("derivation", &Plan::derivation, compared_empty),
      field("derivation_reason", &Plan::derivation_reason, uncompared),
      field("service", &Plan::service, required | uncompared),
      field("inputs", &Plan::inputs, required | uncompared),
      field("outputs", &Plan::outputs, required | uncompared),
      computed("guard", &Plan::guard),
      field("failure", &Plan::failure, required),
      field("scaling", &Plan::scaling),
      field("templates", &Plan::templates),
      field("files", &Plan::files, uncompared),
      field("made_from", &Plan::made_from, uncompared),
      field("activities", &Plan::activities, required | uncompared),
      field("edges", &Plan::edges, required | uncompared),
      field("diagnostics", &Plan::diagnostics, required | uncompared),
  };
};

/// What a step can do.
template <class T>
struct Kind {
  static_assert(Described<T>, "a kind of step has no description: it belongs above");
  static constexpr std::string_view word = Description<T>::kind;
};

/// Calls `visit(kind)` with the `Kind` of everything that steps can do.
template <class Visit>
constexpr void for_each_kind(const Visit& visit) {
  const auto visit_all = [&]<class... Does>(std::type_identity<std::variant<Does...>>) { (visit(Kind<Does>()), ...); };
  visit_all(std::type_identity<Action>());
}
static_assert((for_each_kind([](auto) {}), true));

/// The word of the plan document for what a step does.
inline std::string_view kind_of(const Action& action) {
  return std::visit([]<class Does>(const Does&) { return Kind<Does>::word; }, action);
}

}  // namespace planbuilder::plan
