// Questions about the value of one attribute: is it equal to `started`, is it one of these?
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "planbuilder/events/constants.h"
#include "planbuilder/tosca/functions/function_table.h"

namespace planbuilder::events {

using PredicateId = Id<struct PredicateTag>;

enum class Truth : std::uint8_t { no, yes, unknown };
inline Truth truth_of(bool value) { return value ? Truth::yes : Truth::no; }
inline Truth negated(Truth truth) { return truth == Truth::unknown ? truth : truth_of(truth == Truth::no); }

/// Applies a function to arguments that are known. Unknown when it cannot be applied to them.
Truth apply(const tosca::Function& function, const std::vector<ConstantId>& arguments, const Constants& constants);

class Predicates {
 public:
  explicit Predicates(const Constants& constants) : constants_(constants) {}

  /// The function with the value at the place of the argument that is not valid.
  PredicateId of(const tosca::Function& function, std::vector<ConstantId> arguments);
  Truth test(PredicateId predicate, ConstantId value);
  /// "equals started", "is one of configured, started".
  [[nodiscard]] std::string describe(PredicateId predicate) const;

 private:
  struct Question {
    const tosca::Function* function;
    std::vector<ConstantId> arguments;
    std::size_t hole;
    std::vector<std::uint8_t> answers;  // by constant; what was not asked yet is no truth
  };
  const Constants& constants_;
  IdVector<PredicateId, Question> questions_;
  std::map<std::pair<const tosca::Function*, std::vector<ConstantId>>, PredicateId> known_;
};

}  // namespace planbuilder::events
