#include "planbuilder/tosca/profiles.h"

#include <string>

namespace planbuilder::embedded {
std::span<const File> profiles();
}

namespace planbuilder::tosca {

std::vector<embedded::File> implicit_profiles(yaml::Version version) {
  const std::string simple = "profiles/simple-" + std::string(yaml::to_string(version)) + ".yaml";
  std::vector<embedded::File> found;
  for (const embedded::File& file : embedded::profiles()) {
    if (file.path == simple || file.path == "profiles/planbuilder.yaml") found.push_back(file);
  }
  return found;
}

embedded::File xml_base_types() {
  constexpr std::string_view path = "profiles/base-types.tosca";
  return {path, embedded::find(embedded::profiles(), path).value()};
}

}  // namespace planbuilder::tosca
