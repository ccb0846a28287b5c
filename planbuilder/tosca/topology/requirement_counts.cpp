#include "planbuilder/tosca/topology/requirement_counts.h"

#include <map>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/scalars/primitive.h"

namespace planbuilder::tosca {

namespace {

/// The assignments of one requirement of a node.
struct Assigned {
  std::uint64_t assignments = 0;
  std::uint64_t known = 0;  // relationships that they want in any case
  bool exact = true;        // no count is left to a run
  SourceRange first = {};
  SourceRange last = {};
};

std::map<std::string_view, Assigned> count_by_name(const std::vector<RequirementAssignment>& assignments) {
  std::map<std::string_view, Assigned> counts;
  for (const RequirementAssignment& assignment : assignments) {
    const auto [entry, is_new] = counts.try_emplace(assignment.name);
    Assigned& assigned = entry->second;
    if (is_new) assigned.first = assignment.at;
    assigned.last = assignment.at;
    ++assigned.assignments;
    const std::int64_t* count = assignment.count->get_if<std::int64_t>();
    if (count != nullptr && *count >= 0) {
      assigned.known += static_cast<std::uint64_t>(*count);
    } else if (assignment.count->is_null()) {
      ++assigned.known;
    } else {
      assigned.exact = false;
    }
  }
  return counts;
}

std::string times(std::uint64_t number) { return number == 1 ? "once" : std::to_string(number) + " times"; }

}  // namespace

Occurrences occurrences_of(const RequirementDefinition& definition, bool is_2_0) {
  return definition.occurrences.value_or(is_2_0 ? Occurrences{0, std::nullopt} : Occurrences{1, 1});
}

void read_count(Rare<Value>& written, const std::string& whose, Diagnostics& diagnostics) {
  if (written->is_null() || written->call() != nullptr) return;
  Value& count = written.make();
  const bool is_integer = type_as(Primitive::integer, count);
  const std::int64_t* number = is_integer ? count.get_if<std::int64_t>() : nullptr;
  const bool is_count = number != nullptr && *number >= 0;
  if (!is_count)
    diagnostics.error(Code::wrong_value, count.at, "the count of " + whose + " must be an integer that is not negative");
  if (!is_count || *number == 1) written = {};
}

void check_occurrences(const RequirementAssignment& assigned, const RequirementDefinition& definition, const std::string& whose,
                       Diagnostics& diagnostics) {
  if (!assigned.occurrences.present() || !definition.occurrences || assigned.occurrences->lies_in(*definition.occurrences))
    return;
  diagnostics.error(Code::wrong_value, assigned.at, whose + " has occurrences that are not within those of its definition")
      .note("it is defined here", definition.at);
}

void check_counts(const Node& node, const Type& type, const std::vector<RequirementAssignment>& assigned,
                  Diagnostics& diagnostics) {
  constexpr std::string_view section = "8.5.4";
  for (const auto& [name, counted] : count_by_name(assigned)) {
    const RequirementDefinition* definition = find_by_name(type.requirements, name);
    if (definition == nullptr) continue;  // reported elsewhere
    const Occurrences range = occurrences_of(*definition, true);
    const std::string whose = "the requirement '" + std::string(name) + "' of '" + node.name + "'";
    if (range.maximum && counted.known > *range.maximum) {
      // Published templates want more by `count` than the definition allows: that is said, and left to the orchestrator.
      const std::string summary =
          whose + " is assigned " + times(counted.known) + ", but may be so at most " + times(*range.maximum);
      Diagnostic& problem = counted.assignments > *range.maximum
                                ? diagnostics.error(Code::requirement_mismatch, counted.last, summary)
                                : diagnostics.tolerate(Code::requirement_mismatch, counted.last, summary, section);
      problem.note("it is defined here", definition->at);
      if (counted.first != counted.last) problem.note("it is assigned here first", counted.first);
    } else if (counted.exact && counted.known < range.minimum) {
      diagnostics
          .tolerate(Code::unfulfilled_requirement, counted.last,
                    whose + " is assigned " + times(counted.known) + ", but must be so at least " + times(range.minimum) +
                        ": an orchestrator has to find the rest",
                    section)
          .note("it is defined here", definition->at);
    }
  }
}

}  // namespace planbuilder::tosca
