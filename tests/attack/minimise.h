// Makes an input smaller as long as it does the same.
#pragma once

#include <functional>
#include <string>

namespace planbuilder::testing {

/// Leaves out pieces, first large ones, then lines, then bytes; asks at most so often whether what is left still does it.
std::string minimise(std::string input, const std::function<bool(const std::string&)>& still_does_it, std::size_t questions);

}  // namespace planbuilder::testing
