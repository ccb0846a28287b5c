// Relationships by their Configure interface; one without it is recorded, which is all there is to it.
#pragma once

#include "plugins/plugin.h"

namespace planbuilder::plugins {

class RelationshipConfigure : public Plugin {
 public:
  [[nodiscard]] std::string_view name() const override { return "relationship-configure"; }
  [[nodiscard]] std::optional<Match> match(const flow::Activity& activity, const tosca::Topology& topology) const override;
  void fill(const flow::Activity& activity, const tosca::Topology& topology, StepBuilder& steps) const override;
};

}  // namespace planbuilder::plugins
