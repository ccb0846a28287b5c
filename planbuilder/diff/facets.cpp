#include "planbuilder/diff/facets.h"

#include <algorithm>

#include "planbuilder/diff/canonical.h"
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

/// Puts what an activity has, in the words of the plan document.
class ActivityFacets {
 public:
  ActivityFacets(Facets& facets, const Names& names) : facets_(facets), names_(names) {}

  void put(const plan::Activity& activity) {
    put_given("type", activity.type);
    put_given("source", names_.of_node(activity.source));
    put_given("target", names_.of_node(activity.target));
    put_given("host", names_.of_node(activity.host));
    put_given("loop", activity.loops ? "instances" : "");
    if (activity.made_with) put_entity("made_with", *activity.made_with);
    put_given("filled_by", activity.filled_by);
    if (!activity.condition.is_null()) facets_.put_value("condition", activity.condition, names_);
    put("on_failure/set", activity.on_failure.set);
    put_list("on_failure/emits", activity.on_failure.emits);
    put_steps(activity);
  }

 private:
  void put_given(std::string_view name, std::string_view text) {
    if (!text.empty()) facets_.put_text(name, text);
  }
  void put_number(std::string_view name, const std::optional<std::uint32_t>& number) {
    if (number) facets_.put_value(name, {std::int64_t{*number}}, names_);
  }
  void put_list(std::string_view name, const std::vector<std::string>& texts) {
    plan::ExpressionList list;
    for (const std::string& text : texts) list.push_back({text});
    if (!list.empty()) facets_.put_value(name, {std::move(list)}, names_);
  }
  void put_entity(std::string_view name, const plan::Entity& entity) {
    facets_.put_text(name, std::string(plan::to_string(entity.kind)) + " " + names_.of(entity));
  }
  void put(std::string_view name, const std::vector<plan::Argument>& arguments) {
    facets_.group(name, [&] {
      for (const plan::Argument& argument : arguments) facets_.put_value(argument.name, argument.value, names_, argument.secret);
    });
  }

  /// Steps are named after their activity; the order in which they are done counts.
  void put_steps(const plan::Activity& activity) {
    std::vector<std::string> order;
    facets_.group("steps", [&] {
      for (const plan::Step& step : activity.steps) {
        const bool inside = step.id.starts_with(activity.id + "/");
        order.push_back(inside ? step.id.substr(activity.id.size() + 1) : step.id);
        facets_.group(order.back(), [&] {
          facets_.put_text("kind", plan::kind_of(step.action));
          std::visit([&](const auto& action) { put_action(action); }, step.action);
          for (const auto& [target, name] : *step.templates) facets_.put_text("templates/" + target, name);
          if (step.undo.present()) facets_.group("undo", [&] { put_action(*step.undo); });
        });
      }
    });
    put_list("steps", order);
  }

  void put_action(const plan::Invoke& invoke) {
    if (invoke.entity) put_entity("entity", *invoke.entity);
    put_given("interface", invoke.interface);
    put_given("operation", invoke.operation);
    put_given("artifact", invoke.artifact.file);
    put_given("artifact/type", invoke.artifact.type);
    put_list("dependencies", invoke.dependencies);
    put("inputs", invoke.inputs);
    for (const plan::OutputMapping& mapping : invoke.outputs) {
      const std::string index = mapping.index ? "[" + std::to_string(*mapping.index) + "]" : "";
      facets_.put_text("outputs/" + mapping.output, names_.of(mapping.entity) + index + "." + mapping.attribute);
    }
    put_given("host", names_.of_node(invoke.host));
    put_number("timeout", invoke.timeout);
  }
  void put_action(const plan::SetState& set) { put_given("state", set.state); }
  void put_action(const plan::Record& record) {
    facets_.put_text("what", record.what == plan::Record::What::create ? "create" : "remove");
    put("properties", record.properties);
    put("attributes", record.attributes);
    put_given("source", names_.of_node(record.source));
    put_given("target", names_.of_node(record.target));
    put_number("source_index", record.source_index);
    put_number("target_index", record.target_index);
    if (record.target_count != 1) put_number("target_count", record.target_count);
  }
  void put_action(const plan::Select& select) {
    facets_.put_text("mode", select.mode == plan::Select::Mode::strategic ? "strategic" : "recursive");
    put_given("strategy", select.strategy);
    if (select.through) put_entity("through", *select.through);
    put_given("input", select.input);
  }
  void put_action(const plan::Delegate& delegate) {
    put_given("transition", delegate.transition);
    put_given("type", delegate.type);
    put("properties", delegate.properties);
  }
  void put_action(const plan::Emit& emit) {
    put_given("event", emit.event);
    put("inputs", emit.inputs);
  }
  void put_action(const plan::Transfer& transfer) {
    put_given("file", transfer.file);
    put_given("host", names_.of_node(transfer.host));
    put_given("to", transfer.to);
  }
  void put_action(const plan::Wait& wait) {
    facets_.put_text("until", plan::to_string(wait.until));
    put_given("host", names_.of_node(wait.host));
    if (wait.port) facets_.put_value("port", wait.port->value, names_, wait.port->secret);
    put_given("command", wait.command);
    put_number("timeout", wait.timeout);
  }

  Facets& facets_;
  const Names& names_;
};

}  // namespace

void put(Facets& facets, const plan::Activity& activity, const Names& names) { ActivityFacets(facets, names).put(activity); }

void put(Facets& facets, const plan::Plan& plan, const Names& names) {
  facets.put_text("kind", plan.kind);
  facets.put_text("derivation", plan.derivation);
  facets.put_text("failure/policy", plan::to_string(plan.failure.policy));
  if (plan.failure.retries > 0) facets.put_value("failure/retries", {std::int64_t{plan.failure.retries}}, names);
  for (const auto& [name, text] : plan.templates) facets.put_text("templates/" + name, text);
}

void put(Facets& facets, const plan::Input& input, const Names& names) {
  facets.put_text("type", input.type);
  facets.put_value("required", {input.required}, names);
  if (input.default_value) facets.put_value("default", *input.default_value, names, input.secret);
  if (input.secret) facets.put_value("secret", {true}, names);
}

void put(Facets& facets, const plan::Output& output, const Names& names) {
  facets.put_text("type", output.type);
  facets.put_value("value", output.value, names);
}

}  // namespace planbuilder::diff
