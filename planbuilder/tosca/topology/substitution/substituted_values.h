// Values where services took the places of nodes: inputs become properties, attributes become outputs, names change.
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/values/resolve_path.h"

namespace planbuilder::tosca {

/// A service in the place of a node.
struct Instance {
  NodeId node;
  const ServiceTemplate* service;
  std::unordered_map<std::string, std::string> names;     // of what the service brings: inside -> outside
  std::unordered_map<std::string, std::string> selected;  // nodes that are there outside -> the capability they are used by

  [[nodiscard]] const SubstitutionMapping& mapping() const { return *service->substitution; }
  /// The name outside; what is none of the service's names stays.
  [[nodiscard]] const std::string& outside(const std::string& name) const;
};

using Instances = std::map<NodeId, Instance>;

/// 2.0 marks functions: `$get_input`.
inline bool is_marked(const Call& call) { return call.function.starts_with('$'); }
inline std::string_view unmarked(const Call& call) { return std::string_view(call.function).substr(is_marked(call) ? 1 : 0); }

/// `function: [names..., arguments from that place on]`.
Value call_of(const std::string& function, const std::vector<std::string>& names, const Call& rest, std::size_t from,
              SourceRange at);

/// Whom the keywords of a value mean, each where it is known.
struct Owner {
  NodeId self = {};
  NodeId source = {};
  NodeId target = {};
  RelationshipId relationship = {};
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
  Value given(const Instance& instance, const SubstitutionMapping::Entry& entry, const Value& whole);
  Value given_by_relationships(const Instance& instance, const SubstitutionMapping::Entry& entry, const Value& whole);
  Value artifact(const Instance& instance, const Call& call, std::size_t name_at, const Value& whole);
  Value unfold(const Value& value, const Owner& owner);
  Value with_path(Value value, const Call& call, std::size_t from, const Value& whole);
  Value fail(SourceRange at, const std::string& why, const Instance* instance = nullptr);

  // The paths of 2.0 (substituted_paths.cpp).
  Value follow(Call call, const Value& whole, const Owner& owner);
  Value read_end(const PathEnd& end, const Call& call, std::size_t name_at, const Value& whole);
  Value capability_member(const Instance& instance, const std::string& capability, const Call& call, std::size_t name_at,
                          const Value& whole);
  Value relationship_member(const Instance& instance, RelationshipId id, const Call& call, std::size_t name_at,
                            const Value& whole);
  [[nodiscard]] bool passes_instance(const std::optional<EntityId>& self, const Call& call) const;
  [[nodiscard]] std::vector<RelationshipId> relationships_of(NodeId node, const std::string& requirement) const;
  [[nodiscard]] std::size_t position_of(RelationshipId id) const;
  [[nodiscard]] Owner owner_of(RelationshipId id) const;

  /// True, and reported, where rewriting a value has cost too much.
  bool is_exhausted(const Instance& instance, const Value& whole);
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
