#include "plugins/declared/shipped.h"

#include <algorithm>
#include <stdexcept>

#include "plugins/declared/plugin_files.h"
#include "plugins/declared/read_declaration.h"

namespace planbuilder::embedded {
std::span<const File> shipped_plugins();
}

namespace planbuilder::plugins {

namespace {

constexpr std::string_view declaration_name = "plugin.yaml";

[[noreturn]] void refuse(std::string_view path, const std::string& why) {
  throw std::logic_error(std::string(path) + ": " + why);
}

void bring_files(Declaration& plugin, std::string_view path, std::span<const embedded::File> files) {
  const std::string folder(path.substr(0, path.size() - declaration_name.size()));
  for_each_file(plugin, [&](const DeclaredFile& file) {
    const auto text = embedded::find(files, folder + file.name);
    if (!text) refuse(path, "there is no file '" + file.name + "' in its folder");
    bring(plugin, file.name, file.name, std::string(*text), true);
  });
}

/// Its text is known here only: places in it would mean nothing to anyone else.
void forget_places(std::vector<DeclaredStep>& steps) {
  for (DeclaredStep& step : steps) {
    step.at = {};
    forget_places(step.undo);
  }
}

}  // namespace

std::vector<Declaration> read_shipped(std::span<const embedded::File> files) {
  std::vector<Declaration> read;
  Sources sources;
  Diagnostics diagnostics;
  for (const embedded::File& file : files) {
    if (!file.path.ends_with("/" + std::string(declaration_name))) continue;
    auto plugin = read_declaration(sources, sources.add(std::string(file.path), std::string(file.text)), diagnostics);
    if (!plugin) refuse(file.path, diagnostics.since(0).front().summary);
    bring_files(*plugin, file.path, files);
    plugin->at = {};
    for (auto& [transition, steps] : plugin->transitions) forget_places(steps);
    read.push_back(std::move(*plugin));
  }
  return read;
}

const std::vector<Declaration>& shipped_declarations() {
  static const std::vector<Declaration> all = read_shipped(embedded::shipped_plugins());
  return all;
}

const Declaration& shipped_declaration(std::string_view name) {
  const auto& all = shipped_declarations();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Declaration& plugin) { return plugin.name == name; });
  if (found == all.end()) throw std::logic_error("there is no shipped plugin " + std::string(name));
  return *found;
}

}  // namespace planbuilder::plugins
