#include "planbuilder/diff/facets.h"

#include <algorithm>

#include "planbuilder/diff/canonical.h"
#include "planbuilder/plan/description.h"
#include "planbuilder/support/text.h"

namespace planbuilder::diff {

void Facets::clear() {
  buffer_.clear();
  entries_.clear();
}

void Facets::begin(std::string_view name) {
  const std::size_t start = buffer_.size();
  buffer_.append(prefix_).append(name);
  entries_.push_back({start, buffer_.size(), 0, false});
}

void Facets::end(bool secret) {
  entries_.back().end = buffer_.size();
  entries_.back().secret = secret;
}

void Facets::put_text(std::string_view name, std::string_view text) {
  begin(name);
  buffer_ += json_quote(text);
  end();
}

void Facets::put_value(std::string_view name, const plan::Expression& value, const Names& names, bool secret) {
  begin(name);
  append_canonical(buffer_, value, names);
  end(secret && is_literal(value));
}

std::vector<Facets::Entry> Facets::by_name() const {
  std::vector<Entry> sorted = entries_;
  std::stable_sort(sorted.begin(), sorted.end(), [&](const Entry& a, const Entry& b) { return name(a) < name(b); });
  return sorted;
}

std::vector<Change> changes_between(const Facets& before, const Facets& after) {
  if (before.buffer_ == after.buffer_ && before.entries_ == after.entries_) return {};
  std::vector<Change> changes;
  const auto old_side = before.by_name();
  const auto new_side = after.by_name();
  const auto add = [&](const Facets::Entry* was, const Facets::Entry* is) {
    Change& change = changes.emplace_back();
    change.what = was != nullptr ? before.name(*was) : after.name(*is);
    if (was != nullptr) change.before = was->secret ? "\"(secret)\"" : std::string(before.text(*was));
    if (is != nullptr) change.after = is->secret ? "\"(another secret)\"" : std::string(after.text(*is));
  };
  auto was = old_side.begin();
  auto is = new_side.begin();
  while (was != old_side.end() || is != new_side.end()) {
    const int order = was == old_side.end() ? 1 : is == new_side.end() ? -1 : before.name(*was).compare(after.name(*is));
    if (order < 0) add(&*was, nullptr);
    if (order > 0) add(nullptr, &*is);
    if (order == 0 && before.text(*was) != after.text(*is)) add(&*was, &*is);
    if (order <= 0) ++was;
    if (order >= 0) ++is;
  }
  return changes;
}

namespace {

using plan::Form;
using plan::Trait;

/// Puts what a part has that can differ, in the words of the plan document: by the rows of its description.
class PartFacets {
 public:
  PartFacets(Facets& facets, const Names& names) : facets_(facets), names_(names) {}

  template <class Part>
  void put_fields(const Part& part) {
    plan::for_each_row<Part>([&](auto at) {
      if constexpr (!decltype(at)::row.is(Trait::uncompared) && !decltype(at)::row.is(Trait::whole)) put_field(at, part);
    });
  }

 private:
  template <class At, class Part>
  void put_field(At at, const Part& part) {
    constexpr auto row = At::row;
    const auto& field = part.*row.member;
    if constexpr (row.form == Form::known) {
      facets_.put_value(row.key, field, names_, part.secret);  // however it is written
    } else if constexpr (row.form == Form::computed) {
      if (is_given(at, part)) facets_.put_value(row.key, field, names_);
    } else if constexpr (row.form == Form::flag) {
      if (field) facets_.put_text(row.key, row.word);
    } else if constexpr (std::is_same_v<decltype(field), const std::string&>) {
      const std::string& text = row.is(Trait::node) ? names_.of_node(field) : field;
      if (!text.empty() || row.is(Trait::compared_empty)) facets_.put_text(row.key, text);
    } else if constexpr (std::is_same_v<decltype(field), const std::optional<plan::Expression>&>) {
      if (field) facets_.put_value(row.key, *field, names_, part.secret);
    } else if constexpr (std::is_same_v<decltype(field), const std::vector<plan::Step>&>) {
      put_steps(part);
    } else {
      if (is_given(at, part)) put(row.key, field);
    }
  }

  void put(std::string_view name, const std::string& text) { facets_.put_text(name, text); }
  void put(std::string_view name, bool truth) { facets_.put_value(name, plan::Expression{truth}, names_); }
  void put(std::string_view name, std::uint32_t number) {
    facets_.put_value(name, plan::Expression{std::int64_t{number}}, names_);
  }
  template <class Word>
  requires std::is_enum_v<Word>
  void put(std::string_view name, Word word) { facets_.put_text(name, to_string(word)); }
  void put(std::string_view name, const PlanKind& kind) { facets_.put_text(name, kind->name); }
  void put(std::string_view name, const plan::Entity& entity) {
    facets_.put_text(name, std::string(to_string(entity.kind)) + " " + names_.of(entity));
  }
  void put(std::string_view name, const plan::Argument& argument) {
    facets_.put_value(name, argument.value, names_, argument.secret);
  }
  void put(std::string_view name, const std::vector<plan::Argument>& arguments) {
    facets_.group(name, [&] {
      for (const plan::Argument& argument : arguments) put(argument.name, argument);
    });
  }
  void put(std::string_view name, const std::vector<plan::Constraint>& constraints) {
    facets_.group(name, [&] {
      for (const plan::Constraint& constraint : constraints) facets_.put_value(constraint.clause, constraint.value, names_);
    });
  }
  void put(std::string_view name, const std::vector<std::string>& texts) {
    plan::ExpressionList list;
    for (const std::string& text : texts) list.push_back({text});
    facets_.put_value(name, plan::Expression{std::move(list)}, names_);
  }
  void put(std::string_view name, const std::map<std::string, std::string>& texts) {
    facets_.group(name, [&] {
      for (const auto& [key, text] : texts) facets_.put_text(key, text);
    });
  }
  void put(std::string_view name, const std::vector<plan::OutputMapping>& outputs) {
    facets_.group(name, [&] {
      for (const plan::OutputMapping& mapping : outputs) {
        const std::string index = mapping.index ? "[" + std::to_string(*mapping.index) + "]" : "";
        facets_.put_text(mapping.output, names_.of(mapping.entity) + index + "." + mapping.attribute);
      }
    });
  }
  void put(std::string_view name, const std::vector<plan::Scaling>& regions) {
    facets_.group(name, [&] {
      for (const plan::Scaling& scaling : regions) put(scaling.region, scaling);
    });
  }
  template <class T>
  void put(std::string_view name, const std::optional<T>& part) {
    put(name, *part);
  }
  template <class T>
  void put(std::string_view name, const Rare<T>& part) {
    put(name, *part);
  }
  void put(std::string_view name, const plan::Action& action) {
    facets_.put_text(name, plan::kind_of(action));
    std::visit([&](const auto& chosen) { put_fields(chosen); }, action);
  }
  template <plan::Described Part>
  void put(std::string_view name, const Part& part) {
    plan::for_each_row<Part>([&](auto at) {
      constexpr auto row = decltype(at)::row;
      if constexpr (row.is(Trait::whole)) {
        if (!(part.*row.member).empty()) facets_.put_text(name, part.*row.member);
      }
    });
    facets_.group(name, [&] { put_fields(part); });
  }

  /// Steps are named after their activity; the order in which they are done counts.
  void put_steps(const plan::Activity& activity) {
    std::vector<std::string> order;
    facets_.group("steps", [&] {
      for (const plan::Step& step : activity.steps) {
        const bool inside = step.id.starts_with(activity.id + "/");
        order.push_back(inside ? step.id.substr(activity.id.size() + 1) : step.id);
        facets_.group(order.back(), [&] { put_fields(step); });
      }
    });
    if (!order.empty()) put("steps", order);
  }

  Facets& facets_;
  const Names& names_;
};

}  // namespace

void put(Facets& facets, const plan::Activity& activity, const Names& names) { PartFacets(facets, names).put_fields(activity); }
void put(Facets& facets, const plan::Plan& plan, const Names& names) { PartFacets(facets, names).put_fields(plan); }
void put(Facets& facets, const plan::Input& input, const Names& names) { PartFacets(facets, names).put_fields(input); }
void put(Facets& facets, const plan::Output& output, const Names& names) { PartFacets(facets, names).put_fields(output); }

}  // namespace planbuilder::diff
