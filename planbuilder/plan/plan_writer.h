// The plan document, key by key: the one list of what a plan has, for all that write it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "planbuilder/plan/plan.h"
#include "planbuilder/plan/write_expression.h"

namespace planbuilder::plan {

/// Writes plans, and parts of them, by whatever takes keys and values as JsonWriter does. Each `put` is a member of the object
/// that is open.
template <class Json>
class PlanWriter {
 public:
  explicit PlanWriter(Json& json) : json_(json) {}

  void write(const Plan& plan) {
    json_.object([&] {
      put("format", "planbuilder/plan/1");
      put("name", plan.name);
      put("kind", plan.kind);
      put_text("derivation", plan.derivation);
      json_.key("service");
      write(plan.service);
      put_list("inputs", plan.inputs);
      put_list("outputs", plan.outputs);
      json_.key("failure");
      json_.object([&] {
        put("policy", to_string(plan.failure.policy));
        if (plan.failure.policy == Failure::Policy::retry) put_number("retries", plan.failure.retries);
      });
      put_texts("templates", plan.templates);
      put_list("activities", plan.activities);
      json_.key("edges");
      json_.list(plan.edges, [&](const Edge& edge) { write(plan, edge); });
      put_list("diagnostics", plan.diagnostics);
    });
  }

  void write(const std::vector<Plan>& plans) {
    json_.object([&] { put_list("plans", plans); });
  }

  void write(const Activity& activity) {
    json_.object([&] {
      put("id", activity.id);
      put_entity("entity", activity.entity);
      put_number("index", activity.index);
      put("transition", activity.transition);
      put_text("type", activity.type);
      put_text("source", activity.source);
      put_text("target", activity.target);
      put_text("host", activity.host);
      if (activity.loops) put("loop", "instances");
      if (activity.made_with) put_entity("made_with", *activity.made_with);
      put_text("filled_by", activity.filled_by);
      put_text("reason", activity.reason);
      put_location(activity.at);
      if (!activity.condition.is_null()) {
        json_.key("condition");
        write_expression(json_, activity.condition, true);
      }
      put_list("steps", activity.steps);
      if (!activity.on_failure.empty()) put_failure(activity.on_failure);
    });
  }

  void write(const Finding& finding) {
    json_.object([&] {
      put("severity", finding.severity);
      put("code", finding.code);
      put("summary", finding.summary);
      put_text("detail", finding.detail);
      put_location(finding.at);
      put_items("notes", finding.notes);
    });
  }

 private:
  void put(std::string_view key, std::string_view text) {
    json_.key(key);
    json_.text(text);
  }
  void put_text(std::string_view key, std::string_view text) {
    if (!text.empty()) put(key, text);
  }
  void put_number(std::string_view key, const std::optional<std::uint32_t>& number) {
    if (!number) return;
    json_.key(key);
    json_.integer(*number);
  }
  void put_truth(std::string_view key, bool truth) {
    json_.key(key);
    json_.truth(truth);
  }
  void put_flag(std::string_view key, bool flag) {
    if (flag) put_truth(key, true);
  }
  template <class Items>
  void put_list(std::string_view key, const Items& items) {
    json_.key(key);
    json_.list(items, [&](const auto& item) { write(item); });
  }
  template <class Items>
  void put_items(std::string_view key, const Items& items) {
    if (!items.empty()) put_list(key, items);
  }
  void put_entity(std::string_view key, const Entity& entity) {
    json_.key(key);
    json_.object([&] { put(to_string(entity.kind), entity.id); });
  }
  void put_location(const std::optional<Location>& at) {
    if (!at) return;
    json_.key("at");
    json_.object([&] {
      put("file", at->file);
      if (at->line > 0) put_number("line", at->line);
      if (at->column > 0) put_number("column", at->column);
    });
  }
  void put_value(const Expression& value) {
    const bool literal = is_literal(value);
    json_.key(literal ? "value" : "from");
    write_expression(json_, value, !literal);
  }

  void write(const std::string& text) { json_.text(text); }

  void write(const Argument& argument) {
    json_.object([&] {
      put("name", argument.name);
      put_value(argument.value);
      put_flag("secret", argument.secret);
      put_text("reason", *argument.reason);
    });
  }

  void write(const OutputMapping& mapping) {
    json_.object([&] {
      put("output", mapping.output);
      put_entity("entity", mapping.entity);
      put("attribute", mapping.attribute);
      put_number("index", mapping.index);
    });
  }

  void put_action(const Invoke& invoke) {
    if (invoke.entity) put_entity("entity", *invoke.entity);
    put_text("interface", invoke.interface);
    put_text("operation", invoke.operation);
    json_.key("artifact");
    json_.object([&] {
      put("file", invoke.artifact.file);
      put_text("type", invoke.artifact.type);
    });
    put_items("dependencies", invoke.dependencies);
    put_items("inputs", invoke.inputs);
    put_items("outputs", invoke.outputs);
    put_text("host", invoke.host);
    put_number("timeout", invoke.timeout);
  }
  void put_action(const SetState& set) { put("state", set.state); }
  void put_action(const Record& record) {
    put("what", record.what == Record::What::create ? "create" : "remove");
    put_items("properties", record.properties);
    put_items("attributes", record.attributes);
    put_text("source", record.source);
    put_text("target", record.target);
    put_number("source_index", record.source_index);
    put_number("target_index", record.target_index);
    if (record.target_count != 1) put_number("target_count", record.target_count);
  }
  void put_action(const Select& select) {
    put("mode", select.mode == Select::Mode::strategic ? "strategic" : "recursive");
    put_text("strategy", select.strategy);
    if (select.through) put_entity("through", *select.through);
    put_text("input", select.input);
  }
  void put_action(const Delegate& delegate) {
    put("transition", delegate.transition);
    put_text("type", delegate.type);
    put_items("properties", delegate.properties);
  }
  void put_action(const Emit& emit) {
    put("event", emit.event);
    put_items("inputs", emit.inputs);
  }

  void put_action(const Transfer& transfer) {
    put("file", transfer.file);
    put_text("host", transfer.host);
    put("to", transfer.to);
  }
  void put_action(const Wait& wait) {
    put("until", to_string(wait.until));
    put_text("host", wait.host);
    if (wait.port) {
      json_.key("port");
      write(*wait.port);
    }
    put_text("command", wait.command);
    put_number("timeout", wait.timeout);
  }

  void put_texts(std::string_view key, const std::map<std::string, std::string>& texts) {
    if (texts.empty()) return;
    json_.key(key);
    json_.object([&] {
      for (const auto& [name, text] : texts) put(name, text);
    });
  }

  void write(const Step& step) {
    json_.object([&] {
      put("id", step.id);
      put("kind", kind_of(step.action));
      std::visit([&](const auto& action) { put_action(action); }, step.action);
      put_texts("templates", *step.templates);
      if (!step.undo.present()) return;
      json_.key("undo");
      json_.object([&] { put_action(*step.undo); });
    });
  }

  void put_failure(const OnFailure& failure) {
    json_.key("on_failure");
    json_.object([&] {
      put_items("set", failure.set);
      put_items("emits", failure.emits);
    });
  }

  void write(const Origin& origin) {
    json_.object([&] {
      put("rule", origin.rule);
      put_text("reason", origin.reason);
      put_location(origin.at);
    });
  }

  void write(const Plan& plan, const Edge& edge) {
    json_.object([&] {
      put("from", plan.activities[edge.from].id);
      put("to", plan.activities[edge.to].id);
      put_flag("redundant", edge.redundant);
      put_list("origins", edge.origins);
    });
  }

  void write(const Input& input) {
    json_.object([&] {
      put("name", input.name);
      put_text("type", input.type);
      put_truth("required", input.required);
      if (input.default_value) {
        json_.key("default");
        write_expression(json_, *input.default_value, false);
      }
      put_flag("secret", input.secret);
      put_text("reason", input.reason);
    });
  }

  void write(const Output& output) {
    json_.object([&] {
      put("name", output.name);
      put_text("type", output.type);
      put_value(output.value);
      put_text("description", output.description);
    });
  }

  void write(const Note& note) {
    json_.object([&] {
      put("text", note.text);
      put_location(note.at);
    });
  }

  void write(const Service& service) {
    json_.object([&] {
      put("name", service.name);
      put_text("source", service.source);
      put_text("digest", service.digest);
    });
  }

  Json& json_;
};

}  // namespace planbuilder::plan
