// What a running service reacts to: notifications from outside, and what policies want done when events come.
//
// Nothing here knows TOSCA: reactions_of.h finds all this in a topology, and reactions.schema.json describes its document.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/plan/plan.h"
#include "planbuilder/support/source.h"

namespace planbuilder::react {

/// An output of a notification that becomes an attribute.
struct Mapping {
  std::string output;
  plan::Entity entity;  // whose attribute it is: the notification's own, or one of its surroundings
  std::string attribute;
  bool secret = false;
};

/// What is run to be told of a notification.
struct Subscription {
  plan::Artifact artifact;
  std::vector<std::string> dependencies;
};

struct Notification {
  plan::Entity of;
  std::string interface;
  std::string type;  // of the interface; may be empty
  std::string name;
  std::vector<std::string> outputs;  // all that it may have; empty: nobody says
  std::vector<Mapping> mappings;
  std::optional<Subscription> subscription;
  std::vector<std::size_t> sets_off = {};  // the reactions that listen to its event
  SourceRange at = {};
};

/// What is made of the values that were found, before the condition looks at it.
enum class Method : std::uint8_t { none, average, minimum, maximum, sum };

constexpr std::string_view to_string(Method method) {
  switch (method) {
    case Method::none: return "none";
    case Method::average: return "average";
    case Method::minimum: return "minimum";
    case Method::maximum: return "maximum";
    case Method::sum: return "sum";
  }
  return "";
}

/// An entity that a reaction can be about, and what must hold then.
struct Subject {
  plan::Entity entity;         // the service, where nobody is named
  plan::Expression condition;  // null: nothing. With a method it reads an input of that name.
  plan::Expression sample;     // with a method: the value that is collected
};

struct Reaction {
  std::string name;  // policy.trigger
  std::string event;
  bool is_heard = false;  // a notification of the service raises the event
  std::vector<Subject> subjects;
  std::optional<double> period = {};  // seconds; older findings do not count
  std::uint64_t evaluations = 1;      // so often the condition must hold, or so many values there must be
  Method method = Method::none;
  std::optional<std::int64_t> from = {};  // seconds since 1970: when it acts
  std::optional<std::int64_t> until = {};
  std::string plan;                         // that is run
  std::vector<plan::Argument> inputs = {};  // of the plan
  SourceRange at = {};

  /// Nothing tells of its event, but time or an attribute may make it act.
  [[nodiscard]] bool is_by_clock() const;
};

/// An input of the service, and its default.
struct DefaultInput {
  std::string name;
  std::string value;
};

struct Reactions {
  std::vector<Notification> notifications;
  std::vector<Reaction> reactions;
  std::vector<DefaultInput> inputs;

  [[nodiscard]] bool empty() const { return notifications.empty() && reactions.empty(); }
};

}  // namespace planbuilder::react
