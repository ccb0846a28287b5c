#include "planbuilder/events/profile.h"

#include "planbuilder/support/embedded.h"
#include "planbuilder/tosca/load.h"

namespace planbuilder::embedded {
std::span<const File> event_profiles();
}

namespace planbuilder::events {

std::optional<Overlay> load_shipped_profile(const csar::Archive& archive, Sources& sources, Diagnostics& diagnostics) {
  tosca::LoadOptions options;
  options.shipped_entry = embedded::event_profiles().front();
  Diagnostics problems;  // that it has no nodes of its own is none
  const auto profile = tosca::load(archive, std::string(options.shipped_entry->path), sources, problems, options);
  if (!profile) {
    diagnostics.add_all(problems);
    return std::nullopt;
  }
  Overlay overlay;
  for (const tosca::Type& type : profile->types) {
    if (type.kind == tosca::TypeKind::node) overlay.of_nodes = type.interfaces;
    if (type.kind == tosca::TypeKind::relationship) overlay.of_relationships = type.interfaces;
  }
  overlay.events = profile->events;
  return overlay;
}

}  // namespace planbuilder::events
