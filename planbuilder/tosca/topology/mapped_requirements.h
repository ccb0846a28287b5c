// The mappings of the requirements of a substituted node: where they lead, and how they share its assignments (TOSCA 2.0, 15.5).
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "planbuilder/tosca/model/types.h"
#include "planbuilder/tosca/topology/requirement_counts.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

/// One mapping, which may lead to several targets.
struct RequirementMapping {
  std::vector<const SubstitutionMapping::Entry*> targets;

  [[nodiscard]] SourceRange at() const { return targets.front()->at; }
  /// How many relationships it is for.
  [[nodiscard]] std::uint64_t count() const;
  /// It is for all that are left.
  [[nodiscard]] bool takes_rest() const { return targets.front()->index == "UNBOUNDED"; }
};

/// By the name of the requirement, in their order.
using RequirementMappings = std::unordered_map<std::string, std::vector<RequirementMapping>>;
RequirementMappings mappings_by_requirement(const std::vector<SubstitutionMapping::Entry>& entries);

/// Hands out the mappings of one requirement, in their order. One mapping alone, without a count, is for all.
class MappingTurns {
 public:
  explicit MappingTurns(const std::vector<RequirementMapping>& mappings)
      : mappings_(&mappings), left_(mappings.empty() ? 0 : mappings.front().count()) {}

  struct Turn {
    const RequirementMapping* mapping;  // none where none is left
    std::uint64_t count;                // how many of those that are wanted it is for
  };
  Turn next(std::uint64_t wanted);

 private:
  const std::vector<RequirementMapping>* mappings_;
  std::size_t next_ = 0;
  std::uint64_t left_;  // of this mapping
};

/// The requirements of the service that takes a node's place.
class MappedEnds {
 public:
  MappedEnds(const ServiceTemplate& service, const Types& types, const TypeNames& names);

  /// Of `[node, requirement]`; none where that does not lead to one.
  [[nodiscard]] const NodeTemplate* node(const SubstitutionMapping::Entry& entry) const;
  [[nodiscard]] const RequirementDefinition* definition(const SubstitutionMapping::Entry& entry) const;
  /// How often the requirement may be assigned.
  [[nodiscard]] Occurrences range(const SubstitutionMapping::Entry& entry) const;
  /// It must be fulfilled, by its definition or because the template says so.
  [[nodiscard]] bool is_mandatory(const RequirementMapping& mapping) const;

 private:
  [[nodiscard]] bool is_mandatory(const SubstitutionMapping::Entry& entry) const;

  const Types& types_;
  const TypeNames& names_;
  std::unordered_map<std::string_view, const NodeTemplate*> nodes_;
};

}  // namespace planbuilder::tosca
