#include "planbuilder/cli/common_options.h"

#include "planbuilder/driver/option_table.h"
#include "planbuilder/plan_kinds/plan_kinds.h"

namespace planbuilder::cli {

namespace {

void add_display_options(Command& command, Display& display) {
  command.add({.names = "--json", .help = "write the result as JSON", .into = &display.json});
  command.add({.names = "-q,--quiet", .help = "do not write a summary", .into = &display.quiet});
  command.add({.names = "-v,--verbose", .help = "say how long each stage took", .into = &display.verbose});
  command.add({.names = "--color",
               .value = "WHEN",
               .help = "colour messages: auto, always or never",
               .into = &display.color,
               .choices = {"auto", "always", "never"}});
}

/// What only some targets ask for.
void add_target_options(Command& command, driver::TargetOptions& options) {
  command.add({.names = "--bpel-calls",
               .value = "HOW",
               .help = "how a process waits for the invoker: sync, or callback (by a message)",
               .into = &options.bpel_calls,
               .choices = {"sync", "callback"},
               .shows_default = true});
  command.add({.names = "--bpel-engine",
               .value = "URL",
               .help = "where the engine offers processes",
               .into = &options.bpel.engine,
               .shows_default = true});
  command.add({.names = "--bpel-invoker",
               .value = "URL",
               .help = "where the invoker is",
               .into = &options.bpel.invoker,
               .shows_default = true});
  command.add({.names = "--bpel-timeout",
               .value = "SECONDS",
               .help = "how long a process waits for steps that do not say it",
               .into = &options.bpel.timeout,
               .positive = true,
               .shows_default = true});
}

}  // namespace

void add_shared_options(Command& command, driver::Options& options, Display& display) {
  add_display_options(command, display);
  for (const driver::Option& option : driver::option_table()) {
    Parameter parameter{.names = "--" + std::string(option.name),
                        .value = std::string(option.value),
                        .help = std::string(option.help),
                        .into = [&options, read = option.read](const std::string& text) { return read(text, options); },
                        .choices = {option.choices.begin(), option.choices.end()},
                        .repeats = option.repeats};
    command.add(std::move(parameter));
  }
}

void add_common_options(Command& command, driver::Options& options, Display& display, bool input_is_required) {
  command.add({.names = "INPUT",
               .help = "a CSAR, a folder or a definitions file",
               .into = &options.input,
               .required = input_is_required});
  add_shared_options(command, options, display);
}

void add_kind_choice(Command& command, driver::PlanChoice& choice) {
  command.add({.names = "--region", .value = "NAME", .help = "the region of a scale-out or scale-in", .into = &choice.region});
  command.add({.names = "--event",
               .value = "EVENT",
               .help = "the plan for another event of the service",
               .into = &choice.event,
               .excludes = {"--region"}});
  command.add({.names = "--kind",
               .value = "KIND",
               .help = PlanKinds::shipped().in_words(),
               .into = &choice.kind,
               .choices = PlanKinds::shipped().words()});
}

void add_plan_choice(Command& command, driver::PlanChoice& choice) {
  add_kind_choice(command, choice);
  command.add({.names = "--only",
               .value = "NODE[,NODE...]",
               .help = "build or terminate only these nodes",
               .into = &choice.only,
               .repeats = true,
               .separator = ',',
               .excludes = {"--region", "--event"}});
  command.add({.names = "--with-dependencies",
               .help = "and what they need; when terminating, what needs them",
               .into = &choice.with_dependencies,
               .needs = {"--only"}});
}

void add_writing_options(Command& command, driver::WritingOptions& options, Parameter output) {
  command.add({.names = "--target",
               .value = "T[,T...]",
               .help = "targets, separated by commas (shell and json; of XML services bpel too)",
               .into = &options.targets});
  command.add(std::move(output));
  command.add({.names = "--allow-missing-artifacts",
               .help = "go on although files that the plans run are not there",
               .into = &options.allow_missing_artifacts});
  add_target_options(command, options);
}

}  // namespace planbuilder::cli
