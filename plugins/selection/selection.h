// Choosing existing instances: by strategy, or by following what was chosen before.
#pragma once

#include "plugins/plugin.h"

namespace planbuilder::plugins {

/// The oldest instance.
class FirstInstance : public Plugin {
 public:
  [[nodiscard]] std::string_view name() const override { return "select-first-instance"; }
  [[nodiscard]] std::optional<Match> match(const flow::Activity& activity, const tosca::Topology& topology) const override;
  void fill(const flow::Activity& activity, const tosca::Topology& topology, StepBuilder& steps) const override;
};

/// The newest instance.
class LastInstance : public Plugin {
 public:
  [[nodiscard]] std::string_view name() const override { return "select-last-instance"; }
  [[nodiscard]] std::optional<Match> match(const flow::Activity& activity, const tosca::Topology& topology) const override;
  void fill(const flow::Activity& activity, const tosca::Topology& topology, StepBuilder& steps) const override;
};

/// The instance that an input of the plan names.
class UserProvided : public Plugin {
 public:
  [[nodiscard]] std::string_view name() const override { return "select-user-provided"; }
  [[nodiscard]] std::optional<Match> match(const flow::Activity& activity, const tosca::Topology& topology) const override;
  void fill(const flow::Activity& activity, const tosca::Topology& topology, StepBuilder& steps) const override;
};

/// The instance that belongs to one selected before.
class RecursiveSelection : public Plugin {
 public:
  [[nodiscard]] std::string_view name() const override { return "select-recursively"; }
  [[nodiscard]] std::optional<Match> match(const flow::Activity& activity, const tosca::Topology& topology) const override;
  void fill(const flow::Activity& activity, const tosca::Topology& topology, StepBuilder& steps) const override;
};

}  // namespace planbuilder::plugins
