// Where the machines of a plan are, as far as the plan says it; what only a run learns is left open.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "planbuilder/plan/plan.h"

namespace planbuilder::plan {

/// How the steps on a machine get there. templates/shell/runtime/place.sh decides by the same names when a plan runs.
struct Whereabouts {
  /// here: no way at all. open: the instance of the machine says it, and this plan does not make it.
  enum class Way { here, ssh, container, open };

  Way way = Way::here;
  std::string by = {};     // the property or attribute that says it
  std::string value = {};  // what that is, if the plan knows it
  std::string user = {};   // whom one logs in as, or the property that says it
};

constexpr std::string_view to_string(Whereabouts::Way way) {
  switch (way) {
    case Whereabouts::Way::here: return "here";
    case Whereabouts::Way::ssh: return "ssh";
    case Whereabouts::Way::container: return "container";
    case Whereabouts::Way::open: return "open";
  }
  return "";
}

/// By the nodes on whose machines steps, or what takes them back, are done. The orchestrator's own machine is not among them.
using Machines = std::unordered_map<std::string, Whereabouts>;

Machines find_whereabouts(const Plan& plan);

}  // namespace planbuilder::plan
