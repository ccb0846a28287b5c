#include "planbuilder/tosca/files/profiles.h"

#include <string>

#include "planbuilder/tosca/yaml/version.h"

namespace planbuilder::embedded {
std::span<const File> profiles();
}

namespace planbuilder::tosca {

std::vector<embedded::File> implicit_profiles(Language version) {
  if (is_2_0(version)) return {};  // all types are imported
  const std::string simple = "profiles/simple-" + std::string(yaml::to_string(version)) + ".yaml";
  std::vector<embedded::File> found;
  for (const embedded::File& file : embedded::profiles()) {
    if (file.path == simple || file.path == "profiles/planbuilder.yaml") found.push_back(file);
  }
  return found;
}

std::optional<embedded::File> shipped_profile(std::string_view name) {
  // Both names are in use for the community's profile.
  if (name != "org.oasis-open.simple:2.0" && name != "org.oasis-open.tosca.simple:2.0") return std::nullopt;
  constexpr std::string_view path = "profiles/simple-2.0.yaml";
  const auto text = embedded::find(embedded::profiles(), path);
  return text ? std::optional(embedded::File{path, *text}) : std::nullopt;
}

embedded::File xml_base_types() {
  constexpr std::string_view path = "profiles/base-types.tosca";
  return {path, embedded::find(embedded::profiles(), path).value()};
}

}  // namespace planbuilder::tosca
