// The options that commands share, declared once.
#pragma once

#include <CLI/CLI.hpp>

#include "planbuilder/cli/artifacts.h"
#include "planbuilder/cli/options.h"

namespace planbuilder::cli {

inline void add_common_options(CLI::App& command, CommonOptions& options) {
  command.add_option("INPUT", options.input, "a CSAR, a folder or a definitions file")->required();
  command.add_flag("--json", options.json, "write the result as JSON");
  command.add_flag("-q,--quiet", options.quiet, "do not write a summary");
  command.add_option("--color", options.color, "colour messages: auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
}

inline void add_writing_options(CLI::App& command, WritingOptions& options, const std::string& output, const std::string& kind) {
  command.add_option("--target", options.targets, "targets, separated by commas")->type_name("T[,T...]")->capture_default_str();
  command.add_option("-o,--output", options.output, output)->required()->type_name(kind);
  command.add_flag("--allow-missing-artifacts", options.allow_missing_artifacts,
                   "go on although files that the plans run are not there");
}

}  // namespace planbuilder::cli
