#include "planbuilder/cli/common_options.h"

#include <algorithm>
#include <map>
#include <set>

#include "planbuilder/driver/option_table.h"
#include "planbuilder/emit/registry/targets.h"
#include "planbuilder/plan_kinds/plan_kinds.h"
#include "planbuilder/support/text.h"

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
  command.add({.names = "--all-messages",
               .help = "show every message, also those that say the same of many places",
               .into = &display.all_messages});
}

/// What each target is, below the options.
std::string targets_in_words() {
  std::string words = "Targets:";
  for (const emit::Target* target : emit::targets())
    words += "\n  " + std::string(target->name) + ": " + std::string(target->summary);
  return words;
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
  command.add({.names = "--workflow",
               .value = "NAME",
               .help = "the plan for a workflow of the model, or for what a trigger does: POLICY.TRIGGER",
               .into = &choice.workflow,
               .excludes = {"--region", "--event"}});
  command.add({.names = "--kind", .value = "KIND", .help = PlanKinds::shipped().in_words(), .into = &choice.kind});
  command.add({.names = "--operation",
               .value = "INTERFACE.OPERATION",
               .help = "the operation that --kind run calls",
               .into = &choice.operation,
               .excludes = {"--region", "--event", "--workflow"}});
}

void add_plan_choice(Command& command, driver::PlanChoice& choice) {
  add_kind_choice(command, choice);
  command.add({.names = "--only",
               .value = "NODE[,NODE...]",
               .help = "build, terminate or call operations of only these nodes",
               .into = &choice.only,
               .repeats = true,
               .separator = ',',
               .excludes = {"--region", "--event", "--workflow"}});
  command.add({.names = "--with-dependencies",
               .help = "and what they need; when terminating, what needs them",
               .into = &choice.with_dependencies,
               .needs = {"--only"}});
}

namespace {

/// Takes one more name, or several with commas between them.
Parameter::Reader into_set(std::set<std::string>& names) {
  return [&names](const std::string& text) {
    for (const std::string_view name : split(text, ',')) names.emplace(trim(name));
    return std::string();
  };
}

Parameter::Reader into_values(std::map<std::string, std::string>& values) {
  return [&values](const std::string& text) -> std::string {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) return "NAME=VALUE is wanted, not '" + text + "'";
    values[text.substr(0, equals)] = text.substr(equals + 1);
    return {};
  };
}

}  // namespace

void add_change_options(Command& command, driver::ChangeOptions& change) {
  change::Options& how = change.how;
  command.add({.names = "--state",
               .value = "DIR|FILE",
               .help = "what is there: a state directory of plan.sh, or an export of one",
               .into = &change.state});
  command.add({.names = "--from",
               .value = "OLD",
               .help = "another version of the model; without --state, all of it counts as there",
               .into = &change.from});
  command.add({.names = "--force", .help = "do all operations again", .into = &how.force});
  command.add({.names = "--repair",
               .value = "WHAT",
               .help = "what does not work is repaired (error), also what works badly (degraded), or nothing (none)",
               .into = &how.repair,
               .choices = {"none", "error", "degraded"}});
  command.add({.names = "--prune", .help = "remove what the model no longer has (an update does so)", .into = &how.prune});
  command.add({.names = "--skip-new", .help = "make nothing that is not there", .into = &how.skip_new});
  command.add({.names = "--change-detection",
               .value = "HOW",
               .help = "whether changes of the model count: skip, spec, or always (also where somebody customised an instance)",
               .into = &how.detection,
               .choices = {"skip", "spec", "always"}});
  command.add(
      {.names = "--destroy-unmanaged", .help = "remove also what was found and not made", .into = &how.destroy_unmanaged});
  command.add({.names = "--replace",
               .value = "ID",
               .help = "make this entity anew, with all that stands on it",
               .into = into_set(how.replace),
               .repeats = true});
  command.add(
      {.names = "--exclude", .value = "ID", .help = "leave this node alone", .into = into_set(how.exclude), .repeats = true});
  command.add({.names = "--input",
               .value = "NAME=VALUE",
               .help = "an input that is to be another one than before",
               .into = into_values(how.inputs),
               .repeats = true});
  command.add({.names = "--at-once",
               .value = "N",
               .help = "so many instances of a scaled region at a time",
               .into = &how.at_once,
               .positive = true});
}

std::string usual_targets_in_words() {
  const std::vector<std::string_view> of_yaml = emit::usual_targets(Language::yaml);
  std::vector<std::string> more;
  for (const std::string_view name : emit::usual_targets(Language::xml)) {
    if (std::find(of_yaml.begin(), of_yaml.end(), name) == of_yaml.end()) more.emplace_back(name);
  }
  return join({of_yaml.begin(), of_yaml.end()}, " and ") + "; of XML services " + join(more, " and ") + " too";
}

void add_target_options(Command& command, emit::OptionValues& values) {
  for (const emit::Option* row : emit::options_of(emit::targets())) {
    std::string& value = values[std::string(row->name)];
    value = row->usual;
    command.add({.names = "--" + std::string(row->name),
                 .value = std::string(row->value_name),
                 .help = std::string(row->help),
                 .into = &value,
                 .choices = {row->choices.begin(), row->choices.end()},
                 .positive = row->kind == emit::Option::Kind::seconds,
                 .check = [row](const std::string& text) { return emit::check_value(*row, text).value_or(""); },
                 .shows_default = true});
  }
}

void add_writing_options(Command& command, driver::WritingOptions& options, Parameter output) {
  command.add({.names = "--target",
               .value = "T[,T...]",
               .help = "targets, separated by commas (" + usual_targets_in_words() + ")",
               .into = &options.targets});
  command.add(std::move(output));
  command.add({.names = "--allow-missing-artifacts",
               .help = "go on although files that the plans run are not there",
               .into = &options.allow_missing_artifacts});
  command.add({.names = "--secrets-file",
               .value = "FILE",
               .help = "write the secrets that the model writes out, which plans leave out, into a file for the user only (for "
                       "plan.sh --secrets file=FILE)",
               .into = &options.secrets_file});
  add_target_options(command, options.target_options);
  command.footer = targets_in_words() + (command.footer.empty() ? "" : "\n\n" + command.footer);
}

}  // namespace planbuilder::cli
