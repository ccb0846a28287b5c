// Writes the plan document, by the description of the plan: for all that write it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "planbuilder/plan/description.h"
#include "planbuilder/plan/write_expression.h"

namespace planbuilder::plan {

/// Writes plans, and parts of them, by whatever takes keys and values as JsonWriter does.
template <class Json>
class PlanWriter {
 public:
  explicit PlanWriter(Json& json) : json_(json) {}

  void write(const Plan& plan) {
    plan_ = &plan;
    json_.object([&] { put_fields(plan); });
  }
  void write(const std::vector<Plan>& plans) {
    json_.object([&] {
      json_.key("plans");
      json_.list(plans, [&](const Plan& plan) { write(plan); });
    });
  }
  template <Described Part>
  void write(const Part& part) {
    json_.object([&] { put_fields(part); });
  }

 private:
  void write(const std::string& text) { json_.text(text); }
  void write(bool truth) { json_.truth(truth); }
  void write(std::uint32_t number) { json_.integer(number); }
  void write(std::uint64_t number) { json_.integer(static_cast<std::int64_t>(number)); }
  template <class Word>
  requires std::is_enum_v<Word>
  void write(Word word) { json_.text(to_string(word)); }
  void write(const PlanKind& kind) { json_.text(kind->name); }
  void write(ActivityId activity) { json_.text(plan_->activities[activity].id); }
  void write(const Expression& literal) { write_expression(json_, literal, false); }
  void write(const Entity& entity) {
    json_.object([&] { put(to_string(entity.kind), entity.id); });
  }
  void write(const std::map<std::string, std::string>& texts) {
    json_.object([&] {
      for (const auto& [name, text] : texts) put(name, text);
    });
  }
  template <class T>
  void write(const std::vector<T>& items) {
    json_.list(items, [&](const T& item) { write(item); });
  }
  template <class Id, class T>
  void write(const IdVector<Id, T>& items) {
    json_.list(items, [&](const T& item) { write(item); });
  }
  template <class T>
  void write(const std::optional<T>& part) {
    write(*part);
  }
  template <class T>
  void write(const Rare<T>& part) {
    write(*part);
  }

  void put(std::string_view key, std::string_view text) {
    json_.key(key);
    json_.text(text);
  }

  /// The members of the object that is open: what the rows of the part say.
  template <class Part>
  void put_fields(const Part& part) {
    for_each_row<Part>([&](auto at) {
      constexpr auto row = decltype(at)::row;
      if constexpr (row.form == Form::constant) {
        put(row.key, row.word);
      } else if (is_given(at, part)) {
        put_field(at, part.*row.member);
      }
    });
  }
  template <class At, class T>
  void put_field(At, const T& field) {
    constexpr auto row = At::row;
    json_.key(row.key);
    if constexpr (row.form == Form::flag) {
      json_.text(row.word);
    } else if constexpr (row.form == Form::from || row.form == Form::computed) {
      write_expression(json_, field, true);
    } else {
      write(field);
    }
  }
  template <class At, class... Actions>
  void put_field(At, const std::variant<Actions...>& action) {
    put(At::row.key, kind_of(action));
    std::visit([&](const auto& chosen) { put_fields(chosen); }, action);
  }

  Json& json_;
  const Plan* plan_ = nullptr;  // whose activities edges lead to
};

}  // namespace planbuilder::plan
