// Which plan of a service is meant: the options for it, and what they stand for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planbuilder/flow/derive.h"
#include "planbuilder/plan_kinds/plan_kinds.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace planbuilder::cli {

struct PlanChoice {
  std::string kind = PlanKinds::shipped().usual()->name;  // or another word for it; empty: any
  std::string region;
  std::string event;              // of the service, instead of a kind
  std::vector<std::string> only;  // nodes; empty: the whole service
  bool with_dependencies = false;
  tosca::Region part = {};  // what `only` stands for, once the service is known
};

/// Adds --kind, --region and --event; the option of the kind comes back.
CLI::Option* add_kind_choice(CLI::App& command, PlanChoice& choice);
/// Adds --only and --with-dependencies, too.
CLI::Option* add_plan_choice(CLI::App& command, PlanChoice& choice);

/// Whether a plan of that kind and name, made by whomever, is meant; without a kind, one of any. Parts of a service are not asked
/// for.
bool is_chosen(const PlanChoice& choice, const PlanKind& kind, const std::string& name);

/// The plans that are meant: one, or one per region. An event that is sent stands for all other choices. Wrong names are
/// reported.
std::vector<flow::PlanRequest> chosen_plans(PlanChoice& choice, const std::string& send, const tosca::Topology& topology,
                                            Diagnostics& diagnostics);

/// The one plan that is meant. Nothing when there is none or more than one, which is reported.
std::optional<flow::PlanRequest> chosen_plan(PlanChoice& choice, const std::string& send, const tosca::Topology& topology,
                                             Diagnostics& diagnostics);

}  // namespace planbuilder::cli
