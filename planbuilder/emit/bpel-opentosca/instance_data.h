// The instance data of the OpenTOSCA container, as activities of a process: instances are made, found, read and written by
// requests to its API, which an extension of its engine sends.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planbuilder/emit/bpel/process.h"

namespace planbuilder::emit::bpel::opentosca {

/// Instances that are neither being made nor gone.
inline constexpr const char* alive = "?state=STARTED&state=CREATED&state=CONFIGURED";

/// The variable with the address of the instance that stands for an entity.
std::string url_of(const plan::Entity& entity, const std::optional<std::uint32_t>& index = {});

bool is_relationship(const plan::Entity& entity);
/// Words of the API: `node`, and the element of a list of instances.
std::string kind_word(const plan::Entity& entity);
std::string list_element(const plan::Entity& entity);

Block set_state(const Process& process, const std::string& url, const std::string& state);

/// Reads properties of an instance into variables.
Block fetch(const Process& process, const std::string& url, const std::vector<Held>& values);

/// What steps read of an entity that the plan does not make.
const std::vector<Held>& fetched_of(const Process& process, const plan::Entity& entity);

/// An instance out of those that are there; `which` is a predicate of XPath.
Block find_instance(const Process& process, const plan::Entity& entity, const std::string& query, const std::string& which);

/// Before the activities: instances of the nodes that the plan is going to make, since a relationship may come before the node
/// that it starts from; and those that are used although the plan neither makes nor selects them.
Block prepare_instances(const Process& process);

/// All variables with addresses of instances.
std::vector<std::string> instance_variables(const Process& process);

}  // namespace planbuilder::emit::bpel::opentosca
