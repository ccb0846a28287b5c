// The files of a plugin's folder that its steps run: which they are, and where they stand in a CSAR.
#pragma once

#include <string>
#include <string_view>

#include "plugins/declared/declaration.h"

namespace planbuilder::plugins {

/// Visits every file that the steps run, or need beside it.
template <class Visit>
void for_each_file(const std::vector<DeclaredStep>& steps, const Visit& visit) {
  for (const DeclaredStep& step : steps) {
    if (step.what == DeclaredStep::What::run) visit(step.file);
    for (const DeclaredFile& needed : step.needs) visit(needed);
    for_each_file(step.undo, visit);
  }
}
template <class Visit>
void for_each_file(const Declaration& plugin, const Visit& visit) {
  for (const auto& [transition, steps] : plugin.transitions) for_each_file(steps, visit);
}

/// Why files cannot stand in a folder of the plugin's name, in words; empty when they can.
std::string_view problem_with_name(const Declaration& plugin);

/// Takes in a file that the input does not have: its name as steps say it, and its path below the folder of the plugin. It gets
/// a place below `Plans/`, where nothing of the model stands.
void bring(Declaration& plugin, const std::string& name, const std::string& path, std::string content, bool executable);

}  // namespace planbuilder::plugins
