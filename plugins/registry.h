// All plugins there are, in one explicit list.
#pragma once

#include <span>

#include "plugins/plugin.h"

namespace planbuilder::plugins {

std::span<const Plugin* const> all_plugins();

}  // namespace planbuilder::plugins
