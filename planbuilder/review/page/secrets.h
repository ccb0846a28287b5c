// Values that nobody but the run may see: a page goes further than the files that hold them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::review {

/// Secrets become "(secret)", in place; references to where a secret comes from stay. The texts that were there come back, each
/// once.
std::vector<std::string> mask_secrets(std::vector<plan::Plan>& plans,
                                      const std::map<std::string, plan::Expression>& left_out = {});

/// The text with "(secret)" where these were. Looking for more of them than `most_secrets` would take too long.
std::string hide_secrets(const std::vector<std::string>& secrets, std::string_view text);
inline constexpr std::size_t most_secrets = 200;

}  // namespace planbuilder::review
