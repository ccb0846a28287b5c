#include "planbuilder/diff/write.h"
#include "planbuilder/plan/json_writer.h"

namespace planbuilder::diff {

namespace {

class DifferenceWriter {
 public:
  explicit DifferenceWriter(std::ostream& out) : json_(out) {}

  void document(const Difference& difference) {
    json_.object([&] {
      put("format", "planbuilder/diff/1");
      put("equal", difference.empty());
      put("compared", difference.compared);
      put("renames", difference.renames);
      put("files", difference.files);
      if (difference.unknown_files > 0) put("unknown_files", difference.unknown_files);
      put("plans", difference.plans);
    });
    json_.line_end();
  }

 private:
  void put(std::string_view key, std::string_view text) {
    json_.key(key);
    json_.text(text);
  }
  void put(std::string_view key, const char* text) { put(key, std::string_view(text)); }
  void put(std::string_view key, bool truth) {
    json_.key(key);
    json_.truth(truth);
  }
  void put(std::string_view key, std::size_t number) {
    json_.key(key);
    json_.integer(static_cast<std::int64_t>(number));
  }
  template <class T>
  void put(std::string_view key, const std::vector<T>& items) {
    json_.key(key);
    json_.list(items, [&](const T& item) { write(item); });
  }
  void put_given(std::string_view key, std::string_view text) {
    if (!text.empty()) put(key, text);
  }

  void write(const std::string& text) { json_.text(text); }

  void write(const Rename& rename) {
    json_.object([&] {
      put(plan::to_string(rename.before.kind), rename.before.id);
      put("to", rename.after);
      if (rename.follows) put("follows", true);
    });
  }

  void put(std::string_view key, const std::optional<plan::UsedFile>& side) {
    if (!side) return;
    json_.key(key);
    json_.object([&] {
      put_given("digest", side->digest);
      if (side->size) put("size", std::size_t{*side->size});
    });
  }

  void write(const FileUse& use) {
    json_.object([&] {
      put("plan", use.plan);
      put("activity", use.activity);
      put("step", use.step);
    });
  }

  void write(const LineChange& line) {
    json_.object([&] {
      put(line.added ? "added" : "removed", line.text);
      put("line", line.line);
      if (line.unended) put("unended", true);
    });
  }

  void write(const FileChange& file) {
    json_.object([&] {
      put("file", file.file);
      put("before", file.before);
      put("after", file.after);
      put("used_by", file.used_by);
      if (!file.lines) return;
      put("lines", file.lines->lines);
      if (file.lines->more > 0) put("more_lines", file.lines->more);
    });
  }

  /// A change of nothing to something has no `before`, one to nothing no `after`.
  void write(const Change& change) {
    json_.object([&] {
      put("what", change.what);
      for (const auto& [key, text] : {std::pair("before", &change.before), std::pair("after", &change.after)}) {
        if (text->empty()) continue;
        json_.key(key);
        json_.json(*text);
      }
    });
  }

  void write(const ParameterChange& parameter) {
    constexpr std::string_view words[] = {"added", "removed", "changed"};
    json_.object([&] {
      put("name", parameter.name);
      put("kind", words[static_cast<std::size_t>(parameter.kind)]);
      put("changes", parameter.changes);
    });
  }

  void write(const LoneActivity& activity) {
    json_.object([&] {
      put("id", activity.id);
      put_given("filled_by", activity.filled_by);
      put("after", activity.after);
      put("before", activity.before);
    });
  }

  void write(const ChangedActivity& activity) {
    json_.object([&] {
      put("id", activity.id);
      if (activity.old_id != activity.id) put("old_id", activity.old_id);
      put("changes", activity.changes);
    });
  }

  void write(const plan::Origin& origin) {
    json_.object([&] {
      put("rule", origin.rule);
      put_given("reason", origin.reason);
      if (!origin.at) return;
      json_.key("at");
      json_.object([&] {
        put("file", origin.at->file);
        if (origin.at->line > 0) put("line", std::size_t{origin.at->line});
        if (origin.at->column > 0) put("column", std::size_t{origin.at->column});
      });
    });
  }

  void write(const Link& link) {
    json_.object([&] {
      put("from", link.from);
      put("to", link.to);
      put("origins", link.origins);
    });
  }

  void write(const OrderChange& change) {
    json_.object([&] {
      put("from", change.from);
      put("to", change.to);
      put("reversed", change.reversed);
      put("chain", change.chain);
    });
  }

  void put(std::string_view key, const Shape& shape) {
    json_.key(key);
    json_.object([&] {
      put("activities", shape.activities);
      put("at_once", shape.widest);
      put("one_after_another", shape.waves);
      put("longest_chain", shape.longest);
    });
  }

  void write(const PlanDifference& plan) {
    using Presence = PlanDifference::Presence;
    constexpr std::string_view words[] = {"both", "added", "removed"};
    json_.object([&] {
      put("name", plan.name);
      put("presence", words[static_cast<std::size_t>(plan.presence)]);
      if (plan.presence != Presence::added) put("before", plan.before);
      if (plan.presence != Presence::removed) put("after", plan.after);
      if (plan.presence != Presence::both) return;
      put("changes", plan.changes);
      put("inputs", plan.inputs);
      put("outputs", plan.outputs);
      json_.key("activities");
      json_.object([&] {
        put("added", plan.added);
        put("removed", plan.removed);
        put("changed", plan.changed);
      });
      json_.key("order");
      json_.object([&] {
        put("complete", plan.all_order);
        put("gained", plan.gained);
        put("lost", plan.lost);
      });
    });
  }

  plan::JsonWriter json_;
};

}  // namespace

void write_json(const Difference& difference, std::ostream& out) { DifferenceWriter(out).document(difference); }

}  // namespace planbuilder::diff
