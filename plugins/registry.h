// All plugins that a run knows: the shipped ones, and those that the user brings.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "plugins/declared/declaration.h"
#include "plugins/plugin.h"

namespace planbuilder::plugins {

class PluginSet {
 public:
  /// Where a plugin comes from: `shipped`, a folder, the CSAR.
  struct Item {
    std::shared_ptr<const Plugin> plugin;
    std::string source;
    bool replaces_shipped = false;
    SourceRange at = {};
  };

  PluginSet();

  /// One of the name of a shipped plugin takes its place; two of one name are an error.
  void add(Declaration declaration, std::string source, Diagnostics& diagnostics);

  [[nodiscard]] const std::vector<Item>& items() const { return items_; }
  [[nodiscard]] std::span<const Plugin* const> plugins() const { return plugins_; }
  /// A file that a plugin brings and a plan names by this path; none when that is a file of the input.
  [[nodiscard]] const OutputFile* find_file(std::string_view path) const;

 private:
  std::vector<Item> items_;
  std::vector<const Plugin*> plugins_;
};

/// The shipped ones.
std::span<const Plugin* const> all_plugins();

}  // namespace planbuilder::plugins
