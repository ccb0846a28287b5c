// The reactor of a service, beside its plans.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/driver/session.h"
#include "planbuilder/emit/target.h"
#include "planbuilder/pack/beside.h"
#include "planbuilder/support/output.h"

namespace planbuilder::driver {

/// Nothing where the service has neither notifications nor triggers, or where no target runs its plans by itself. `emitted` are
/// the files of the plans, `<plan>/<target>/<file>`; `files_root` leads from there to what the steps run.
pack::Beside make_reactor(const std::vector<plan::Plan>& plans, const std::vector<OutputFile>& emitted,
                          const std::vector<const emit::Target*>& targets, const std::string& files_root, Session& session);

}  // namespace planbuilder::driver
