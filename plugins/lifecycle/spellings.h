// One operation under the names that the languages have for it, as the shipped plugins list them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "plugins/call_builder.h"

namespace planbuilder::plugins {

/// The operation of a node's lifecycle that has the place of this one (create, configure, start, stop, delete) of the standard.
std::optional<OperationName> find_lifecycle_operation(const std::vector<tosca::Interface>& interfaces,
                                                      std::string_view operation);
/// The operation of this name in a relationship's Configure interface, however both are spelled there.
std::optional<OperationName> find_configure_operation(const std::vector<tosca::Interface>& interfaces,
                                                      std::string_view operation);
/// On the machine of the source, rather than on that of the target.
bool runs_at_source(std::string_view operation);
/// On whose machine an operation runs, where nothing is said.
tosca::NodeId usual_host(tosca::EntityId owner, std::string_view operation, const tosca::Topology& topology);

}  // namespace planbuilder::plugins
