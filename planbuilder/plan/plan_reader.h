// Reads the parts of a plan by tables: each part has one, with a row per key of its object.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "planbuilder/plan/members.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/plan_kinds/plan_kinds.h"

namespace planbuilder::plan {

class PlanReader;

template <class T>
using Rows = std::span<const Member<PlanReader, T>>;

/// The table of a part.
template <class T>
Rows<T> rows_of();
template <>
Rows<Entity> rows_of<Entity>();
template <>
Rows<Argument> rows_of<Argument>();

/// `read` puts what comes next where it belongs.
class PlanReader {
 public:
  explicit PlanReader(std::string_view text) : json(text) {}

  JsonReader json;

  void read(std::string& text) { text = json.text(); }
  void read(bool& truth) { truth = json.truth(); }
  void read(PlanKind& kind) { kind = PlanKinds::shipped().named(json.text()); }
  void read(std::uint32_t& number);
  void read(Step& step);
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
  template <class T>
  void read(T& part) {
    MemberTable<PlanReader, T> table(rows_of<T>());
    const std::size_t start = json.place();
    json.object([&](std::string_view key) {
      if (const auto* row = table.find(json, key)) row->read(*this, part);
    });
    table.check_needs(json, start);
  }
  void read(std::map<std::string, std::string>& texts) {
    json.object([&](std::string_view key) { read(texts[std::string(key)]); });
  }
  /// Which of these words comes next.
  std::size_t one_of(std::initializer_list<std::string_view> words);

 private:
  template <class Action>
  void read_action(Step& step);
};

/// Reads a member of a part, as its kind asks for.
template <auto member>
inline constexpr auto reads = [](PlanReader& in, auto& part) { in.read(part.*member); };

}  // namespace planbuilder::plan
