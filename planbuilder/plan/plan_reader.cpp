#include "planbuilder/plan/plan_reader.h"

#include <limits>

namespace planbuilder::plan {

namespace {

constexpr auto entity_kinds = words_of<Entity::Kind>();

template <std::size_t kind>
void read_entity(PlanReader& in, Entity& entity) {
  entity.kind = static_cast<Entity::Kind>(kind);
  in.read(entity.id);
}

/// What takes an operation back stands beside an operation only.
template <class At, class Does>
constexpr bool is_of_step = !std::is_same_v<typename decltype(At::row)::Type, Rare<Invoke>> || std::is_same_v<Does, Invoke>;

/// The keys of a step and of what it does, which stand in one object. A step without an id has its own message.
template <class Does>
constexpr auto step_members() {
  constexpr std::size_t own = row_count<Step> - (std::is_same_v<Does, Invoke> ? 0 : 1);
  std::array<PlanMember<Step>, own + row_count<Does>> all = {};
  std::size_t count = 0;
  for_each_row<Step>([&](auto at) {
    constexpr auto row = decltype(at)::row;
    if constexpr (std::is_same_v<typename decltype(row)::Type, Action>) {
      all[count++] = {row.key, [](PlanReader& in, Step&) { in.json.skip(); }};  // looked at before
      for_each_row<Does>([&](auto inner) {
        constexpr auto field = decltype(inner)::row;
        const auto read = [](PlanReader& in, Step& step) {
          read_field<decltype(inner), Does>(in, *std::get_if<Does>(&step.action));
        };
        all[count++] = {field.key, read, field.is(Trait::required) ? Need::required : Need::optional};
      });
    } else if constexpr (is_of_step<decltype(at), Does>) {
      all[count++] = {row.key, read_field<decltype(at), Step>};
    }
  });
  return all;
}

}  // namespace

void PlanReader::read(std::uint32_t& number) {
  const std::size_t at = json.place();
  std::uint64_t found = 0;
  read(found);
  if (found > std::numeric_limits<std::uint32_t>::max()) json.fail(Code::bad_plan, at, "the number is out of range");
  number = static_cast<std::uint32_t>(found);
}

void PlanReader::read(std::uint64_t& number) {
  const std::size_t at = json.place();
  const std::int64_t found = json.integer();
  if (found < 0) json.fail(Code::bad_plan, at, "the number is out of range");
  number = found < 0 ? 0 : static_cast<std::uint64_t>(found);
}

std::size_t PlanReader::one_of(std::span<const std::string_view> words) {
  const std::size_t at = json.place();
  const std::string_view found = json.text();
  std::string known;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == found) return i;
    known += (known.empty() ? "'" : " or '") + std::string(words[i]) + "'";
  }
  json.fail(Code::bad_plan, at, known + " is expected here");
  return 0;
}

void PlanReader::read(Entity& entity) {
  static constexpr auto members = []<std::size_t... i>(std::index_sequence<i...>) {
    return std::array{PlanMember<Entity>{entity_kinds[i], read_entity<i>, Need::one_of}...};
  }
  (std::make_index_sequence<entity_kinds.size()>());
  read_object<Entity>(entity, members);
}

template <class Does>
void PlanReader::read_step(Step& step) {
  static constexpr auto members = step_members<Does>();
  step.action.emplace<Does>();
  const std::size_t start = json.place();
  read_object<Step>(step, members);
  if (step.id.empty()) json.fail(Code::bad_plan, start, "the step has no 'id'");
}

void PlanReader::read(Step& step) {
  const std::size_t start = json.place();
  const std::string kind = json.find_text("kind").value_or("");
  bool known = false;
  for_each_kind([&]<class Does>(Kind<Does>) {
    if (Kind<Does>::word != kind) return;
    known = true;
    read_step<Does>(step);
  });
  if (!known) json.fail(Code::bad_plan, start, kind.empty() ? "the step has no 'kind'" : "no step is of the kind '" + kind + "'");
}

}  // namespace planbuilder::plan
