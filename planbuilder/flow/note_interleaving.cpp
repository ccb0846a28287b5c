#include "planbuilder/flow/passes.h"

namespace planbuilder::flow {

void note_interleaving(Flow& flow) {
  for (const tosca::RelationshipId id : flow.topology.relationships.ids()) {
    if (!flow.activity_of(id)) continue;
    for (const tosca::Interface& item : flow.topology.interfaces(id)) {
      for (const tosca::Operation& operation : item.operations) {
        const bool between = operation.name.starts_with("pre_configure") || operation.name.starts_with("post_configure");
        if (!between || !operation.implementation) continue;
        flow.diagnostics
            .note(Code::configure_not_interleaved, flow.topology.relationships[id].at,
                  "'" + operation.name + "' of '" + flow.topology.relationships[id].id +
                      "' is called inside the relationship's own activity, not between operations of its ends")
            .explain("--derive events interleaves them");
        return;  // once says it for all
      }
    }
  }
}

}  // namespace planbuilder::flow
