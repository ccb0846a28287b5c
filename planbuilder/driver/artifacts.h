// The files of all plans for the wanted targets, with what their steps use.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "planbuilder/driver/make_reactor.h"
#include "planbuilder/driver/session.h"
#include "planbuilder/driver/writing_options.h"
#include "planbuilder/emit/target.h"
#include "planbuilder/support/output.h"

namespace planbuilder::driver {

struct Artifacts {
  std::vector<plan::Plan> plans;
  std::vector<OutputFile> files;  // `<plan>/<target>/<file>`
  pack::Beside reactor = {};      // its files are `reactor/<file>`; none if there is nothing to react to
};

/// What targets ask for: their defaults depend on it.
Language language_of(const tosca::Topology& topology);

/// Names with commas between them as a list, with what these targets bring along; of nothing what suits a service in that
/// language. Unknown names are reported.
std::vector<const emit::Target*> chosen_targets(const std::string& wanted, Language language, Diagnostics& diagnostics);

/// The options of targets that are not as usual, as they would be written on a command line.
std::vector<std::string> target_options_in_words(const emit::OptionValues& values);

/// From `<plan>/<target>/` to what the steps run, in a CSAR.
inline constexpr const char* root_of_csar = "../../..";

/// All plans of the service in all wanted targets. `files_root` leads from `<plan>/<target>/` to what the steps run; `csar` is
/// the name of the archive that they belong to.
std::optional<Artifacts> make_artifacts(const WritingOptions& options, Session& session, const std::string& files_root,
                                        const std::string& csar);

/// The same of plans that were made already.
std::optional<Artifacts> emit_plans(const TargetOptions& options, Session& session, std::vector<plan::Plan> plans,
                                    const std::string& files_root, const std::string& csar);

/// What a record says of how they were made.
std::map<std::string, std::string> recorded_options(const Options& options, const emit::OptionValues& values,
                                                    const Artifacts& made);

/// The files that the plans' steps and the reactor use, below `files/`: those of the input, and those that plugins bring.
std::vector<OutputFile> copy_used_files(const Artifacts& made, Session& session);

/// Of these the ones that plugins bring, by their paths in a CSAR.
std::vector<OutputFile> brought_files(const std::vector<plan::Plan>& plans, const Session& session);

}  // namespace planbuilder::driver
