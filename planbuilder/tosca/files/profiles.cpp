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

bool is_implicit(std::string_view name) { return name.starts_with("tosca-normative-types:"); }

namespace {

struct ShippedProfile {
  std::string_view name;  // or how it starts, up to a version that may be any
  std::string_view path;
};

constexpr ShippedProfile shipped_profiles[] = {
    // Both names are in use for the community's profile.
    {"org.oasis-open.simple:2.0", "profiles/simple-2.0.yaml"},
    {"org.oasis-open.tosca.simple:2.0", "profiles/simple-2.0.yaml"},
    {"alien-base-types:", "profiles/alien-base-types.yaml"},
};

}  // namespace

std::optional<embedded::File> shipped_profile(std::string_view name) {
  for (const ShippedProfile& profile : shipped_profiles) {
    if (profile.name.ends_with(':') ? !name.starts_with(profile.name) : name != profile.name) continue;
    return embedded::File{profile.path, embedded::find(embedded::profiles(), profile.path).value()};
  }
  return std::nullopt;
}

embedded::File xml_base_types() {
  constexpr std::string_view path = "profiles/base-types.tosca";
  return {path, embedded::find(embedded::profiles(), path).value()};
}

}  // namespace planbuilder::tosca
