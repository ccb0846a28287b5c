// Looks at what pack or generate wrote: which plans are there, and whether everything is as it was written.
#pragma once

#include <optional>
#include <vector>

#include "planbuilder/driver/artifacts.h"
#include "planbuilder/driver/session.h"
#include "planbuilder/pack/inspect.h"
#include "planbuilder/review/page/content.h"

namespace planbuilder::driver {

/// The record that `generate` leaves with its files.
OutputFile record_of_generated(const WritingOptions& options, const Artifacts& made);

/// The session is one with these options, and not loaded yet. Nothing after a diagnostic.
std::optional<pack::Inspection> inspect(const Options& options, const std::vector<approval::Key>* keys, Session& session);

/// The approvals that a packed CSAR has, for a page. None if it has no record that can be read.
std::vector<review::PageApproval> approvals_of(const csar::Archive& archive);

}  // namespace planbuilder::driver
