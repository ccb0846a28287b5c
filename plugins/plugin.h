// What a plugin is: it recognises activities and fills them with steps.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/tosca/topology.h"
#include "plugins/step_builder.h"

namespace planbuilder::plugins {

/// How well a plugin fits an activity, and why. The highest score wins.
struct Match {
  int score = 0;
  std::string reason;
};

// Knowing one type beats knowing an interface; having something to call beats having nothing.
inline constexpr int knows_nothing_to_do = 1;
inline constexpr int knows_whom_to_ask = 5;
inline constexpr int knows_interface = 10;
inline constexpr int knows_type = 20;

/// An operation, by the names that it has in an entity.
struct OperationName {
  std::string interface;
  std::string operation;
};

class Plugin {
 public:
  virtual ~Plugin() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual std::optional<Match> match(const flow::Activity& activity, const tosca::Topology& topology) const = 0;
  virtual void fill(const flow::Activity& activity, const tosca::Topology& topology, StepBuilder& steps) const = 0;

 protected:
  Plugin() = default;
  Plugin(const Plugin&) = default;
  Plugin& operator=(const Plugin&) = default;
};

}  // namespace planbuilder::plugins
