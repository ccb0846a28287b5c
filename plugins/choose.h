// Which plugin takes an activity: the one that fits it best.
#pragma once

#include <span>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "plugins/plugin.h"

namespace planbuilder::plugins {

/// What one plugin says about an activity.
struct Offer {
  const Plugin* plugin = nullptr;
  Match match;
};

/// All that fit the activity, the best first; of equal ones the first in the list of plugins.
std::vector<Offer> collect_offers(const flow::Activity& activity, std::span<const Plugin* const> plugins, Surroundings& around);

/// The best, or none; two that fit equally well are reported.
const Plugin* choose(const flow::Activity& activity, const std::vector<Offer>& offers, Diagnostics& diagnostics);

/// "has the interfaces 'A', 'B'": what an activity was judged by that nobody fills.
std::string interfaces_in_words(const flow::Activity& activity, Surroundings& around);

}  // namespace planbuilder::plugins
