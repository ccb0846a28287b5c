// Reads the parts of a plan, by the description of the plan.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "planbuilder/plan/description.h"
#include "planbuilder/plan/members.h"
#include "planbuilder/plan/read_expression.h"
#include "planbuilder/plan_kinds/plan_kinds.h"

namespace planbuilder::plan {

class PlanReader;

/// A key of the object of a part, and what reads it.
template <class T>
using PlanMember = Member<PlanReader, T>;

/// The keys of a part, in the order of its rows.
template <class Part>
std::span<const PlanMember<Part>> members_of();

/// `read` puts what comes next where it belongs.
class PlanReader {
 public:
  explicit PlanReader(std::string_view text) : json(text) {}

  JsonReader json;

  /// What is known of the plan that is read, beside itself. Edges lead to activities that may come later: until all are read, the
  /// ends of an edge are numbers of names.
  struct Notes {
    std::vector<std::size_t> activities;  // where they stand
    std::vector<std::size_t> edges;
    std::vector<std::string> ends;  // two of each edge
  };
  Notes notes;

  void read(std::string& text) { text = json.text(); }
  void read(bool& truth) { truth = json.truth(); }
  void read(PlanKind& kind) { kind = PlanKinds::shipped().named(json.text()); }
  void read(std::uint32_t& number);
  void read(std::uint64_t& number);
  template <class Word>
  requires std::is_enum_v<Word>
  void read(Word& word) {
    static constexpr auto words = words_of<Word>();
    word = static_cast<Word>(one_of(words));
  }
  void read(Expression& literal) { literal = read_literal(json); }
  void read(Entity& entity);
  void read(Step& step);
  void read(ActivityId& end) {
    end = ActivityId(notes.ends.size());
    notes.ends.emplace_back(json.text());
  }
  void read(Activity& activity) {
    notes.activities.push_back(json.place());
    read_object(activity, members_of<Activity>());
  }
  void read(Edge& edge) {
    notes.edges.push_back(json.place());
    read_object(edge, members_of<Edge>());
  }
  template <Described Part>
  void read(Part& part) {
    read_object(part, members_of<Part>());
  }
  void read(std::map<std::string, std::string>& texts) {
    json.object([&](std::string_view key) { read(texts[std::string(key)]); });
  }
  template <class T>
  void read(std::optional<T>& part) {
    read(part.emplace());
  }
  template <class T>
  void read(Rare<T>& part) {
    read(part.make());
  }
  template <class T>
  void read(std::vector<T>& parts) {
    json.list([&] { read(parts.emplace_back()); });
  }
  template <class Id, class T>
  void read(IdVector<Id, T>& parts) {
    json.list([&] {
      T part;
      read(part);
      parts.add(std::move(part));
    });
  }
  /// Which of these words comes next.
  std::size_t one_of(std::span<const std::string_view> words);

 private:
  template <class T>
  void read_object(T& part, std::span<const PlanMember<T>> members) {
    MemberTable<PlanReader, T> table(members);
    const std::size_t start = json.place();
    json.object([&](std::string_view key) {
      if (const auto* member = table.find(json, key)) member->read(*this, part);
    });
    table.check_needs(json, start);
  }
  template <class Does>
  void read_step(Step& step);
};

/// Reads the field of a row.
template <class At, class Part>
void read_field(PlanReader& in, Part& part) {
  constexpr auto row = At::row;
  if constexpr (row.form == Form::constant) {
    in.json.skip();  // looked at before
  } else if constexpr (row.form == Form::flag) {
    in.one_of({&row.word, 1});
    part.*row.member = true;
  } else if constexpr (row.form == Form::from) {
    part.*row.member = read_expression(in.json);
  } else if constexpr (row.form == Form::computed) {
    part.*row.member = read_condition(in.json);
  } else {
    in.read(part.*row.member);
  }
}

template <class Part>
std::span<const PlanMember<Part>> members_of() {
  static constexpr auto members = [] {
    std::array<PlanMember<Part>, row_count<Part>> all = {};
    std::size_t count = 0;
    for_each_row<Part>([&](auto at) {
      constexpr auto row = decltype(at)::row;
      const Need need = row.is(Trait::required) ? Need::required : row.is(Trait::one_of) ? Need::one_of : Need::optional;
      all[count++] = {row.key, read_field<decltype(at), Part>, need};
    });
    return all;
  }();
  return members;
}

}  // namespace planbuilder::plan
