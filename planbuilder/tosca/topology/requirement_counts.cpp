#include "planbuilder/tosca/topology/requirement_counts.h"

#include <algorithm>
#include <limits>
#include <map>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/scalars/primitive.h"

namespace planbuilder::tosca {

namespace {

/// The assignments of one requirement of a node.
struct Assigned {
  std::uint64_t known = 0;      // relationships that they want in any case
  std::uint64_t mandatory = 0;  // of these, those that are not optional
  bool exact = true;            // no count of these is left to a run
  bool pinned = false;          // a stage before judged what was written
  SourceRange first = {};
  SourceRange last = {};
};

std::uint64_t number_of(const std::int64_t* count) {
  return count == nullptr ? 1 : static_cast<std::uint64_t>(std::max<std::int64_t>(*count, 0));
}

std::map<std::string_view, Assigned> count_by_name(const std::vector<RequirementAssignment>& assignments) {
  std::map<std::string_view, Assigned> counts;
  for (const RequirementAssignment& assignment : assignments) {
    const auto [entry, is_new] = counts.try_emplace(assignment.name);
    Assigned& assigned = entry->second;
    if (is_new) assigned.first = assignment.at;
    assigned.last = assignment.at;
    const std::int64_t* count = assignment.count->get_if<std::int64_t>();
    const bool is_known = assignment.count->is_null() || (count != nullptr && *count >= 0);
    const std::uint64_t wanted = is_known ? number_of(count) : 0;
    const bool optional = assignment.optional.value_or(false);
    assigned.known += wanted;
    assigned.mandatory += optional ? 0 : wanted;
    assigned.exact = assigned.exact && (is_known || optional);
    assigned.pinned = assigned.pinned || assignment.pinned;
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

std::uint64_t wanted_by(const RequirementAssignment& assignment) { return number_of(assignment.count->get_if<std::int64_t>()); }

void want(RequirementAssignment& assignment, std::uint64_t count, SourceRange at) {
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  assignment.count = count == 1 ? Rare<Value>() : Value{static_cast<std::int64_t>(std::min(count, most)), at};
}

void check_occurrences(const RequirementAssignment& assigned, const RequirementDefinition& definition, const std::string& whose,
                       Diagnostics& diagnostics) {
  if (!definition.occurrences || assigned.occurrences->lies_in(*definition.occurrences)) return;
  diagnostics.error(Code::wrong_value, assigned.at, whose + " has occurrences that are not within those of its definition")
      .note("it is defined here", definition.at);
}

void check_counts(const Node& node, const Type& type, const std::vector<RequirementAssignment>& assigned,
                  Diagnostics& diagnostics) {
  for (const auto& [name, counted] : count_by_name(assigned)) {
    const RequirementDefinition* definition = find_by_name(type.requirements, name);
    if (definition == nullptr || counted.pinned) continue;  // reported elsewhere
    const Occurrences range = occurrences_of(*definition, true);
    const std::string whose = "the requirement '" + std::string(name) + "' of '" + node.name + "'";
    const bool too_many = range.maximum && counted.known > *range.maximum;
    if (!too_many && (!counted.exact || counted.mandatory >= range.minimum)) continue;
    const std::string summary =
        too_many ? whose + " is assigned " + times(counted.known) + ", but may be so at most " + times(*range.maximum)
                 : whose + " is assigned " + times(counted.mandatory) +
                       (counted.mandatory < counted.known ? ", without those that are optional" : "") +
                       ", but must be so at least " + times(range.minimum);
    Diagnostic& problem = diagnostics.error(Code::requirement_mismatch, counted.last, summary);
    problem.note("it is defined here", definition->at);
    if (counted.first != counted.last) problem.note("it is assigned here first", counted.first);
  }
}

}  // namespace planbuilder::tosca
