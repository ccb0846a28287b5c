#include "plugins/choose.h"

#include <algorithm>

#include "planbuilder/support/text.h"

namespace planbuilder::plugins {

std::vector<Offer> collect_offers(const flow::Activity& activity, std::span<const Plugin* const> plugins, Surroundings& around) {
  std::vector<Offer> offers;
  for (const Plugin* plugin : plugins) {
    if (auto match = plugin->match(activity, around)) offers.push_back({plugin, std::move(*match)});
  }
  const auto better = [](const Offer& left, const Offer& right) { return left.match.score > right.match.score; };
  std::stable_sort(offers.begin(), offers.end(), better);
  return offers;
}

const Plugin* choose(const flow::Activity& activity, const std::vector<Offer>& offers, Diagnostics& diagnostics) {
  if (offers.empty()) return nullptr;
  const Offer& best = offers.front();
  // Two that know nothing to do are no conflict: they do the same.
  const bool tied = offers.size() > 1 && offers[1].match.score == best.match.score && best.match.score > knows_nothing_to_do;
  if (tied) {
    diagnostics
        .warning(Code::plugin_tie, activity.at,
                 "the plugins '" + std::string(best.plugin->name()) + "' and '" + std::string(offers[1].plugin->name()) +
                     "' fit equally well; the first is taken")
        .concerning("'" + activity.id + "'")
        .explain("a plugin of the kind type, for a nearer type, fits better than another");
  }
  return best.plugin;
}

std::string interfaces_in_words(const flow::Activity& activity, Surroundings& around) {
  std::vector<std::string> names;
  const Surroundings::Interfaces interfaces = around.interfaces(activity.entity);
  for (const tosca::Interface& item : *interfaces) names.push_back("'" + item.name + "'");
  return names.empty() ? "has no interfaces" : "has the interfaces " + join(names, ", ") + ", of which none is known to a plugin";
}

}  // namespace planbuilder::plugins
