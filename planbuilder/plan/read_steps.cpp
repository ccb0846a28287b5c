// The tables of what stands inside activities.

#include <limits>

#include "planbuilder/plan/plan_reader.h"
#include "planbuilder/plan/read_expression.h"

namespace planbuilder::plan {

namespace {

template <class T>
using Row = Member<PlanReader, T>;

}  // namespace

template <>
Rows<Entity> rows_of<Entity>() {
  static constexpr Row<Entity> rows[] = {
      {"node", [](PlanReader& in, Entity& entity) { entity.kind = Entity::Kind::node, in.read(entity.id); }, Need::one_of},
      {"relationship", [](PlanReader& in, Entity& entity) { entity.kind = Entity::Kind::relationship, in.read(entity.id); },
       Need::one_of},
      {"service", [](PlanReader& in, Entity& entity) { entity.kind = Entity::Kind::service, in.read(entity.id); }, Need::one_of},
  };
  return rows;
}

template <>
Rows<Argument> rows_of<Argument>() {
  static constexpr Row<Argument> rows[] = {
      {"name", reads<&Argument::name>, Need::required},
      {"value", [](PlanReader& in, Argument& argument) { argument.value = read_literal(in.json); }, Need::one_of},
      {"from", [](PlanReader& in, Argument& argument) { argument.value = read_expression(in.json); }, Need::one_of},
      {"secret", reads<&Argument::secret>},
      {"reason", reads<&Argument::reason>},
  };
  return rows;
}

template <>
Rows<OutputMapping> rows_of<OutputMapping>() {
  static constexpr Row<OutputMapping> rows[] = {
      {"output", reads<&OutputMapping::output>, Need::required},
      {"entity", reads<&OutputMapping::entity>, Need::required},
      {"attribute", reads<&OutputMapping::attribute>, Need::required},
      {"index", reads<&OutputMapping::index>},
  };
  return rows;
}

template <>
Rows<Artifact> rows_of<Artifact>() {
  static constexpr Row<Artifact> rows[] = {
      {"file", reads<&Artifact::file>, Need::required},
      {"type", reads<&Artifact::type>},
  };
  return rows;
}

template <>
Rows<Invoke> rows_of<Invoke>() {
  static constexpr Row<Invoke> rows[] = {
      {"entity", reads<&Invoke::entity>},
      {"interface", reads<&Invoke::interface>},
      {"operation", reads<&Invoke::operation>},
      {"artifact", reads<&Invoke::artifact>, Need::required},
      {"dependencies", reads<&Invoke::dependencies>},
      {"inputs", reads<&Invoke::inputs>},
      {"outputs", reads<&Invoke::outputs>},
      {"host", reads<&Invoke::host>},
      {"timeout", reads<&Invoke::timeout>},
  };
  return rows;
}

template <>
Rows<SetState> rows_of<SetState>() {
  static constexpr Row<SetState> rows[] = {{"state", reads<&SetState::state>, Need::required}};
  return rows;
}

template <>
Rows<Record> rows_of<Record>() {
  static constexpr Row<Record> rows[] = {
      {"what",
       [](PlanReader& in, Record& record) {
         record.what = in.one_of({"create", "remove"}) == 0 ? Record::What::create : Record::What::remove;
       },
       Need::required},
      {"properties", reads<&Record::properties>},
      {"attributes", reads<&Record::attributes>},
      {"source", reads<&Record::source>},
      {"target", reads<&Record::target>},
      {"source_index", reads<&Record::source_index>},
      {"target_index", reads<&Record::target_index>},
      {"target_count", reads<&Record::target_count>},
  };
  return rows;
}

template <>
Rows<Select> rows_of<Select>() {
  static constexpr Row<Select> rows[] = {
      {"mode",
       [](PlanReader& in, Select& select) {
         select.mode = in.one_of({"strategic", "recursive"}) == 0 ? Select::Mode::strategic : Select::Mode::recursive;
       },
       Need::required},
      {"strategy", reads<&Select::strategy>},
      {"through", reads<&Select::through>},
      {"input", reads<&Select::input>},
  };
  return rows;
}

template <>
Rows<Delegate> rows_of<Delegate>() {
  static constexpr Row<Delegate> rows[] = {
      {"transition", reads<&Delegate::transition>, Need::required},
      {"type", reads<&Delegate::type>},
      {"properties", reads<&Delegate::properties>},
  };
  return rows;
}

template <>
Rows<Emit> rows_of<Emit>() {
  static constexpr Row<Emit> rows[] = {
      {"event", reads<&Emit::event>, Need::required},
      {"inputs", reads<&Emit::inputs>},
  };
  return rows;
}

template <>
Rows<Transfer> rows_of<Transfer>() {
  static constexpr Row<Transfer> rows[] = {
      {"file", reads<&Transfer::file>, Need::required},
      {"host", reads<&Transfer::host>},
      {"to", reads<&Transfer::to>, Need::required},
  };
  return rows;
}

template <>
Rows<Wait> rows_of<Wait>() {
  static constexpr Row<Wait> rows[] = {
      {"until",
       [](PlanReader& in, Wait& wait) {
         constexpr Wait::Until meant[] = {Wait::Until::reachable, Wait::Until::port, Wait::Until::command};
         wait.until = meant[in.one_of({"reachable", "port", "command"})];
       },
       Need::required},
      {"host", reads<&Wait::host>},
      {"port", reads<&Wait::port>},
      {"command", reads<&Wait::command>},
      {"timeout", reads<&Wait::timeout>, Need::required},
  };
  return rows;
}

void PlanReader::read(std::uint32_t& number) {
  const std::size_t at = json.place();
  const std::int64_t found = json.integer();
  if (found < 0 || found > std::numeric_limits<std::uint32_t>::max()) json.fail(Code::bad_plan, at, "the number is out of range");
  number = static_cast<std::uint32_t>(found);
}

std::size_t PlanReader::one_of(std::initializer_list<std::string_view> words) {
  const std::size_t at = json.place();
  const std::string_view found = json.text();
  std::string known;
  for (const std::string_view& word : words) {
    if (word == found) return static_cast<std::size_t>(&word - words.begin());
    known += (known.empty() ? "'" : " or '") + std::string(word) + "'";
  }
  json.fail(Code::bad_plan, at, known + " is expected here");
  return 0;
}

/// A step and its action stand in one object.
template <class Action>
void PlanReader::read_action(Step& step) {
  Action& action = step.action.emplace<Action>();
  MemberTable<PlanReader, Action> table(rows_of<Action>());
  const std::size_t start = json.place();
  json.object([&](std::string_view key) {
    if (key == "id") return read(step.id);
    if (key == "kind") return json.skip();
    if (key == "templates") return read(step.templates);
    if (std::is_same_v<Action, Invoke> && key == "undo") return read(step.undo);
    if (const auto* row = table.find(json, key)) row->read(*this, action);
  });
  table.check_needs(json, start);
  if (step.id.empty()) json.fail(Code::bad_plan, start, "the step has no 'id'");
}

void PlanReader::read(Step& step) {
  const std::size_t start = json.place();
  const std::string kind = json.find_text("kind").value_or("");
  if (kind == "invoke") return read_action<Invoke>(step);
  if (kind == "set-state") return read_action<SetState>(step);
  if (kind == "record") return read_action<Record>(step);
  if (kind == "select") return read_action<Select>(step);
  if (kind == "delegate") return read_action<Delegate>(step);
  if (kind == "emit") return read_action<Emit>(step);
  if (kind == "transfer") return read_action<Transfer>(step);
  if (kind == "wait") return read_action<Wait>(step);
  json.fail(Code::bad_plan, start, kind.empty() ? "the step has no 'kind'" : "no step is of the kind '" + kind + "'");
}

}  // namespace planbuilder::plan
