#include "planbuilder/tosca/values/lookup.h"

namespace planbuilder::tosca {

std::optional<Lookup> lookup_of(const Call& call) {
  const std::string_view name = std::string_view(call.function).substr(call.function.starts_with('$') ? 1 : 0);
  if (name == "get_input") return Lookup{false, call.arguments};
  if (name == "get_property" || name == "get_attribute") return Lookup{true, call.arguments};
  return std::nullopt;
}

Call own_property(const std::string& name) { return {"get_property", {Value{std::string("SELF")}, Value{name}}}; }

}  // namespace planbuilder::tosca
