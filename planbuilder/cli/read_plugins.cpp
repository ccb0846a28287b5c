#include "planbuilder/cli/read_plugins.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "plugins/declared/read_declaration.h"

namespace planbuilder::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view file_name = "plugin.yaml";
constexpr std::string_view csar_folder = "Plugins/";

void add(std::string path, std::string text, const std::string& source, plugins::PluginSet& plugins, Sources& sources,
         Diagnostics& diagnostics) {
  const FileId file = sources.add(std::move(path), std::move(text));
  if (auto declaration = plugins::read_declaration(sources, file, diagnostics))
    plugins.add(std::move(*declaration), source, diagnostics);
}

/// Sorted, so that it does not matter how the file system lists them.
std::vector<fs::path> find_files(const fs::path& folder) {
  std::error_code ignored;
  if (fs::is_regular_file(folder / file_name, ignored)) return {folder / file_name};
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (fs::is_regular_file(entry.path() / file_name, ignored)) files.push_back(entry.path() / file_name);
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

void read_plugin_folder(const std::string& folder, plugins::PluginSet& plugins, Sources& sources, Diagnostics& diagnostics) {
  const std::vector<fs::path> files = find_files(folder);
  if (files.empty()) {
    diagnostics.error(Code::file_not_found, {},
                      "there is no " + std::string(file_name) + " in " + folder + ", nor in a folder there");
  }
  for (const fs::path& path : files) {
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in) {
      diagnostics.error(Code::file_unreadable, {}, "cannot read " + path.string());
      continue;
    }
    add(path.string(), text, path.parent_path().string(), plugins, sources, diagnostics);
  }
}

void read_csar_plugins(const csar::Archive& archive, bool allowed, plugins::PluginSet& plugins, Sources& sources,
                       Diagnostics& diagnostics) {
  std::vector<std::string> paths;
  for (const csar::Entry& entry : archive.entries()) {
    const bool is_plugin = entry.path.starts_with(csar_folder) && entry.path.ends_with("/" + std::string(file_name));
    if (is_plugin && !entry.directory) paths.push_back(entry.path);
  }
  if (!paths.empty() && !allowed) {
    diagnostics.note(Code::bad_plugin, {}, "the input brings plugins, which are not used: " + paths.front())
        .explain("they decide what a plan calls; --allow-csar-plugins uses them");
    return;
  }
  for (const std::string& path : paths) {
    if (auto text = archive.read(path, diagnostics)) add(path, std::move(*text), "the input", plugins, sources, diagnostics);
  }
}

}  // namespace planbuilder::cli
