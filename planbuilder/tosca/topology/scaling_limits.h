// How often something may be there that scales, as the Simple Profile writes it: min_instances, max_instances, default_instances.
#pragma once

#include <functional>
#include <optional>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// The value of a property by its name; none where it is not there.
using FindProperty = std::function<const Value*(std::string_view)>;

/// Nothing where no limit is said, or where they contradict each other, which is reported at its place. `usual` is what is meant
/// where one of them is not said.
std::optional<ScalingLimits> read_limits(const Topology& topology, const FindProperty& find, const ScalingLimits& usual,
                                         Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
