#include "plugins/parameters/follow_secrets.h"

#include <set>

#include "planbuilder/plan/walk.h"
#include "plugins/parameters/secrets.h"

namespace planbuilder::plugins {

namespace {

/// Values are written before they are read, and activities stand in that order: mostly one look is enough, and a second one that
/// finds nothing new.
class Follower {
 public:
  Follower(Surroundings& around, plan::Plan& plan) : around_(around), plan_(plan) {}

  void follow() {
    do {
      found_more_ = false;
      for (plan::Activity& activity : plan_.activities) {
        for (plan::Step& step : activity.steps) look_at(activity, step);
      }
    } while (found_more_);
    for (plan::Output& output : plan_.outputs) output.secret = output.secret || reads(output.value);
  }

 private:
  using Member = std::pair<std::string, std::string>;  // an entity, and the name of its property or attribute

  void look_at(const plan::Activity& activity, plan::Step& step) {
    plan::for_each_argument(step, [&](plan::Argument& argument) { argument.secret = argument.secret || reads(argument.value); });
    if (const auto* record = std::get_if<plan::Record>(&step.action)) {
      for (const auto* members : {&record->properties, &record->attributes}) {
        for (const plan::Argument& member : *members) {
          if (member.secret) remember(activity.entity, member.name);
        }
      }
    }
    if (const auto* invoke = std::get_if<plan::Invoke>(&step.action)) {
      for (const plan::OutputMapping& mapping : invoke->outputs) {
        if (mapping.secret) remember(mapping.entity, mapping.attribute);
      }
    }
  }

  static Member member_of(const plan::Entity& entity, const std::string& name) {
    return {std::string(to_string(entity.kind)) + " " + entity.id, name};
  }
  void remember(const plan::Entity& entity, const std::string& name) {
    found_more_ = secret_.insert(member_of(entity, name)).second || found_more_;
  }

  bool reads(const plan::Expression& value) {
    if (is_literal(value)) return false;  // what it was made of in the model was looked at there
    bool found = reads_secret(around_, value);
    plan::for_each_entity_read(value, [&](const plan::EntityRead& read, SourceRange) {
      found = found || secret_.contains(member_of(read.of.entity, read.name));
    });
    return found;
  }

  Surroundings& around_;
  plan::Plan& plan_;
  std::set<Member> secret_;
  bool found_more_ = false;
};

}  // namespace

void follow_secrets(Surroundings& around, plan::Plan& plan) { Follower(around, plan).follow(); }

}  // namespace planbuilder::plugins
