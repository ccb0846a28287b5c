// Values as expressions of XPath 1.0, over the variables of a process.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "planbuilder/plan/expression.h"

namespace planbuilder::emit::bpel {

/// A string literal. XPath has no escapes in them, so a text with both kinds of quotes is put together.
std::string xpath_text(std::string_view text);

/// The expression for what is looked up when the process runs (inputs, what entities have, the own index); none if the process
/// does not know it.
using KnownRead = std::function<std::optional<std::string>(const plan::Function& read)>;

/// None when a part of the value is not known, or XPath cannot say it (JSON around a value that only a run knows).
std::optional<std::string> xpath_value(const plan::Expression& value, const KnownRead& known);

/// A condition of the plan, likewise.
std::optional<std::string> xpath_condition(const plan::Expression& condition, const KnownRead& known);

}  // namespace planbuilder::emit::bpel
