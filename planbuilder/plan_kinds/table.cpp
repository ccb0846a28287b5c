#include "planbuilder/plan_kinds/table.h"

namespace planbuilder {

// The one place that names kinds. In the order in which `--all` gives the plans of a service and `--help` lists the kinds.
std::vector<PlanKindFacts> shipped_plan_kinds() {
  return {
      {
          .name = "build",
          .aliases = {"deploy"},
          .does = "Deploys the service",
          .direction = Direction::build,
          .subject = Subject::service,
          .is_always_there = true,
          .takes_part = true,
          .event = "deploy",
          .workflow = "deploy",
          .plan_type = "BuildPlan",
          .operation = "initiate",
          .opentosca_name = "buildPlan",
      },
      {
          .name = "terminate",
          .aliases = {"undeploy"},
          .does = "Removes the service",
          .direction = Direction::terminate,
          .subject = Subject::service,
          .is_always_there = true,
          .takes_part = true,
          .event = "undeploy",
          .workflow = "undeploy",
          .plan_type = "TerminationPlan",
          .operation = "terminate",
          .opentosca_name = "terminationPlan",
      },
      {
          .name = "scale-out",
          .does = "Adds an instance of a region",
          .direction = Direction::build,
          .subject = Subject::region,
          .event = "deploy",
          .operation = "scale-out",
          .opentosca_name = "scalingPlan",
      },
      {
          .name = "scale-in",
          .does = "Removes an instance of a region",
          .direction = Direction::terminate,
          .subject = Subject::region,
          .event = "undeploy",
          .operation = "scale-in",
      },
      {
          .name = "event",
          .does = "Handles an event of the service",
          .direction = Direction::none,
          .subject = Subject::event,
          .operation = "initiate",
      },
      {
          .name = "workflow",
          .does = "Does what a workflow of the model says",
          .direction = Direction::none,
          .subject = Subject::workflow,
          .operation = "initiate",
      },
      {
          .name = "trigger",
          .does = "Does what a policy says when its trigger acts",
          .direction = Direction::none,
          .subject = Subject::trigger,
          .operation = "initiate",
      },
  };
}

}  // namespace planbuilder
