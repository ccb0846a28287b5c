// Gathers what the page of a review shows: the plans, the files that targets write of them, what differs from before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planbuilder/driver/page_request.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::driver {

/// What the input is called, wherever it is.
std::string input_name(const std::string& input);

/// The page; nothing after an error. What it leaves out is a note. Secrets of the plans are masked.
std::optional<std::string> make_page(const PageRequest& request, std::vector<plan::Plan> plans, const Sources& sources,
                                     Diagnostics& diagnostics);

}  // namespace planbuilder::driver
