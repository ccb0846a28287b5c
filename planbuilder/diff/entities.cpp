#include "planbuilder/diff/entities.h"

#include <algorithm>
#include <map>

#include "planbuilder/diff/canonical.h"

namespace planbuilder::diff {

namespace {

using Kind = plan::Entity::Kind;

/// Who is read may have been renamed as well, so only that someone is read is looked at.
void append_properties(std::string& looks, const std::vector<plan::Argument>& properties) {
  std::map<std::string_view, const plan::Expression*> sorted;
  for (const plan::Argument& property : properties) sorted.emplace(property.name, &property.value);
  for (const auto& [name, value] : sorted) {
    looks.append("\n").append(name).append("=");
    append_nameless(looks, *value);
  }
}

/// What the activity tells of the looks of its entity; only the one that makes or delegates it knows the properties.
std::string looks_of(const plan::Activity& activity) {
  std::string looks = activity.type;
  for (const plan::Step& step : activity.steps) {
    if (const auto* record = std::get_if<plan::Record>(&step.action)) append_properties(looks, record->properties);
    if (const auto* delegate = std::get_if<plan::Delegate>(&step.action)) append_properties(looks, delegate->properties);
  }
  return looks;
}

class Collector {
 public:
  explicit Collector(const Ids& others) : others_(others) {}

  Entities collect(const std::vector<plan::Plan>& plans) {
    for (const plan::Plan& plan : plans) {
      for (const plan::Activity& activity : plan.activities) {
        if (activity.entity.kind == Kind::node) add_node(activity);
        if (activity.entity.kind == Kind::relationship) add_relationship(activity);
      }
    }
    return std::move(entities_);
  }

 private:
  Entities::Number node(const std::string& id) {
    const auto [known, is_new] = entities_.node_of.emplace(id, static_cast<Entities::Number>(entities_.nodes.size()));
    if (is_new) entities_.nodes.push_back({id, "", !others_.nodes.contains(id)});
    return known->second;
  }

  /// The longest is the one with the properties.
  static void keep_longer(std::string& looks, std::string other) {
    if (other.size() > looks.size()) looks = std::move(other);
  }

  void add_node(const plan::Activity& activity) {
    Entities::Node& found = entities_.nodes[node(activity.entity.id)];
    if (found.lone) keep_longer(found.looks, looks_of(activity));
  }

  void add_relationship(const plan::Activity& activity) {
    const std::string& id = activity.entity.id;
    const auto [known, is_new] = relationships_.emplace(id, entities_.relationships.size());
    if (is_new) {
      const auto end = [&](const std::string& name) { return name.empty() ? Entities::none : node(name); };
      const Entities::Number source = end(activity.source);
      entities_.relationships.push_back({id, activity.type, source, end(activity.target), !others_.relationships.contains(id)});
    }
    Entities::Relationship& found = entities_.relationships[known->second];
    if (found.lone) keep_longer(found.looks, looks_of(activity));
  }

  const Ids& others_;
  Entities entities_;
  std::unordered_map<std::string_view, std::size_t> relationships_;
};

}  // namespace

bool Entities::any_lone() const {
  const auto lone = [](const auto& entity) { return entity.lone; };
  return std::any_of(nodes.begin(), nodes.end(), lone) || std::any_of(relationships.begin(), relationships.end(), lone);
}

Ids ids_of(const std::vector<plan::Plan>& plans) {
  Ids ids;
  for (const plan::Plan& plan : plans) {
    for (const plan::Activity& activity : plan.activities) {
      if (activity.entity.kind == Kind::node) ids.nodes.insert(activity.entity.id);
      if (activity.entity.kind != Kind::relationship) continue;
      ids.relationships.insert(activity.entity.id);
      // Nothing may be done to the ends themselves, but they are there.
      for (const std::string* end : {&activity.source, &activity.target}) {
        if (!end->empty()) ids.nodes.insert(*end);
      }
    }
  }
  return ids;
}

Entities entities_of(const std::vector<plan::Plan>& plans, const Ids& others) { return Collector(others).collect(plans); }

}  // namespace planbuilder::diff
