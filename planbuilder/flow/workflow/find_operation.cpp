#include "planbuilder/flow/workflow/find_operation.h"

#include <algorithm>

#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::flow {

namespace {

/// Types may be written with their namespace, by a prefix or in full.
std::string_view last_word(std::string_view name) { return name.substr(name.find_last_of(".:") + 1); }

const tosca::Interface* find_interface(const std::vector<tosca::Interface>& all, std::string_view name) {
  if (const tosca::Interface* named = tosca::find_by_name(all, name)) return named;
  for (const bool whole : {true, false}) {
    const auto is_it = [&](const tosca::Interface& item) {
      return whole ? item.type.name == name : !item.type.empty() && last_word(item.type.name) == last_word(name);
    };
    const auto found = std::find_if(all.begin(), all.end(), is_it);
    if (found != all.end()) return &*found;
  }
  return nullptr;
}

}  // namespace

const std::vector<tosca::Interface>& OperationFinder::interfaces_of(tosca::EntityId entity) {
  if (last_ != entity) interfaces_ = topology_.interfaces(entity);
  last_ = entity;
  return interfaces_;
}

std::optional<FoundOperation> OperationFinder::find(tosca::EntityId target, const tosca::Activity& call) {
  const std::string& written = call.what.name;
  const std::size_t dot = written.rfind('.');
  if (dot == std::string::npos) {
    diagnostics_.error(Code::unknown_name, call.what.at, "an operation is called by INTERFACE.OPERATION, not '" + written + "'");
    return std::nullopt;
  }
  const auto& interfaces = interfaces_of(target);
  const std::string& owner = topology_.id_of(target);
  const tosca::Interface* interface = find_interface(interfaces, std::string_view(written).substr(0, dot));
  if (interface == nullptr) {
    report("interface of '" + owner + "'", written.substr(0, dot), call, tosca::names_of(interfaces));
    return std::nullopt;
  }
  const std::string name = written.substr(dot + 1);
  const tosca::Operation* operation = tosca::find_by_name(interface->operations, name);
  if (operation == nullptr) {
    report("operation of the interface '" + interface->name + "' of '" + owner + "'", name, call,
           tosca::names_of(interface->operations));
    return std::nullopt;
  }
  return FoundOperation{interface->name, name, operation->implementation.has_value()};
}

void OperationFinder::report(const std::string& what, const std::string& name, const tosca::Activity& call,
                             const std::vector<std::string_view>& known) {
  const std::string guess = diagnostics_.guess(name, [&] { return known; });
  diagnostics_.error(Code::unknown_name, call.what.at, "there is no " + what + " named '" + name + "'" + guess);
}

}  // namespace planbuilder::flow
