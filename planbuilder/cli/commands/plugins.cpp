#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/driver/plan_choice.h"
#include "planbuilder/driver/session.h"
#include "planbuilder/support/display.h"
#include "planbuilder/support/text.h"

namespace planbuilder::cli {

namespace {

using Json = nlohmann::ordered_json;

struct PluginsOptions : CommonOptions {
  driver::PlanChoice choice;
};

std::string dump(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

std::vector<std::string> files_of(const plugins::Plugin& plugin) {
  std::vector<std::string> names;
  for (const auto& [name, path] : plugin.files()) names.push_back(name);
  return names;
}

std::string list_text(const plugins::PluginSet& set) {
  std::string out;
  for (const auto& item : set.items()) {
    out += printable_line(std::string(item.plugin->name()) + "  (" + std::string(item.plugin->kind()) + ", " + item.source +
                          (item.replaces_shipped ? ", in place of the shipped one)" : ")"));
    out += printable_line("    " + std::string(trim(item.plugin->description())));
    if (const auto files = files_of(*item.plugin); !files.empty())
      out += printable_line("    runs its files " + join(files, ", "));
  }
  return out;
}

Json list_json(const plugins::PluginSet& set) {
  Json all = Json::array();
  for (const auto& item : set.items()) {
    all.push_back({{"name", item.plugin->name()},
                   {"kind", item.plugin->kind()},
                   {"source", item.source},
                   {"replaces_shipped", item.replaces_shipped},
                   {"description", item.plugin->description()},
                   {"files", files_of(*item.plugin)}});
  }
  return all;
}

std::string offers_text(const std::vector<driver::ActivityOffers>& activities) {
  std::string out;
  for (const driver::ActivityOffers& activity : activities) {
    out += printable_line(activity.id);
    if (activity.runs_already) {
      out += "  is there already: no plugin is asked\n";
    } else if (activity.offers.empty()) {
      out += printable_line("  nobody fills it: it " + activity.interfaces);
    }
    for (const plugins::Offer& offer : activity.offers) {
      out += printable_line((&offer == &activity.offers.front() ? "  is filled by " : "  could be filled by ") +
                            std::string(offer.plugin->name()) + " (" + std::to_string(offer.match.score) +
                            "): " + offer.match.reason);
    }
  }
  return out;
}

Json offers_json(const std::vector<driver::ActivityOffers>& activities) {
  Json all = Json::array();
  for (const driver::ActivityOffers& activity : activities) {
    Json offers = Json::array();
    for (const plugins::Offer& offer : activity.offers)
      offers.push_back({{"plugin", offer.plugin->name()}, {"score", offer.match.score}, {"reason", offer.match.reason}});
    all.push_back({{"activity", activity.id}, {"runs_already", activity.runs_already}, {"offers", std::move(offers)}});
  }
  return all;
}

/// Of one plan, or of one per region.
std::string show_offers(PluginsOptions& options, driver::Session& session, const tosca::Topology& topology) {
  std::string text;
  Json plans = Json::array();
  for (const flow::PlanRequest& request :
       driver::chosen_plans(options.choice, options.send, session.kinds(), topology, session.diagnostics)) {
    const auto offers = session.plugin_offers(request);
    if (!offers) continue;
    if (options.json) {
      plans.push_back({{"plan", offers->plan}, {"activities", offers_json(offers->activities)}});
    } else {
      text += offers_text(offers->activities);
    }
  }
  return options.json ? dump({{"plugins", list_json(session.plugins())}, {"plans", std::move(plans)}}) : text;
}

int list_plugins(PluginsOptions& options) {
  driver::Session session(options);
  std::string out;
  if (options.input.empty()) {
    if (session.read_plugins())
      out = options.json ? dump({{"plugins", list_json(session.plugins())}}) : list_text(session.plugins());
  } else if (const tosca::Topology* topology = session.load()) {
    out = show_offers(options, session, *topology);
  }
  const int code = finish(session, options);
  if (code == done) std::cout << out;
  return code;
}

}  // namespace

Command plugins_command() {
  auto options = std::make_shared<PluginsOptions>();
  Command command{"plugins", "list the plugins; with INPUT, say which one fills each activity of a plan, and why"};
  add_common_options(command, *options, *options, false);
  add_plan_choice(command, options->choice);
  command.job = [options] { return list_plugins(*options); };
  return command;
}

}  // namespace planbuilder::cli
