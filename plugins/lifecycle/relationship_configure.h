// Relationships by their Configure interface; one without it is recorded, which is all there is to it.
#pragma once

#include "plugins/plugin.h"

namespace planbuilder::plugins {

/// The operation of this name in an entity's Configure interface, however both are spelled there.
std::optional<OperationName> find_configure_operation(const std::vector<tosca::Interface>& interfaces,
                                                      std::string_view operation);
/// On the machine of the source, rather than on that of the target.
bool runs_at_source(std::string_view operation);

class RelationshipConfigure : public Plugin {
 public:
  [[nodiscard]] std::string_view name() const override { return "relationship-configure"; }
  [[nodiscard]] std::optional<Match> match(const flow::Activity& activity, const tosca::Topology& topology) const override;
  void fill(const flow::Activity& activity, const tosca::Topology& topology, StepBuilder& steps) const override;
};

}  // namespace planbuilder::plugins
