#include "planbuilder/driver/option_table.h"

#include <algorithm>
#include <filesystem>

#include "planbuilder/driver/on_failure.h"
#include "planbuilder/support/text.h"

namespace planbuilder::driver {

namespace {

using Texts = std::vector<std::string>;

template <std::string Options::*Member>
std::string read_text(const std::string& text, Options& options) {
  options.*Member = text;
  return {};
}
template <std::string Options::*Member>
Texts show_text(const Options& options) {
  static const Options usual;
  return options.*Member == usual.*Member ? Texts() : Texts{options.*Member};
}

template <Texts Options::*Member>
std::string read_one_more(const std::string& text, Options& options) {
  (options.*Member).push_back(text);
  return {};
}
template <Texts Options::*Member>
Texts show_all(const Options& options) {
  return options.*Member;
}

template <bool Options::*Member>
std::string read_switch(const std::string&, Options& options) {
  options.*Member = true;
  return {};
}
template <bool Options::*Member>
Texts show_switch(const Options& options) {
  return options.*Member ? Texts{"true"} : Texts();
}

std::string read_policy(const std::string& text, Options& options) {
  const auto known = read_on_failure(text);
  if (!known) return "stop, undo, retry or retry=N is wanted, not '" + text + "'";
  options.on_failure = *known;
  return {};
}
Texts show_policy(const Options& options) { return options.on_failure ? Texts{to_text(*options.on_failure)} : Texts(); }

std::string read_limit(const std::string& text, Options& options) { return set_limit(text, options.limits); }
Texts show_limits(const Options& options) { return limits_in_words(options.limits); }

const Option table[] = {
    {.name = "import-map",
     .value = "FILE",
     .help = "where imports are found that are not part of the input",
     .decides_plans = true,
     .is_file = true,
     .read = read_text<&Options::import_map>,
     .show = show_text<&Options::import_map>},
    {.name = "strict-tosca",
     .value = "",
     .help = "hold the model to the text of TOSCA: refuse what is tolerated otherwise, and the event grammar",
     .decides_plans = true,
     .read = read_switch<&Options::strict_tosca>,
     .show = show_switch<&Options::strict_tosca>},
    {.name = "semantics",
     .value = "FILE",
     .help = "what relationship types mean for the order, beside the shipped table",
     .decides_plans = true,
     .is_file = true,
     .read = read_text<&Options::semantics>,
     .show = show_text<&Options::semantics>},
    {.name = "kinds",
     .value = "FILE",
     .help = "kinds of plans that call operations of what is there, beside the shipped table",
     .decides_plans = true,
     .is_file = true,
     .read = read_text<&Options::kinds>,
     .show = show_text<&Options::kinds>},
    {.name = "also",
     .value = "KIND",
     .help = "a kind of plan that a service does not have by itself, such as stop or run=INTERFACE.OPERATION, among all plans",
     .repeats = true,
     .decides_plans = true,
     .read = read_one_more<&Options::also>,
     .show = show_all<&Options::also>},
    {.name = "generated",
     .value = "",
     .help = "plan building and terminating as without the model's own workflows deploy and undeploy",
     .decides_plans = true,
     .read = read_switch<&Options::generated>,
     .show = show_switch<&Options::generated>},
    {.name = "derive",
     .value = "HOW",
     .help = "derive the order from relationships or from events (events if the model tells of them, or implements pre_ or "
             "post_configure)",
     .choices = {"auto", "relationships", "events"},
     .decides_plans = true,
     .read = read_text<&Options::derive>,
     .show = show_text<&Options::derive>},
    {.name = "events",
     .value = "MODE",
     .help = "what becomes of an event whose precondition is false: strict (dropped) or deferred",
     .choices = {"strict", "deferred"},
     .decides_plans = true,
     .read = read_text<&Options::events>,
     .show = show_text<&Options::events>},
    {.name = "send",
     .value = "OPERATION",
     .help =
         "an event that goes to every node that has it, instead of one of the service; or an operation beside the life cycle, "
         "or an interface with such",
     .decides_plans = true,
     .read = read_text<&Options::send>,
     .show = show_text<&Options::send>},
    {.name = "desired",
     .value = "STATE",
     .help = "the state that all must come to rest in, where no event of the service says it",
     .decides_plans = true,
     .read = read_text<&Options::desired>,
     .show = show_text<&Options::desired>},
    {.name = "plugin-dir",
     .value = "DIR",
     .help = "a folder with a plugin.yaml, or with folders that have one",
     .repeats = true,
     .decides_plans = true,
     .is_file = true,
     .read = read_one_more<&Options::plugin_dirs>,
     .show = show_all<&Options::plugin_dirs>},
    {.name = "allow-csar-plugins",
     .value = "",
     .help = "use the plugins that the input has below Plugins/",
     .decides_plans = true,
     .read = read_switch<&Options::allow_csar_plugins>,
     .show = show_switch<&Options::allow_csar_plugins>},
    {.name = "on-failure",
     .value = "stop|undo|retry[=N]",
     .help = "what a run does when a step fails: stop, undo what was done, or retry it first",
     .decides_plans = true,
     .read = read_policy,
     .show = show_policy},
    // An input that is too large is refused; one that is not gives the same plans under any limit.
    {.name = "limit",
     .value = "NAME=VALUE",
     .help = "let the input be larger than usual",
     .repeats = true,
     .read = read_limit,
     .show = show_limits},
};

}  // namespace

std::span<const Option> option_table() { return table; }

std::string set_option(std::string_view name, const std::string& text, Options& options) {
  std::vector<std::string_view> names;
  for (const Option& option : table) {
    names.push_back(option.name);
    if (option.name != name) continue;
    if (!option.choices.empty() && std::find(option.choices.begin(), option.choices.end(), text) == option.choices.end())
      return "'" + text + "' is none of " + join({option.choices.begin(), option.choices.end()}, ", ");
    return option.read(text, options);
  }
  return "there is no option '" + std::string(name) + "'" + did_you_mean(name, names);
}

std::map<std::string, std::string> options_to_record(const Options& options) {
  std::map<std::string, std::string> recorded;
  for (const Option& option : table) {
    Texts texts = option.show(options);
    if (!option.decides_plans || texts.empty()) continue;
    if (option.is_file) {
      for (std::string& text : texts) text = std::filesystem::path(text).filename().string();
    }
    recorded.emplace(option.name, join(texts, ","));
  }
  return recorded;
}

std::vector<std::string> options_in_words(const Options& options) {
  std::vector<std::string> words;
  for (const Option& option : table) {
    if (!option.decides_plans) continue;
    for (const std::string& text : option.show(options))
      words.push_back("--" + std::string(option.name) + (option.value.empty() ? "" : " " + text));
  }
  return words;
}

}  // namespace planbuilder::driver
