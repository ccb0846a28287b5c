#include "plugins/registry.h"

#include "plugins/declared/declared_plugin.h"
#include "plugins/declared/shipped.h"
#include "plugins/delegate/delegation.h"
#include "plugins/lifecycle/event_handler.h"
#include "plugins/lifecycle/workflow_steps.h"

namespace planbuilder::plugins {

namespace {

constexpr std::string_view shipped = "shipped";

}  // namespace

PluginSet::PluginSet() {
  const auto put = [this](std::shared_ptr<const Plugin> plugin) {
    plugins_.push_back(plugin.get());
    items_.push_back({std::move(plugin), std::string(shipped)});
  };
  for (const Declaration& declaration : shipped_declarations()) put(std::make_shared<DeclaredPlugin>(declaration));
  // What no list of steps can say.
  put(std::make_shared<EventHandlers>());
  put(std::make_shared<Delegation>());
  put(std::make_shared<WorkflowSteps>());
}

void PluginSet::add(Declaration declaration, std::string source, Diagnostics& diagnostics) {
  const SourceRange at = declaration.at;
  auto plugin = std::make_shared<DeclaredPlugin>(std::move(declaration));
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].plugin->name() != plugin->name()) continue;
    if (items_[i].source != shipped || items_[i].replaces_shipped) {
      diagnostics.error(Code::bad_plugin, at, "there is a plugin '" + std::string(plugin->name()) + "' already")
          .note("here", items_[i].at);
      return;
    }
    plugins_[i] = plugin.get();
    items_[i] = {std::move(plugin), std::move(source), true, at};
    return;
  }
  plugins_.push_back(plugin.get());
  items_.push_back({std::move(plugin), std::move(source), false, at});
}

const OutputFile* PluginSet::find_file(std::string_view path) const {
  for (const Plugin* plugin : plugins_) {
    for (const OutputFile& file : plugin->brought()) {
      if (file.path == path) return &file;
    }
  }
  return nullptr;
}

std::span<const Plugin* const> all_plugins() {
  static const PluginSet set;
  return set.plugins();
}

}  // namespace planbuilder::plugins
