// What a run can be told: where the input is, and all that decides what becomes of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "planbuilder/driver/limits.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/plan_kinds/plan_kind.h"

namespace planbuilder::tosca {
struct Region;
}

namespace planbuilder::driver {

/// Names, readers and words of all of them but the input stand in option_table.cpp.
struct Options {
  std::string input;  // a CSAR, a folder or a definitions file
  std::string import_map = {};
  bool strict_tosca = false;
  std::string semantics = {};
  std::string kinds = {};
  std::vector<std::string> also = {};  // kinds of plans beside those that a service has anyway
  bool generated = false;              // whatever workflows deploy and undeploy the model writes out
  std::string derive = "auto";         // relationships or events; auto: events when the model tells of them
  std::string events = "strict";
  std::string send = {};
  std::string desired = {};
  std::vector<std::string> plugin_dirs = {};
  bool allow_csar_plugins = false;
  std::optional<plan::Failure> on_failure = {};  // of plans, whatever the model says
  InputLimits limits = {};
};

/// Which plan of a service is meant.
struct PlanChoice {
  std::string kind = PlanKind()->name;  // or another word for it; empty: any
  std::string region = {};
  std::string event = {};              // of the service, instead of a kind
  std::string workflow = {};           // of the model, likewise
  std::string operation = {};          // of the kind that calls one
  std::vector<std::string> only = {};  // nodes; empty: the whole service
  bool with_dependencies = false;
  std::shared_ptr<const tosca::Region> part = {};  // what `only` stands for, once the service is known
};

}  // namespace planbuilder::driver
