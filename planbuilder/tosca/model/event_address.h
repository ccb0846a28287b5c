// The addresses that events are sent to: words become steps, an interface and an operation.
#pragma once

#include <optional>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/event_grammar.h"

namespace planbuilder::tosca {

/// `[..path.., op]`, `[..path.., INTERFACE, i, op]`, `[..path.., INTERFACE, i, OPERATION, op]`. What is wrong is reported.
std::optional<EventAddress> parse_event_address(const std::vector<Reference>& words, SourceRange at, Diagnostics& diagnostics);

/// `Interface.op`, or a bare `op` of the interface that sends.
EventAddress parse_event_name(const Reference& name);

/// Words that are steps and nothing else, for example `[SELF, RELATIONSHIP, ALL]`.
std::optional<std::vector<EventStep>> parse_event_path(const std::vector<Reference>& words, Diagnostics& diagnostics);

/// As the file writes it: `[SELF, CAPABILITY, ALL, SOURCE, create]`.
std::string to_string(const EventAddress& address);
std::string to_string(const std::vector<EventStep>& path);

}  // namespace planbuilder::tosca
