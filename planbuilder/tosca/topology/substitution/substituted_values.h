// Values where services took the places of nodes: inputs become properties, attributes become outputs, names change.
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// A service in the place of a node.
struct Instance {
  NodeId node;
  const ServiceTemplate* service;
  std::unordered_map<std::string, std::string> names;  // of what the service brings: inside -> outside

  [[nodiscard]] const SubstitutionMapping& mapping() const { return *service->substitution; }
  /// The name outside; what is none of the service's names stays.
  [[nodiscard]] const std::string& outside(const std::string& name) const;
};

using Instances = std::map<NodeId, Instance>;

/// Whom the keywords of a value mean, each where it is known.
struct Owner {
  NodeId self = {};
  NodeId source = {};
  NodeId target = {};
};

class SubstitutedValues {
 public:
  /// The topology is that of the service around, with the nodes that are being replaced.
  SubstitutedValues(const Topology& topology, const Instances& instances, Diagnostics& diagnostics)
      : topology_(topology), instances_(instances), diagnostics_(diagnostics) {}

  /// A value of the service around.
  void rewrite(Value& value, const Owner& owner);
  /// A value of a service that took a node's place.
  void rewrite(Value& value, const Instance& instance);

 private:
  Value outer(const Value& value, const Owner& owner);
  Value inner(const Value& value, const Instance& instance);
  Value outer_call(const Call& call, const Value& whole, const Owner& owner);
  Value inner_call(const Call& call, const Value& whole, const Instance& instance);

  Value member(const Instance& instance, const Call& call, std::size_t name_at, const Value& whole);
  Value attribute(const Instance& instance, const SubstitutionMapping::Entry& entry, const Call& call, std::size_t name_at,
                  const Value& whole);
  Value output(const Instance& instance, const ParameterDefinition& output, const Call& call, std::size_t name_at,
               const Value& whole);
  Value input(const Instance& instance, const Call& call, const Value& whole);
  Value artifact(const Instance& instance, const Call& call, const Value& whole);
  Value with_path(Value value, const Call& call, std::size_t from, const Value& whole);
  Value fail(SourceRange at, const std::string& why, const Instance* instance = nullptr);

  [[nodiscard]] NodeId find(const std::string& keyword, const Owner& owner) const;
  [[nodiscard]] NodeId host_of(NodeId node) const;
  [[nodiscard]] const Instance* behind_requirement(NodeId node, const Call& call) const;
  [[nodiscard]] bool has_member(NodeId node, const std::string& name) const;

  const Topology& topology_;
  const Instances& instances_;
  Diagnostics& diagnostics_;
  // What rewriting one value may cost: values that are defined by each other unfold without end.
  static constexpr std::size_t most_steps = 10'000;
  static constexpr int deepest = 50;
  std::size_t steps_ = 0;
  int depth_ = 0;
};

}  // namespace planbuilder::tosca
