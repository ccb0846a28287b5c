#include "planbuilder/tosca/topology/scaling_limits.h"

#include <algorithm>
#include <limits>

#include "planbuilder/tosca/model/representations.h"

namespace planbuilder::tosca {

namespace {

/// Nothing where only a run knows it, or where it is none, which is reported.
std::optional<std::uint32_t> number_of(const Topology& topology, const Value* value, Diagnostics& diagnostics) {
  if (value == nullptr || value->is_null()) return std::nullopt;
  const auto known = known_count(topology, *value);
  if (known && *known <= std::numeric_limits<std::uint32_t>::max()) return static_cast<std::uint32_t>(*known);
  if (value->call() == nullptr) {
    diagnostics.error(Code::bad_limits, value->at, "a number of instances is a whole number from 0 on");
  } else {
    diagnostics.warning(Code::bad_limits, value->at, "only a run knows this number of instances: it is no limit");
  }
  return std::nullopt;
}

/// Says what contradicts what.
bool fits(const ScalingLimits& limits, const Value* maximum, const Value* initial, Diagnostics& diagnostics) {
  const std::uint32_t most = limits.maximum.value_or(std::numeric_limits<std::uint32_t>::max());
  if (limits.minimum > most) {
    diagnostics.error(Code::bad_limits, maximum == nullptr ? SourceRange{} : maximum->at,
                      "at least " + std::to_string(limits.minimum) + " and at most " + std::to_string(most) +
                          " instances: there is no such number");
    return false;
  }
  if (limits.initial >= limits.minimum && limits.initial <= most) return true;
  diagnostics.error(Code::bad_limits, initial == nullptr ? SourceRange{} : initial->at,
                    std::to_string(limits.initial) + " instances at first are " +
                        (limits.initial > most ? "more than the " + std::to_string(most) + " that there may be"
                                               : "fewer than the " + std::to_string(limits.minimum) + " that there must be"));
  return false;
}

}  // namespace

std::optional<ScalingLimits> read_limits(const Topology& topology, const FindProperty& find, const ScalingLimits& usual,
                                         Diagnostics& diagnostics) {
  const Value* minimum = find("min_instances");
  const Value* maximum = find("max_instances");
  const Value* initial = find("default_instances");
  if (minimum == nullptr && maximum == nullptr && initial == nullptr) return std::nullopt;
  ScalingLimits limits;
  limits.minimum = number_of(topology, minimum, diagnostics).value_or(usual.minimum);
  limits.maximum = maximum == nullptr ? usual.maximum : number_of(topology, maximum, diagnostics);
  const std::uint32_t most = std::max(limits.maximum.value_or(std::numeric_limits<std::uint32_t>::max()), limits.minimum);
  limits.initial =
      number_of(topology, initial, diagnostics).value_or(std::clamp<std::uint32_t>(usual.initial, limits.minimum, most));
  if (!fits(limits, maximum, initial, diagnostics)) return std::nullopt;
  return limits;
}

}  // namespace planbuilder::tosca
