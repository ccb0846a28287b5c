// Values as expressions of XPath 1.0, over the variables of a process.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "planbuilder/support/value.h"

namespace planbuilder::emit::bpel {

/// A string literal. XPath has no escapes in them, so a text with both kinds of quotes is put together.
std::string xpath_text(std::string_view text);

/// The expression for what a call gives when the process runs; none if the process does not know it.
using KnownCall = std::function<std::optional<std::string>(const Call& call)>;

/// None when a part of the value is not known, or XPath cannot say it (JSON around a value that only a run knows).
std::optional<std::string> xpath_value(const Value& value, const KnownCall& known);

/// A condition of the plan, likewise.
std::optional<std::string> xpath_condition(const Value& condition, const KnownCall& known);

}  // namespace planbuilder::emit::bpel
