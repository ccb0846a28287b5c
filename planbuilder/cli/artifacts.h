// What `generate` and `pack` share: the files of all plans for the wanted targets, and a word about what was written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planbuilder/cli/session.h"
#include "planbuilder/emit/target.h"
#include "planbuilder/support/output.h"

namespace planbuilder::cli {

struct WritingOptions : CommonOptions {
  std::string targets;  // empty: those that suit the input
  std::string output;
  bool allow_missing_artifacts = false;
  emit::OptionValues target_options = {};
};

struct Artifacts {
  std::vector<plan::Plan> plans;
  std::vector<OutputFile> files;  // `<plan>/<target>/<file>`
};

/// Names with commas between them as a list, with what these targets bring along; of nothing what suits a service in that
/// language. Unknown names are reported.
std::vector<const emit::Target*> chosen_targets(const std::string& wanted, Language language, Diagnostics& diagnostics);

/// From `<plan>/<target>/` to what the steps run, in a CSAR.
inline constexpr const char* root_of_csar = "../../..";

/// All plans of the service in all wanted targets. `files_root` leads from `<plan>/<target>/` to what the steps run; `csar` is
/// the name of the archive that they belong to.
std::optional<Artifacts> make_artifacts(const WritingOptions& options, Session& session, const std::string& files_root,
                                        const std::string& csar);

/// The files that the plans' steps use, below `files/`, read from the input.
std::vector<OutputFile> copy_used_files(const std::vector<plan::Plan>& plans, Session& session);

/// Shows the problems, then one line (or JSON) about what was written; gives the exit code.
int report_written(const WritingOptions& options, Session& session, const std::optional<Artifacts>& written);

}  // namespace planbuilder::cli
