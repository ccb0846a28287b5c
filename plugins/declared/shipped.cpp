#include "plugins/declared/shipped.h"

#include <algorithm>
#include <stdexcept>

#include "planbuilder/support/embedded.h"
#include "plugins/declared/read_declaration.h"

namespace planbuilder::embedded {
std::span<const File> shipped_plugins();
}

namespace planbuilder::plugins {

const std::vector<Declaration>& shipped_declarations() {
  static const std::vector<Declaration> all = [] {
    std::vector<Declaration> read;
    Sources sources;
    Diagnostics diagnostics;
    for (const embedded::File& file : embedded::shipped_plugins()) {
      auto plugin = read_declaration(sources, sources.add(std::string(file.path), std::string(file.text)), diagnostics);
      if (!plugin) throw std::logic_error(std::string(file.path) + ": " + diagnostics.since(0).front().summary);
      // Its text is known here only: places in it would mean nothing to anyone else.
      plugin->at = {};
      for (auto& [transition, steps] : plugin->transitions) {
        for (DeclaredStep& step : steps) step.at = {};
      }
      read.push_back(std::move(*plugin));
    }
    return read;
  }();
  return all;
}

const Declaration& shipped_declaration(std::string_view name) {
  const auto& all = shipped_declarations();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Declaration& plugin) { return plugin.name == name; });
  if (found == all.end()) throw std::logic_error("there is no shipped plugin " + std::string(name));
  return *found;
}

}  // namespace planbuilder::plugins
