#include "planbuilder/driver/dump.h"

#include <iostream>
#include <memory>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"

namespace planbuilder::cli {

namespace {

struct DumpOptions : CommonOptions {
  driver::PlanChoice choice;
  std::string stage;
};

int dump(DumpOptions& options) {
  driver::Session session(options);
  std::cout << driver::dump_stage(options.stage, options.choice, options, session).value_or("");
  std::cout.flush();
  return finish(session, options);
}

}  // namespace

Command dump_command() {
  auto options = std::make_shared<DumpOptions>();
  Command command{"dump", "show what a stage made of the input, for those who work on planbuilder"};
  add_common_options(command, *options, *options);
  command.add({.names = "--stage",
               .value = "STAGE",
               .help = "tree (of each file), definitions (of each file), topology, or flow (a plan before plugins fill it)",
               .into = &options->stage,
               .choices = driver::stage_names(),
               .required = true});
  add_plan_choice(command, options->choice);
  command.job = [options] { return dump(*options); };
  return command;
}

}  // namespace planbuilder::cli
