// Expressions of plans in few words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/plan/run_functions.h"

namespace planbuilder::testing {

inline plan::Expression text(std::string text) { return {std::move(text)}; }
inline plan::Expression number(std::int64_t number) { return {number}; }

/// A function by its name in plan documents, without the $.
inline plan::Expression call(std::string_view function, std::vector<plan::Expression> arguments) {
  return plan::computed(plan::make_function(function, std::move(arguments)));
}

/// One with arguments that are all text.
inline plan::Expression call_of(std::string_view function, const std::vector<std::string>& arguments) {
  std::vector<plan::Expression> texts;
  for (const std::string& argument : arguments) texts.push_back(text(argument));
  return call(function, std::move(texts));
}

}  // namespace planbuilder::testing
