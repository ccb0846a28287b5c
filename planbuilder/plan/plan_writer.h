// Writes the plan document, by the description of the plan: for all that write it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "planbuilder/plan/description.h"

namespace planbuilder::plan {

inline bool is_scalar(const Value& value) {
  return value.get_if<List>() == nullptr && value.get_if<Map>() == nullptr && value.call() == nullptr;
}

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
  template <class Word>
  requires std::is_enum_v<Word>
  void write(Word word) { json_.text(to_string(word)); }
  void write(const PlanKind& kind) { json_.text(kind->name); }
  void write(ActivityId activity) { json_.text(plan_->activities[activity].id); }
  void write(const Value& value) { write_value(value, false); }
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
      write_value(field, true);
    } else {
      write(field);
    }
  }
  template <class At, class... Actions>
  void put_field(At, const std::variant<Actions...>& action) {
    put(At::row.key, kind_of(action));
    std::visit([&](const auto& chosen) { put_fields(chosen); }, action);
  }

  /// Inside an expression a `$` at the start of a key means a call, so that of a literal key is doubled.
  void write_value(const Value& value, bool in_expression) {
    struct Writer {
      PlanWriter& plan;
      bool in_expression;
      void operator()(std::monostate) const { plan.json_.null(); }
      void operator()(bool truth) const { plan.json_.truth(truth); }
      void operator()(std::int64_t number) const { plan.json_.integer(number); }
      void operator()(double number) const { plan.json_.real(number); }
      void operator()(const std::string& text) const { plan.json_.text(text); }
      void operator()(const List& list) const {
        plan.json_.list(list, [&](const Value& item) { plan.write_value(item, in_expression); });
      }
      void operator()(const Map& map) const {
        plan.json_.object([&] {
          for (const auto& [key, item] : map) {
            plan.json_.key((in_expression && key.starts_with('$') ? "$" : "") + key);
            plan.write_value(item, in_expression);
          }
        });
      }
      void operator()(const Call& call) const {
        plan.json_.object([&] {
          plan.json_.key((call.function.starts_with('$') ? "" : "$") + call.function);
          if (call.arguments.size() == 1 && is_scalar(call.arguments.front())) {
            plan.write_value(call.arguments.front(), true);
          } else {
            (*this)(call.arguments);
          }
        });
      }
    };
    std::visit(Writer{*this, in_expression}, value.data);
  }

  Json& json_;
  const Plan* plan_ = nullptr;  // whose activities edges lead to
};

}  // namespace planbuilder::plan
