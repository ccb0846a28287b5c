// The files of all plans for the wanted targets, with what their steps use.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planbuilder/driver/session.h"
#include "planbuilder/driver/writing_options.h"
#include "planbuilder/support/output.h"

namespace planbuilder::driver {

struct Artifacts {
  std::vector<plan::Plan> plans;
  std::vector<OutputFile> files;  // `<plan>/<target>/<file>`
};

/// `shell,json` as a list, with what they need; of nothing what suits a service that is written in that file. Unknown names are
/// reported.
std::vector<std::string> chosen_targets(const std::string& wanted, const std::string& source, Diagnostics& diagnostics);

/// All plans of the service in all wanted targets. `files_root` leads from `<plan>/<target>/` to what the steps run; `csar` is
/// the name of the archive that they belong to.
std::optional<Artifacts> make_artifacts(const WritingOptions& options, Session& session, const std::string& files_root,
                                        const std::string& csar);

/// The same of plans that were made already.
std::optional<Artifacts> emit_plans(const TargetOptions& options, Session& session, std::vector<plan::Plan> plans,
                                    const std::string& files_root, const std::string& csar);

/// The files that the plans' steps use, below `files/`, read from the input.
std::vector<OutputFile> copy_used_files(const std::vector<plan::Plan>& plans, Session& session);

}  // namespace planbuilder::driver
