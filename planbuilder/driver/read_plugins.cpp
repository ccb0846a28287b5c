#include "planbuilder/driver/read_plugins.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

#include "csar/paths.h"
#include "planbuilder/emit/registry/targets.h"
#include "planbuilder/emit/template/check_template.h"
#include "planbuilder/support/text.h"
#include "plugins/declared/plugin_files.h"
#include "plugins/declared/read_declaration.h"

namespace planbuilder::driver {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view file_name = "plugin.yaml";
constexpr std::string_view csar_folder = "Plugins/";

/// Where the files of plugins come from.
struct Origin {
  std::string name;  // as people read it
  bool is_input = false;
  /// By its path; nothing when it cannot be read.
  std::function<std::optional<OutputFile>(const std::string& path)> read;
};

class PluginReader {
 public:
  PluginReader(plugins::PluginSet& plugins, Sources& sources, Diagnostics& diagnostics)
      : plugins_(plugins), sources_(sources), diagnostics_(diagnostics) {}

  void add(const std::string& path, std::string text, const Origin& origin) {
    const std::size_t before = diagnostics_.errors();
    auto plugin = plugins::read_declaration(sources_, sources_.add(path, std::move(text)), diagnostics_);
    if (!plugin) return;
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    for (const auto& [transition, steps] : plugin->transitions) {
      for (const plugins::DeclaredStep& step : steps) {
        for (const plugins::DeclaredTemplate& written : step.templates) read_template(written, folder, origin, *plugin);
      }
    }
    find_files(folder, origin, *plugin);
    if (diagnostics_.errors() == before) plugins_.add(std::move(*plugin), origin.name, diagnostics_);
  }

 private:
  void find_files(const std::string& folder, const Origin& origin, plugins::Declaration& plugin) {
    std::vector<plugins::DeclaredFile> files;
    plugins::for_each_file(plugin, [&](const plugins::DeclaredFile& file) { files.push_back(file); });
    if (const auto problem = plugins::problem_with_name(plugin); !files.empty() && !problem.empty())
      diagnostics_.error(Code::bad_plugin, plugin.at, std::string(problem));
    for (const plugins::DeclaredFile& file : files) find_file(file, folder, origin, plugin);
  }

  /// One of the input stays where it is; any other one travels with the plans.
  void find_file(const plugins::DeclaredFile& file, const std::string& folder, const Origin& origin,
                 plugins::Declaration& plugin) {
    if (plugin.files.contains(file.name)) return;
    const auto path = csar::resolve({}, file.name);
    auto found = path ? origin.read(folder + *path) : std::nullopt;
    if (!found) {
      diagnostics_.error(Code::bad_plugin, file.at, "there is no file '" + file.name + "' in the folder of the plugin");
    } else if (origin.is_input) {
      plugin.files.emplace(file.name, folder + *path);
    } else {
      plugins::bring(plugin, file.name, *path, std::move(found->content), found->executable);
    }
  }

  /// It lies beside the plugin.yaml, or below.
  void read_template(const plugins::DeclaredTemplate& written, const std::string& folder, const Origin& origin,
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
    const auto found = path ? origin.read(folder + *path) : std::nullopt;
    if (!found) {
      diagnostics_.error(Code::bad_plugin, written.at, "there is no template '" + written.file + "' in the folder of the plugin");
      return;
    }
    if (const auto problem = emit::check_template(found->content)) {
      const FileId file = sources_.add(folder + *path, found->content);
      const auto line = static_cast<std::uint32_t>(problem->line);
      const auto column = static_cast<std::uint32_t>(problem->column);
      diagnostics_.error(Code::bad_plugin, {file, line, column, 1}, "this is no template: " + problem->message)
          .note("it is used here", written.at);
      return;
    }
    plugin.templates.emplace(written.file, found->content);
  }

  plugins::PluginSet& plugins_;
  Sources& sources_;
  Diagnostics& diagnostics_;
};

std::optional<OutputFile> read_file_of_folder(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  OutputFile file{path, {std::istreambuf_iterator<char>(in), {}}};
  file.executable = (fs::status(path, ignored).permissions() & fs::perms::owner_exec) != fs::perms::none;
  return in ? std::optional(std::move(file)) : std::nullopt;
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
    if (auto file = read_file_of_folder(path.string())) {
      reader.add(path.string(), std::move(file->content), {path.parent_path().string(), false, read_file_of_folder});
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
  const auto read = [&](const std::string& path) -> std::optional<OutputFile> {
    const auto entry = archive.find(path);
    auto content = entry && !entry->directory ? archive.read(path, diagnostics) : std::nullopt;
    return content ? std::optional(OutputFile{path, std::move(*content), entry->executable}) : std::nullopt;
  };
  for (const std::string& path : paths) {
    if (auto text = archive.read(path, diagnostics)) reader.add(path, std::move(*text), {"the input", true, read});
  }
}

}  // namespace planbuilder::driver
