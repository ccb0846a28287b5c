#include "planbuilder/change/compare.h"

#include <algorithm>
#include <set>

#include "csar/digest.h"

namespace planbuilder::change {

namespace {

Fact changed_in(Phase phase) {
  switch (phase) {
    case Phase::record:
    case Phase::create: return Fact::create_changed;
    case Phase::configure: return Fact::configure_changed;
    case Phase::start: return Fact::start_changed;
  }
  return Fact::create_changed;
}

std::string shown(const std::string& text) {
  constexpr std::size_t most = 60;
  return text.size() <= most ? text : text.substr(0, most) + "...";
}

std::string short_digest(const std::string& digest) { return digest.substr(0, 12); }

class Comparer {
 public:
  Comparer(const Part& part, const Part* before, const Instance& instance, const Sides& sides)
      : part_(part), before_(before), instance_(instance), sides_(sides) {}

  Comparison run() {
    compare_kind();
    compare_properties();
    for (const Work& work : part_.works) {
      if (work.invoke() != nullptr) compare_operation(work);
    }
    return std::move(found_);
  }

 private:
  void note(Fact fact, const std::string& words) {
    found_.facts.set(fact);
    if (std::find(found_.changes.begin(), found_.changes.end(), words) == found_.changes.end()) found_.changes.push_back(words);
  }
  void note(Fact fact, const std::string& what, const std::string& old_text, const std::string& text) {
    note(fact, what + ": " + shown(old_text) + " -> " + shown(text));
  }

  /// The name that a node of the books has now.
  [[nodiscard]] std::string now_called(std::string_view node) const {
    if (sides_.new_names != nullptr) {
      const auto renamed = sides_.new_names->find({plan::Entity::Kind::node, std::string(node)});
      if (renamed != sides_.new_names->end()) return renamed->second;
    }
    return std::string(node);
  }

  void compare_kind() {
    std::string old_type = before_ == nullptr ? "" : before_->type;
    if (!instance_.given.empty() && !instance_.given.begin()->second.type.empty())
      old_type = instance_.given.begin()->second.type;
    if (!old_type.empty() && old_type != part_.type) note(Fact::create_changed, "type", old_type, part_.type);
    if (part_.entity.kind == plan::Entity::Kind::node) compare_host();
    if (part_.source.empty() || instance_.source.empty()) return;
    if (now_called(node_of(instance_.source)) != part_.source)
      note(Fact::create_changed, "source", instance_.source, part_.source);
    for (const std::string& target : instance_.targets) {
      if (now_called(node_of(target)) != part_.target) note(Fact::create_changed, "target", target, part_.target);
    }
  }

  void compare_host() {
    if (instance_.host.empty() && before_ == nullptr) return;  // nobody knows
    const std::string old_host = now_called(instance_.host.empty() ? std::string_view(before_->host) : node_of(instance_.host));
    const auto shown_host = [](const std::string& host) { return host.empty() ? std::string("none") : host; };
    if (old_host != part_.host) note(Fact::create_changed, "host", shown_host(old_host), shown_host(part_.host));
  }

  void compare_properties() {
    const bool delegated = std::any_of(part_.works.begin(), part_.works.end(), [](const Work& work) {
      return std::holds_alternative<plan::Delegate>(work.step->action);
    });
    for (const plan::Argument& property : part_.properties()) {
      const auto known = instance_.properties.find(property.name);
      const auto text = sides_.values.text(property.value);
      if (property.secret || !text || (known != instance_.properties.end() && known->second == *text)) continue;
      const bool hidden = known != instance_.properties.end() && known->second == "***";
      if (hidden) continue;
      note(delegated ? Fact::create_changed : Fact::properties_changed, property.name,
           known == instance_.properties.end() ? "none" : known->second, *text);
    }
  }

  /// The operation of the old plan with that name.
  [[nodiscard]] const Work* old_work(const std::string& name) const {
    if (before_ == nullptr) return nullptr;
    for (const Work& work : before_->works) {
      if (work.name() == name) return &work;
    }
    return nullptr;
  }

  void compare_operation(const Work& work) {
    const std::string name = work.name();
    const auto given = instance_.given.find(name);
    const Work* old = old_work(name);
    const bool has_books = !instance_.given.empty();
    if (has_books && given == instance_.given.end()) {
      if (old == nullptr) note(changed_in(work.phase), work.invoke()->operation + " is new");
      return;  // it was not done yet: its state says so
    }
    if (!has_books && old == nullptr) {
      if (before_ != nullptr) note(changed_in(work.phase), work.invoke()->operation + " is new");
      return;
    }
    compare_files(work, has_books ? &given->second : nullptr, old);
    compare_inputs(work, has_books ? &given->second : nullptr, old);
  }

  static std::set<std::string> files_of(const plan::Invoke& invoke) {
    std::set<std::string> files(invoke.dependencies.begin(), invoke.dependencies.end());
    files.insert(invoke.artifact.file);
    return files;
  }

  void compare_files(const Work& work, const Given* given, const Work* old) {
    std::map<std::string, std::string> before;
    if (given != nullptr && !given->artifacts.empty()) {
      before = given->artifacts;
    } else if (old != nullptr) {
      for (const std::string& file : files_of(*old->invoke())) before.emplace(file, sides_.before->digest_of(file));
    } else {
      return;
    }
    for (const std::string& file : files_of(*work.invoke())) {
      const auto known = before.find(file);
      const std::string& digest = sides_.now.digest_of(file);
      if (known == before.end()) {
        note(changed_in(work.phase), work.invoke()->operation + " runs or needs " + file + ", which it did not");
      } else if (!known->second.empty() && !digest.empty() && known->second != digest) {
        note(changed_in(work.phase), file + " changed: " + short_digest(known->second) + " -> " + short_digest(digest));
      }
    }
  }

  void compare_inputs(const Work& work, const Given* given, const Work* old) {
    std::set<std::string> names;
    for (const plan::Argument& input : work.invoke()->inputs) {
      names.insert(input.name);
      compare_input(work, input, given, old == nullptr ? nullptr : find_input(*old->invoke(), input.name));
    }
    const auto gone = [&](const std::string& name) {
      if (!names.contains(name)) note(changed_in(work.phase), name + " is no longer given to " + work.invoke()->operation);
    };
    if (given != nullptr) {
      for (const auto& [name, value] : given->inputs) gone(name);
    } else {
      for (const plan::Argument& input : old->invoke()->inputs) gone(input.name);
    }
  }

  static const plan::Argument* find_input(const plan::Invoke& invoke, const std::string& name) {
    for (const plan::Argument& input : invoke.inputs) {
      if (input.name == name) return &input;
    }
    return nullptr;
  }

  void compare_input(const Work& work, const plan::Argument& input, const Given* given, const plan::Argument* old) {
    const Fact fact = changed_in(work.phase);
    const auto text = sides_.values.text(input.value);
    if (given != nullptr && text && !input.secret) {
      const auto known = given->inputs.find(input.name);
      if (known == given->inputs.end()) return note(fact, input.name, "none", *text);
      const GivenValue& value = known->second;
      if (value.form == GivenValue::Form::text && value.text != *text) return note(fact, input.name, value.text, *text);
      if (value.form == GivenValue::Form::digest && value.text != csar::sha256(*text)) note(fact, input.name + " changed");
      return;
    }
    if (given == nullptr && old == nullptr) return note(fact, input.name + " is new");
    if (old == nullptr || sides_.old_values == nullptr) return;  // the run will tell
    const std::string before = sides_.old_values->text_or_formula(old->value);
    const std::string now = sides_.values.text_or_formula(input.value);
    if (before == now) return;
    if (input.secret || old->secret) {
      note(fact, input.name + " changed");
    } else {
      note(fact, input.name, before, now);
    }
  }

  const Part& part_;
  const Part* before_;
  const Instance& instance_;
  const Sides& sides_;
  Comparison found_;
};

}  // namespace

Comparison compare(const Part& part, const Part* before, const Instance& instance, const Sides& sides) {
  return Comparer(part, before, instance, sides).run();
}

}  // namespace planbuilder::change
