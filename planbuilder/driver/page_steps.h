// What a page shows of steps beside the plans: how people would do them, and the files that they use.
#pragma once

#include <vector>

#include "planbuilder/diff/difference.h"
#include "planbuilder/emit/target.h"
#include "planbuilder/review/page/content.h"

namespace planbuilder::driver {

/// What a person would type for each operation that the plans of the page call, as the targets that are shown run it.
void add_programs(review::Page& page, const std::vector<const emit::Target*>& targets);

/// What is in the files that steps run, bring or need, and the risks that show there. Secrets of the page are hidden in them.
void add_contents(review::Page& page, const diff::Contents& content);

}  // namespace planbuilder::driver
