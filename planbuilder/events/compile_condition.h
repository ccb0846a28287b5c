// From the conditions and values of one interface to expressions.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/events/model.h"

namespace planbuilder::events {

class ConditionCompiler {
 public:
  /// Attributes of the behaviour are known when conditions are compiled.
  ConditionCompiler(Model& model, const Behaviour& self, std::uint32_t interface)
      : model_(model), self_(self), interface_(interface) {}

  ExpressionId compile(const Value& condition);
  Operand operand(const Value& value);
  /// Every attribute of an interface that the value reads.
  void collect_reads(const Value& value, std::vector<Operand>& reads);

 private:
  ExpressionId group(Expression::Kind kind, const Call& call, const Value& source);
  ExpressionId for_each(const Call& call, const Value& source);
  ExpressionId has_entry(const Operand& list, const Value& entry, const Value& source);
  void add_needs(ExpressionId id, Expression& quantifier) const;
  ExpressionId exclusive_or(const Call& call, const Value& source);
  ExpressionId atom(const tosca::Function& function, std::vector<Operand> operands, const Value& source);
  std::optional<Operand> attribute_read(const Value& value);
  Operand own_attribute(const std::string& name, const Value& source) const;
  [[nodiscard]] bool is_several(const Operand& operand) const;
  EntityPath place_of(const std::vector<std::string>& words, bool& known);

  Model& model_;
  const Behaviour& self_;
  std::uint32_t interface_;
  std::vector<std::string> variables_;  // of the quantifiers around
};

}  // namespace planbuilder::events
