// Nodes by their lifecycle interface: which operations are called on the way up and down, whatever the node's type.
#pragma once

#include <vector>

#include "plugins/plugin.h"

namespace planbuilder::plugins {

/// A lifecycle as data: an operation, the state in which it leaves the node, and the operation that takes it back.
struct LifecycleOperation {
  std::string_view operation;
  std::string_view after;
  std::string_view inverse = {};
};

class Lifecycle : public Plugin {
 public:
  Lifecycle(std::string_view name, std::vector<std::string_view> interfaces, std::vector<LifecycleOperation> up,
            std::vector<LifecycleOperation> down)
      : name_(name), interfaces_(std::move(interfaces)), up_(std::move(up)), down_(std::move(down)) {}

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] std::optional<Match> match(const flow::Activity& activity, const tosca::Topology& topology) const override;
  void fill(const flow::Activity& activity, const tosca::Topology& topology, StepBuilder& steps) const override;

  /// The operation that has the place which `operation` has in another lifecycle, if the entity has one.
  [[nodiscard]] std::optional<OperationName> find_operation(const std::vector<tosca::Interface>& interfaces,
                                                            const Lifecycle& other, std::string_view operation) const;

 private:
  [[nodiscard]] const tosca::Interface* find_interface(const std::vector<tosca::Interface>& interfaces) const;

  std::string_view name_;
  std::vector<std::string_view> interfaces_;  // names, in order of preference
  std::vector<LifecycleOperation> up_;
  std::vector<LifecycleOperation> down_;
};

/// TOSCA Simple Profile: create, configure, start; stop, delete.
Lifecycle standard_lifecycle();
/// OpenTOSCA: install, configure, start; stop, uninstall.
Lifecycle opentosca_lifecycle();

}  // namespace planbuilder::plugins
