#include "plugins/declared/plugin_files.h"

#include <algorithm>

namespace planbuilder::plugins {

std::string_view problem_with_name(const Declaration& plugin) {
  constexpr std::string_view good =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
      "0123456789._-";
  const bool fits = plugin.name.find_first_not_of(good) == std::string::npos && !plugin.name.starts_with('.');
  return fits ? ""
              : "the name of a plugin that runs files has only letters, digits, '-', '_' and '.', and does not start with '.'";
}

void bring(Declaration& plugin, const std::string& name, const std::string& path, std::string content, bool executable) {
  const std::string place = "Plans/plugins/" + plugin.name + "/" + path;
  const bool is_new = plugin.files.emplace(name, place).second;
  const auto is_it = [&](const OutputFile& file) { return file.path == place; };
  if (is_new && std::none_of(plugin.brought.begin(), plugin.brought.end(), is_it))
    plugin.brought.push_back({place, std::move(content), executable});
}

}  // namespace planbuilder::plugins
