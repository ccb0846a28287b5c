// What a plugin is: it recognises activities and fills them with steps.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/support/output.h"
#include "plugins/step_builder.h"
#include "plugins/surroundings.h"

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
inline constexpr int knows_type = 20;       // the nearer the type that it knows, the more is added: up to 9
inline constexpr int knows_the_model = 40;  // the model itself says what is to happen

class Plugin {
 public:
  virtual ~Plugin() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  /// lifecycle, type, selection.
  [[nodiscard]] virtual std::string_view kind() const { return "lifecycle"; }
  [[nodiscard]] virtual std::string_view description() const = 0;
  /// The selection strategy that it knows; empty for all others.
  [[nodiscard]] virtual std::string_view strategy() const { return ""; }
  /// The files of its folder that steps run, each with its path in a CSAR.
  [[nodiscard]] virtual const std::map<std::string, std::string>& files() const {
    static const std::map<std::string, std::string> none;
    return none;
  }
  /// Those of them that the input does not have, by their paths in a CSAR.
  [[nodiscard]] virtual std::span<const OutputFile> brought() const { return {}; }
  [[nodiscard]] virtual std::optional<Match> match(const flow::Activity& activity, Surroundings& around) const = 0;
  virtual void fill(const flow::Activity& activity, Surroundings& around, StepBuilder& steps) const = 0;

 protected:
  Plugin() = default;
  Plugin(const Plugin&) = default;
  Plugin& operator=(const Plugin&) = default;
};

}  // namespace planbuilder::plugins
