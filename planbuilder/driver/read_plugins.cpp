#include "planbuilder/driver/read_plugins.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

#include "csar/paths.h"
#include "planbuilder/emit/registry/targets.h"
#include "planbuilder/emit/template/check_template.h"
#include "planbuilder/support/text.h"
#include "plugins/declared/read_declaration.h"

namespace planbuilder::driver {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view file_name = "plugin.yaml";
constexpr std::string_view csar_folder = "Plugins/";

/// The text of a file of a plugin, by its path; nothing when it cannot be read.
using ReadFile = std::function<std::optional<std::string>(const std::string& path)>;

class PluginReader {
 public:
  PluginReader(plugins::PluginSet& plugins, Sources& sources, Diagnostics& diagnostics)
      : plugins_(plugins), sources_(sources), diagnostics_(diagnostics) {}

  void add(const std::string& path, std::string text, const std::string& source, const ReadFile& read) {
    const std::size_t before = diagnostics_.errors();
    auto plugin = plugins::read_declaration(sources_, sources_.add(path, std::move(text)), diagnostics_);
    if (!plugin) return;
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    for (const auto& [transition, steps] : plugin->transitions) {
      for (const plugins::DeclaredStep& step : steps) {
        for (const plugins::DeclaredTemplate& written : step.templates) read_template(written, folder, read, *plugin);
      }
    }
    if (diagnostics_.errors() == before) plugins_.add(std::move(*plugin), source, diagnostics_);
  }

 private:
  /// It lies beside the plugin.yaml, or below.
  void read_template(const plugins::DeclaredTemplate& written, const std::string& folder, const ReadFile& read,
                     plugins::Declaration& plugin) {
    const std::vector<std::string_view> targets = emit::target_names();
    if (std::find(targets.begin(), targets.end(), written.target) == targets.end()) {
      diagnostics_
          .error(Code::bad_plugin, written.at,
                 "there is no target '" + written.target + "'" + did_you_mean(written.target, targets))
          .explain("known are " + join({targets.begin(), targets.end()}, ", "));
      return;
    }
    if (plugin.templates.contains(written.file)) return;
    const auto path = csar::resolve({}, written.file);
    auto text = path ? read(folder + *path) : std::nullopt;
    if (!text) {
      diagnostics_.error(Code::bad_plugin, written.at, "there is no template '" + written.file + "' in the folder of the plugin");
      return;
    }
    if (const auto problem = emit::check_template(*text)) {
      const FileId file = sources_.add(folder + *path, *text);
      const auto line = static_cast<std::uint32_t>(problem->line);
      const auto column = static_cast<std::uint32_t>(problem->column);
      diagnostics_.error(Code::bad_plugin, {file, line, column, 1}, "this is no template: " + problem->message)
          .note("it is used here", written.at);
      return;
    }
    plugin.templates.emplace(written.file, std::move(*text));
  }

  plugins::PluginSet& plugins_;
  Sources& sources_;
  Diagnostics& diagnostics_;
};

std::optional<std::string> read_text_file(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  return in ? std::optional(std::move(text)) : std::nullopt;
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
  PluginReader reader(plugins, sources, diagnostics);
  for (const fs::path& path : files) {
    if (auto text = read_text_file(path.string())) {
      reader.add(path.string(), std::move(*text), path.parent_path().string(), read_text_file);
    } else {
      diagnostics.error(Code::file_unreadable, {}, "cannot read " + path.string());
    }
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
    diagnostics.note(Code::plugins_not_allowed, {}, "the input brings plugins, which are not used: " + paths.front())
        .explain("they decide what a plan calls; --allow-csar-plugins uses them");
    return;
  }
  PluginReader reader(plugins, sources, diagnostics);
  const ReadFile read = [&](const std::string& path) {
    return archive.find(path) ? archive.read(path, diagnostics) : std::nullopt;
  };
  for (const std::string& path : paths) {
    if (auto text = archive.read(path, diagnostics)) reader.add(path, std::move(*text), "the input", read);
  }
}

}  // namespace planbuilder::driver
