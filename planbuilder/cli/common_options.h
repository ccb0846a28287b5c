// The options that commands share, declared once.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>

#include "planbuilder/cli/artifacts.h"
#include "planbuilder/cli/on_failure.h"
#include "planbuilder/cli/options.h"
#include "planbuilder/emit/registry/targets.h"

namespace planbuilder::cli {

/// All but the input.
inline void add_shared_options(CLI::App& command, CommonOptions& options) {
  command.add_flag("--json", options.json, "write the result as JSON");
  command.add_flag("-q,--quiet", options.quiet, "do not write a summary");
  command.add_option("--color", options.color, "colour messages: auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
  command.add_option("--import-map", options.import_map, "where imports are found that are not part of the input")
      ->type_name("FILE");
  command.add_flag("--strict-tosca", options.limits.load.strict_tosca,
                   "refuse the event grammar, which TOSCA as published lacks");
  command.add_option("--semantics", options.semantics, "what relationship types mean for the order, beside the shipped table")
      ->type_name("FILE");
  command
      .add_option("--derive", options.derive,
                  "derive the order from relationships or from events (events if the model tells of them)")
      ->check(CLI::IsMember({"auto", "relationships", "events"}))
      ->type_name("HOW");
  command
      .add_option("--events", options.events,
                  "what becomes of an event whose precondition is false: strict (dropped) or deferred")
      ->check(CLI::IsMember({"strict", "deferred"}))
      ->type_name("MODE");
  command.add_option("--send", options.send, "an event that goes to every node that has it, instead of one of the service")
      ->type_name("OPERATION");
  command
      .add_option("--desired", options.desired, "the state that all must come to rest in, where no event of the service says it")
      ->type_name("STATE");
  command.add_option("--plugin-dir", options.plugin_dirs, "a folder with a plugin.yaml, or with folders that have one")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command.add_flag("--allow-csar-plugins", options.allow_csar_plugins, "use the plugins that the input has below Plugins/");
  const auto take_policy = [&options](const std::string& policy) {
    const auto known = read_on_failure(policy);
    if (!known) throw CLI::ValidationError("--on-failure", "stop, undo, retry or retry=N is wanted, not '" + policy + "'");
    options.on_failure = *known;
  };
  command
      .add_option_function<std::string>("--on-failure", take_policy,
                                        "what a run does when a step fails: stop, undo what was done, or retry it first")
      ->type_name("stop|undo|retry[=N]");
  const auto take_limits = [&options](const std::vector<std::string>& settings) {
    for (const std::string& setting : settings) {
      const std::string problem = set_limit(setting, options.limits);
      if (!problem.empty()) throw CLI::ValidationError("--limit", problem);
    }
  };
  command.add_option_function<std::vector<std::string>>("--limit", take_limits, "let the input be larger than usual")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

inline void add_common_options(CLI::App& command, CommonOptions& options) {
  command.add_option("INPUT", options.input, "a CSAR, a folder or a definitions file")->required();
  add_shared_options(command, options);
}

/// What is written if nobody says it, in words.
inline std::string usual_targets_in_words() {
  const std::vector<std::string_view> of_yaml = emit::usual_targets(Language::yaml);
  std::vector<std::string> more;
  for (const std::string_view name : emit::usual_targets(Language::xml)) {
    if (std::find(of_yaml.begin(), of_yaml.end(), name) == of_yaml.end()) more.emplace_back(name);
  }
  return join({of_yaml.begin(), of_yaml.end()}, " and ") + "; of XML services " + join(more, " and ") + " too";
}

/// What each target is, below the options.
inline std::string targets_in_words() {
  std::string words = "Targets:";
  for (const emit::Target* target : emit::targets())
    words += "\n  " + std::string(target->name) + ": " + std::string(target->summary);
  return words;
}

/// All options of all targets.
inline void add_target_options(CLI::App& command, emit::OptionValues& values) {
  for (const emit::Option* row : emit::options_of(emit::targets())) {
    std::string& value = values[std::string(row->name)];
    value = row->usual;
    CLI::Option* option = command.add_option("--" + std::string(row->name), value, std::string(row->help))
                              ->type_name(std::string(row->value_name))
                              ->capture_default_str();
    if (row->kind == emit::Option::Kind::choice)
      option->check(CLI::IsMember(std::vector<std::string>(row->choices.begin(), row->choices.end())));
    if (row->kind == emit::Option::Kind::seconds) option->check(CLI::PositiveNumber);
    option->check([row](const std::string& text) { return emit::check_value(*row, text).value_or(""); });
  }
}

/// Gives the option that names the output.
inline CLI::Option* add_writing_options(CLI::App& command, WritingOptions& options, const std::string& output,
                                        const std::string& kind) {
  command.add_option("--target", options.targets, "targets, separated by commas (" + usual_targets_in_words() + ")")
      ->type_name("T[,T...]");
  CLI::Option* written = command.add_option("-o,--output", options.output, output)->required()->type_name(kind);
  command.add_flag("--allow-missing-artifacts", options.allow_missing_artifacts,
                   "go on although files that the plans run are not there");
  add_target_options(command, options.target_options);
  command.footer(targets_in_words() + "\n\n" + command.get_footer());
  return written;
}

}  // namespace planbuilder::cli
