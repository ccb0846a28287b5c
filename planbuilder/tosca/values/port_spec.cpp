#include "planbuilder/tosca/values/port_spec.h"

#include <algorithm>

namespace planbuilder::tosca {

namespace {

const Value* find_port(const Map& map, std::string_view name) {
  const auto found = std::find_if(map.begin(), map.end(), [&](const MapEntry& entry) { return entry.key == name; });
  return found == map.end() ? nullptr : &found->value;
}

/// What only a run knows may lie inside.
bool is_outside(const Value* port, const Value* range) {
  const std::int64_t* number = port == nullptr ? nullptr : port->get_if<std::int64_t>();
  const List* ends = range == nullptr ? nullptr : range->get_if<List>();
  if (number == nullptr || ends == nullptr || ends->size() != 2) return false;
  const std::int64_t* lower = (*ends)[0].get_if<std::int64_t>();
  const std::int64_t* upper = (*ends)[1].get_if<std::int64_t>();
  return (lower != nullptr && *number < *lower) || (upper != nullptr && *number > *upper);
}

}  // namespace

std::string port_spec_problem(const Map& value) {
  bool has_ports = false;
  for (const std::string end : {"target", "source"}) {
    const Value* port = find_port(value, end);
    const Value* range = find_port(value, end + "_range");
    has_ports = has_ports || port != nullptr || range != nullptr;
    if (is_outside(port, range)) return "must have a " + end + " that lies in its " + end + "_range";
  }
  return has_ports ? "" : "must have a target, a source, or a range of one of them";
}

}  // namespace planbuilder::tosca
