// Judges conditions in a state, and remembers what decided them.
#pragma once

#include <unordered_map>
#include <vector>

#include "planbuilder/events/model.h"
#include "planbuilder/plan/expression.h"

namespace planbuilder::events {

/// The attributes of all entities, each with the number of the write that it comes from.
struct State {
  static constexpr std::uint32_t initial = 0xffffffff;
  IdVector<VariableId, ConstantId> values;
  IdVector<VariableId, std::uint32_t> versions;

  /// As it is before anything happened.
  explicit State(const Model& model);
};

/// Whose condition is judged, and the entities that quantifiers around are at.
struct Frame {
  EntityIndex self;
  std::vector<EntityIndex> variables = {};
};

/// That an attribute was looked at. Its question tells which other values would have been as good; without one, none.
struct Read {
  VariableId variable;
  std::uint32_t version = State::initial;
  PredicateId question;
  ExpressionId where;  // not valid: an input of a handler, a value that is set
};

class Judge {
 public:
  Judge(Model& model, const State& state) : model_(model), state_(state) {}

  /// Appends the reads that decide: of what is false because of one child, those of that child alone.
  Truth judge(ExpressionId id, Frame& frame, std::vector<Read>& reads);
  /// Not valid when the entity has no such attribute.
  ConstantId evaluate(const Operand& operand, const Frame& frame, std::vector<Read>& reads, ExpressionId where = {});
  /// The value, or how a run finds it.
  plan::Expression value_of(const Operand& operand, const Frame& frame);
  /// What is left to be asked when the plan runs; true where nothing is.
  plan::Expression residue(ExpressionId id, Frame& frame);

 private:
  Truth judge_group(const Expression& expression, Frame& frame, std::vector<Read>& reads);
  Truth judge_quantifier(ExpressionId id, const Expression& expression, Frame& frame, std::vector<Read>& reads);
  Truth judge_atom(ExpressionId id, const Expression& expression, const Frame& frame, std::vector<Read>& reads);
  [[nodiscard]] Reach entities_at(const EntityPath& place, const Frame& frame, EntityIndex& alone);
  [[nodiscard]] std::optional<VariableId> locate(const Operand& operand, EntityIndex entity) const;
  [[nodiscard]] bool counts(const Expression& quantifier, EntityIndex entity) const;
  ConstantId read(VariableId variable, std::vector<Read>& reads, ExpressionId where) const;

  Model& model_;
  const State& state_;
  // Where a quantifier over many was decided last: it is likely to be decided there again.
  std::unordered_map<std::uint64_t, std::size_t> decided_at_;
  std::vector<EntityIndex> lone_;
};

}  // namespace planbuilder::events
