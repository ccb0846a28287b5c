#include "planbuilder/events/profile.h"

#include <algorithm>
#include <array>

#include "planbuilder/flow/interleaving.h"
#include "planbuilder/support/embedded.h"
#include "planbuilder/tosca/load.h"
#include "planbuilder/tosca/model/event_grammar.h"

namespace planbuilder::embedded {
std::span<const File> event_profiles();
}

namespace planbuilder::events {

namespace {

constexpr std::string_view rare = "target_changed";
constexpr std::array<std::string_view, 2> spellings_of_rare = {rare, "targetChanged"};

bool sends_rare(const tosca::EventTrigger& trigger) { return trigger.event.operation.name == rare; }

void leave_out_rare(tosca::Interface& item) {
  std::erase_if(item.operations, [](const tosca::Operation& operation) { return operation.name == rare; });
  for (tosca::Operation& operation : item.operations) {
    const auto& triggers = tosca::rules_of(operation).on_success.triggers;
    if (std::any_of(triggers.begin(), triggers.end(), sends_rare))
      std::erase_if(tosca::edit(operation.rules).on_success.triggers, sends_rare);
  }
}

}  // namespace

std::optional<Overlay> load_shipped_profile(const tosca::Topology& topology, const csar::Archive& archive, Sources& sources,
                                            Diagnostics& diagnostics) {
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
  if (!flow::find_implemented(topology, spellings_of_rare)) {
    for (tosca::Interface& item : overlay.of_relationships) leave_out_rare(item);
  }
  return overlay;
}

}  // namespace planbuilder::events
