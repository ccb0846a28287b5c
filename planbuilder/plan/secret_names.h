// Names that secrets have, whatever else is known of them.
#pragma once

#include <span>
#include <string_view>

namespace planbuilder::plan {

/// DBPassword, vm_private_key and api-token are names of secrets; VMKeyPairName and VMPublicKey are not.
bool is_secret_name(std::string_view name);

/// What decides: the letters and digits of a name, in lower case, end like one of these...
std::span<const std::string_view> endings_of_secrets();
/// ...or they are one of these.
std::span<const std::string_view> names_of_secrets();

}  // namespace planbuilder::plan
