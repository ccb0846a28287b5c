// How machines are reached: what of their instances says it. templates/shell/runtime/place.sh goes by the same names.
#pragma once

#include <array>
#include <string_view>

#include "planbuilder/support/value.h"

namespace planbuilder::plan {

/// Properties and attributes: the first that has a value is where a machine is.
inline constexpr std::array<std::string_view, 7> address_names = {"public_address", "private_address", "address", "ip_address",
                                                                  "VMIP",           "ServerIP",        "IP"};
/// One that has such a value is a container.
inline constexpr std::array<std::string_view, 2> container_names = {"container_id", "ContainerID"};
/// `local` or `ssh`, where the address would mislead.
inline constexpr std::string_view connection_name = "connection";
/// Whom one logs in as.
inline constexpr std::array<std::string_view, 2> user_names = {"ssh_user", "VMUserName"};

/// It says where something is: an address, or a container.
bool is_place_name(std::string_view name);

/// It is known not to lead to another machine: nothing, or this one by its usual names.
bool is_here(std::string_view address);
bool is_here(const Value& address);

}  // namespace planbuilder::plan
