// The reactor of a service: a bash program beside its plans, which takes notifications in and runs what they set off.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "planbuilder/react/reactions.h"
#include "planbuilder/support/diagnostic.h"
#include "planbuilder/support/output.h"

namespace planbuilder::emit {

/// The folder that its files go to, beside those of the plans.
inline constexpr std::string_view reactor_folder = "reactor";

/// What surrounds a reactor. All paths start in its folder.
struct ReactorPlace {
  plan::Service service;
  std::map<std::string, std::string> scripts;  // plan -> what runs it; each has the runtime beside it
  std::string files;                           // the root of the artifact files
};

/// Files of plans that the reactor relies on, by their paths from the folder of the plans: the runtime that it runs with.
std::vector<std::string> files_shared_with(const ReactorPlace& place);

/// `reactor/react.sh` and what it needs. There is at least one script. What cannot be judged when the service runs, and plans
/// that are not there, are warned of: such a reaction never acts.
std::vector<OutputFile> write_reactor(const react::Reactions& reactions, const ReactorPlace& place, Diagnostics& diagnostics);

}  // namespace planbuilder::emit
