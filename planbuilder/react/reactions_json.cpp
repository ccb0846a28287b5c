#include "planbuilder/react/reactions_json.h"

#include <sstream>

#include "planbuilder/plan/json_writer.h"
#include "planbuilder/plan/write_expression.h"

namespace planbuilder::react {

namespace {

/// Keys with nothing to say are left out.
class Writer {
 public:
  explicit Writer(std::ostream& out) : json_(out) {}

  void write(const Reactions& all, const plan::Service& service) {
    json_.object([&] {
      text("format", reactions_format);
      json_.key("service");
      json_.object([&] {
        text("name", service.name);
        text("source", service.source);
        text("digest", service.digest);
      });
      json_.key("notifications");
      json_.list(all.notifications, [&](const Notification& item) { write(item, all); });
      json_.key("reactions");
      json_.list(all.reactions, [&](const Reaction& item) { write(item); });
      json_.key("inputs");
      json_.object([&] {
        for (const DefaultInput& input : all.inputs) text(input.name, input.value);
      });
    });
    json_.line_end();
  }

 private:
  void text(std::string_view key, std::string_view value) {
    if (value.empty()) return;
    json_.key(key);
    json_.text(value);
  }

  void entity(std::string_view key, const plan::Entity& entity) {
    json_.key(key);
    json_.object([&] {
      text("kind", to_string(entity.kind));
      text("id", entity.id);
    });
  }

  void names(std::string_view key, const std::vector<std::string>& names) {
    if (names.empty()) return;
    json_.key(key);
    json_.list(names, [&](const std::string& name) { json_.text(name); });
  }

  void expression(std::string_view key, const plan::Expression& value) {
    if (value.is_null()) return;
    json_.key(key);
    plan::write_expression(json_, value, true);
  }

  void write(const Notification& item, const Reactions& all) {
    json_.object([&] {
      entity("of", item.of);
      text("interface", item.interface);
      text("type", item.type);
      text("name", item.name);
      names("outputs", item.outputs);
      json_.key("mappings");
      json_.list(item.mappings, [&](const Mapping& mapping) { write(mapping); });
      if (item.subscription) {
        json_.key("subscription");
        json_.object([&] {
          text("file", item.subscription->artifact.file);
          text("type", item.subscription->artifact.type);
          names("dependencies", item.subscription->dependencies);
        });
      }
      json_.key("sets_off");
      json_.list(item.sets_off, [&](std::size_t index) { json_.text(all.reactions[index].name); });
    });
  }

  void write(const Mapping& mapping) {
    json_.object([&] {
      text("output", mapping.output);
      entity("entity", mapping.entity);
      text("attribute", mapping.attribute);
      if (mapping.secret) {
        json_.key("secret");
        json_.truth(true);
      }
    });
  }

  void write(const Reaction& item) {
    json_.object([&] {
      text("name", item.name);
      text("event", item.event);
      json_.key("heard");
      json_.truth(item.is_heard);
      json_.key("subjects");
      json_.list(item.subjects, [&](const Subject& subject) { write(subject); });
      write_observation(item);
      text("plan", item.plan);
      if (item.inputs.empty()) return;
      json_.key("inputs");
      json_.object([&] {
        for (const plan::Argument& input : item.inputs) {
          json_.key(input.name);
          plan::write_expression(json_, input.value, true);
        }
      });
    });
  }

  void write(const Subject& subject) {
    json_.object([&] {
      entity("entity", subject.entity);
      expression("condition", subject.condition);
      expression("sample", subject.sample);
    });
  }

  void write_observation(const Reaction& item) {
    if (item.period) {
      json_.key("period");
      json_.real(*item.period);
    }
    if (item.evaluations > 1) integer("evaluations", static_cast<std::int64_t>(item.evaluations));
    if (item.method != Method::none) text("method", to_string(item.method));
    if (item.from) integer("from", *item.from);
    if (item.until) integer("until", *item.until);
  }

  void integer(std::string_view key, std::int64_t value) {
    json_.key(key);
    json_.integer(value);
  }

  plan::JsonWriter json_;
};

}  // namespace

std::string to_json(const Reactions& reactions, const plan::Service& service) {
  std::ostringstream out;
  Writer(out).write(reactions, service);
  return out.str();
}

}  // namespace planbuilder::react
