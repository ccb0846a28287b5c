// Conditions judged before anything runs, by values that are known.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "planbuilder/plan/expression.h"

namespace planbuilder::react {

/// The value of an attribute; nothing when nobody knows.
using KnownAttributes = std::function<std::optional<std::string>(const plan::AttributeRead&)>;

/// As the runtime of shell plans judges it; nothing when it depends on what is not known.
std::optional<bool> judge(const plan::Expression& condition, const KnownAttributes& known);

}  // namespace planbuilder::react
