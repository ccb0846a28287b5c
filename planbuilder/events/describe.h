// Causes, reads and triggers in words.
#pragma once

#include <string>

#include "planbuilder/events/causes.h"
#include "planbuilder/flow/abstract_plan.h"

namespace planbuilder::events {

/// "'state' of 'db' is 'started'": what a read decided, whether that came out true or not.
std::string describe(const Model& model, const Read& read);
/// Of an attribute: the value itself, or that nobody knows it yet.
std::string value_text(const Model& model, ConstantId value);
SourceRange place_of(const Model& model, const Read& read);

flow::Origin origin_of(const Model& model, const Run& run, const Cause& cause);

}  // namespace planbuilder::events
