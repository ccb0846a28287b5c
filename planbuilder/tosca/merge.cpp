#include "planbuilder/tosca/merge.h"

namespace planbuilder::tosca {

namespace {

/// A bare value assigns to the definition that is there; a definition replaces it.
void refine_inputs(std::vector<ParameterDefinition>& inherited, const std::vector<ParameterDefinition>& own) {
  for (const ParameterDefinition& input : own) {
    ParameterDefinition* same = find_by_name(inherited, input.name);
    if (same == nullptr) {
      inherited.push_back(input);
    } else if (input.schema.type.empty()) {
      same->value = input.value;
      same->at = input.at;
    } else {
      *same = input;
    }
  }
}

void refine_operation(Operation& inherited, const Operation& own) {
  if (own.implementation) {
    inherited.implementation = own.implementation;
    inherited.dependencies = own.dependencies;
  }
  if (own.timeout) inherited.timeout = own.timeout;
  if (!own.operation_host.empty()) inherited.operation_host = own.operation_host;
  refine_inputs(inherited.inputs, own.inputs);
  for (const OutputAssignment& output : own.outputs) {
    std::erase_if(inherited.outputs, [&](const OutputAssignment& before) { return before.output == output.output; });
    inherited.outputs.push_back(output);
  }
  inherited.at = own.at;
}

}  // namespace

void refine_interfaces(std::vector<Interface>& inherited, const std::vector<Interface>& own) {
  for (const Interface& item : own) {
    Interface* same = find_by_name(inherited, item.name);
    if (same == nullptr) {
      inherited.push_back(item);
      continue;
    }
    if (!item.type.empty()) same->type = item.type;
    refine_inputs(same->inputs, item.inputs);
    for (const Operation& operation : item.operations) {
      if (Operation* before = find_by_name(same->operations, operation.name)) {
        refine_operation(*before, operation);
      } else {
        same->operations.push_back(operation);
      }
    }
    same->at = item.at;
  }
}

}  // namespace planbuilder::tosca
