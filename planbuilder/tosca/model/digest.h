// A fingerprint of a topology: equal for equal services, whatever their files look like.
#pragma once

#include <string>

#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// SHA-256 in hex over all that a plan can depend on. Places in files, comments and the order of
/// declarations do not count.
std::string digest_of(const Topology& topology);

/// The beginning of the same over what is said of one entity, which is enough to tell versions of it apart.
std::string digest_of(const Topology& topology, EntityId entity);

}  // namespace planbuilder::tosca
