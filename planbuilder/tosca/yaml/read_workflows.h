// What is said imperatively: workflows, the triggers of policies, and the activities of both.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

Workflow read_workflow(Reader& reader, Node key, Node value);

/// All but those that planbuilder itself packed (see packed_mark.h), which are no part of the model.
std::vector<Workflow> read_workflows(Reader& reader, Node map);
bool is_packed_workflow(Node value);

/// The triggers of a policy: a map, or a list of maps.
std::vector<Trigger> read_triggers(Reader& reader, Node node);

}  // namespace planbuilder::tosca::yaml
