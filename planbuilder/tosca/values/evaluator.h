// One evaluation: which function is followed how. Only evaluate.h and the files that follow functions know it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planbuilder/tosca/functions/function_table.h"
#include "planbuilder/tosca/values/evaluation_context.h"
#include "planbuilder/tosca/values/residual_call.h"
#include "planbuilder/tosca/values/resolve_path.h"

namespace planbuilder::tosca {

/// What one evaluation may cost: properties that are defined by properties can unfold without end.
struct Budget {
  std::size_t lookups = 10'000;
  bool exceeded = false;
};

class Evaluator {
 public:
  Evaluator(const EvaluationContext& context, int depth, Budget& budget)
      : context_(context), topology_(context.topology), depth_(depth), budget_(budget) {}

  [[nodiscard]] Value evaluate(const Value& value) const;

 private:
  using Words = std::vector<std::string>;

  // evaluator.cpp: which function is followed how, and what is computed of arguments alone.
  [[nodiscard]] Value evaluate_call(const Call& call, const Value& whole) const;
  [[nodiscard]] Value evaluate_old(const Function& function, const Call& call, const Value& whole) const;
  [[nodiscard]] Value evaluate_marked(const Function* function, Call call, const Value& whole) const;
  [[nodiscard]] Value compute_old(const Function& function, Call reduced, const Value& whole) const;
  [[nodiscard]] Value compute(const Function* function, Call reduced, const Value& whole) const;
  [[nodiscard]] Value get_input(const Call& call, const Value& whole) const;
  [[nodiscard]] const ParameterDefinition* find_input(const std::string& name) const;
  [[nodiscard]] Value report_unknown_input(const Value& argument, const std::string& name) const;
  [[nodiscard]] Value fail(const Value& at, const std::string& why) const;
  template <class Known>
  [[nodiscard]] std::string guess(const std::string& name, const Known& known) const {
    return context_.diagnostics == nullptr ? "" : context_.diagnostics->guess(name, known);
  }

  // read_members.cpp: values of properties and attributes.
  [[nodiscard]] Value read(RepresentedEntity from, bool attribute, const Words& words, std::size_t name_at,
                           const Value& whole) const;
  [[nodiscard]] std::optional<Value> through_capability(RepresentedEntity from, const std::string& capability, const Words& words,
                                                        std::size_t name_at, const Value& whole) const;
  [[nodiscard]] Value walk(Value value, const Words& path, std::size_t from, const Value& whole) const;
  [[nodiscard]] bool is_being_recorded(const RepresentedEntity& one) const;
  [[nodiscard]] Evaluator in_context_of(const RepresentedEntity& one) const;

  // follow_words.cpp: functions of 1.x, which name an entity and go on word by word.
  [[nodiscard]] Value get_member(const Call& call, bool attribute, const Value& whole) const;
  [[nodiscard]] std::optional<Value> through_requirement(EntityId entity, bool attribute, const Words& words,
                                                         const Value& whole) const;
  [[nodiscard]] Value get_operation_output(const Call& call, const Value& whole) const;
  [[nodiscard]] Value get_nodes_of_type(const Call& call, const Value& whole) const;
  [[nodiscard]] bool is_node_type(std::string_view name) const;
  [[nodiscard]] Value get_artifact(const Call& call, const Value& whole) const;
  [[nodiscard]] std::string unknown_entity(const std::string& keyword) const;
  [[nodiscard]] RepresentedEntity seen(EntityId entity) const;

  // follow_path.cpp: functions of 2.0, whose paths are resolved by resolve_path.h.
  [[nodiscard]] Value get_by_path(const Call& call, bool attribute, const Value& whole) const;
  [[nodiscard]] Value read_at(const PathEnd& end, const Call& call, bool attribute, std::size_t name_at,
                              const Value& whole) const;
  [[nodiscard]] std::string unknown_member(const PathEnd& end, const std::string& name) const;
  [[nodiscard]] bool is_assigned(const PathEnd& end, const std::string& name, bool attribute) const;
  [[nodiscard]] Value get_artifact_by_path(const Call& call, const Value& whole) const;
  [[nodiscard]] Value get_index(bool of_node, const Value& whole) const;
  [[nodiscard]] Value get_available_allocation(const Call& call, const Value& whole) const;
  [[nodiscard]] std::string ends_in_words(const ResolvedPath& path) const;
  [[nodiscard]] Value fail_at(const Call& call, const ResolvedPath& path, const Value& whole) const;

  EvaluationContext context_;
  const Topology& topology_;
  static constexpr int deepest = 50;  // properties that are defined by properties, that far; beyond lies a circle
  int depth_;
  Budget& budget_;  // of the whole evaluation
};

}  // namespace planbuilder::tosca
