// What is known of the values of an input: how they are written, and what must be true of them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "planbuilder/plan/plan.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/scalars/primitive.h"

namespace planbuilder::plugins {

/// Refers to the topology.
class InputDescriber {
 public:
  explicit InputDescriber(const tosca::Topology& topology) : topology_(topology) {}

  /// Everything but whether it is secret, and why the plan has it.
  plan::Input describe(const tosca::ParameterDefinition& input);

 private:
  using Chain = std::vector<const tosca::Type*>;  // a data type, and its ancestors up to the first

  [[nodiscard]] Chain chain_of(const std::string& type);
  /// What is said of the entries of a list or map, by the input itself or by its type.
  static const tosca::Schema& entries_of(const tosca::Schema& schema, const Chain& chain);
  void describe_entries(const tosca::Schema& entry, const std::string& written_as, plan::Input& known);

  const tosca::Topology& topology_;
  std::map<std::string, tosca::TypeId, std::less<>> data_types_;  // by name; filled when it is needed first
};

}  // namespace planbuilder::plugins
