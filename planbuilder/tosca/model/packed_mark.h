// How declarations of plans that planbuilder packed are told from those of the model: they are no part of it.
#pragma once

#include <string_view>

namespace planbuilder::tosca {

/// YAML: a workflow with this key in its metadata.
inline constexpr std::string_view packed_metadata = "planbuilder";

/// XML: a plan with the attribute `plan` of this namespace; and what leads to such a plan at the boundary.
inline constexpr std::string_view packed_namespace = "urn:planbuilder:packed";
inline constexpr std::string_view packed_attribute = "plan";

}  // namespace planbuilder::tosca
