#include "planbuilder/events/judge.h"

#include "planbuilder/flow/find_entity.h"
#include "planbuilder/plan/from_value.h"
#include "planbuilder/plan/run_functions.h"
#include "planbuilder/tosca/values/evaluate.h"

namespace planbuilder::events {

namespace {

constexpr std::size_t many = 8;

bool is_conjunction(Expression::Kind kind) { return kind == Expression::Kind::all || kind == Expression::Kind::for_all; }

plan::Expression constant_truth(Truth truth) { return {truth == Truth::yes}; }

plan::Expression formula(plan::Operator operation, std::vector<plan::Expression> arguments) {
  return plan::computed({plan::Formula{operation, std::move(arguments)}});
}

/// Joins what is left of several conditions; those that are true or false by now fall away.
plan::Expression join_residues(std::vector<plan::Expression> parts, bool conjunction) {
  std::vector<plan::Expression> open;
  for (plan::Expression& part : parts) {
    const bool* truth = part.get_if<bool>();
    if (truth == nullptr) {
      open.push_back(std::move(part));
    } else if (*truth != conjunction) {
      return part;
    }
  }
  if (open.empty()) return {conjunction};
  if (open.size() == 1) return std::move(open.front());
  return formula(conjunction ? plan::Operator::conjunction : plan::Operator::disjunction, std::move(open));
}

}  // namespace

State::State(const Model& model) {
  values.reserve(model.variables());
  versions.resize(model.variables(), initial);
  for (std::size_t entity = 0; entity < model.entities(); ++entity) {
    for (const Attribute& attribute : model.behaviour(EntityIndex(entity)).attributes) values.add(attribute.initial);
  }
}

Truth Judge::judge(ExpressionId id, Frame& frame, std::vector<Read>& reads) {
  const Expression& expression = model_.expressions[id];
  switch (expression.kind) {
    case Expression::Kind::truth: return expression.value;
    case Expression::Kind::atom: return judge_atom(id, expression, frame, reads);
    case Expression::Kind::negation: return negated(judge(expression.children.front(), frame, reads));
    case Expression::Kind::all:
    case Expression::Kind::any: return judge_group(expression, frame, reads);
    case Expression::Kind::for_all:
    case Expression::Kind::exists: return judge_quantifier(id, expression, frame, reads);
  }
  return Truth::unknown;
}

Truth Judge::judge_group(const Expression& expression, Frame& frame, std::vector<Read>& reads) {
  const bool conjunction = is_conjunction(expression.kind);
  const Truth deciding = truth_of(!conjunction);
  Truth result = negated(deciding);
  const auto start = static_cast<std::ptrdiff_t>(reads.size());
  for (const ExpressionId child : expression.children) {
    const auto before = static_cast<std::ptrdiff_t>(reads.size());
    const Truth truth = judge(child, frame, reads);
    if (truth == deciding) {
      reads.erase(reads.begin() + start, reads.begin() + before);
      return deciding;
    }
    if (truth == Truth::unknown) result = Truth::unknown;
  }
  return result;
}

Truth Judge::judge_quantifier(ExpressionId id, const Expression& expression, Frame& frame, std::vector<Read>& reads) {
  const Truth deciding = truth_of(!is_conjunction(expression.kind));
  Truth result = negated(deciding);
  EntityIndex alone;
  const Reach reach = entities_at(expression.over, frame, alone);
  const std::size_t count = alone.valid() ? 1 : reach.size();
  const std::uint64_t key = (std::uint64_t{id.index()} << 32) | frame.self.index();
  std::size_t first = 0;
  if (count > many) {
    if (const auto known = decided_at_.find(key); known != decided_at_.end()) first = known->second;
  }
  const auto start = static_cast<std::ptrdiff_t>(reads.size());
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = (first + i) % count;
    const EntityIndex entity = alone.valid() ? alone : reach[place];
    if (!counts(expression, entity)) continue;
    const auto before = static_cast<std::ptrdiff_t>(reads.size());
    frame.variables.push_back(entity);
    const Truth truth = judge(expression.children.front(), frame, reads);
    frame.variables.pop_back();
    if (truth == deciding) {
      reads.erase(reads.begin() + start, reads.begin() + before);
      if (count > many) decided_at_[key] = place;
      return deciding;
    }
    if (truth == Truth::unknown) result = Truth::unknown;
  }
  return result;
}

Truth Judge::judge_atom(ExpressionId id, const Expression& expression, const Frame& frame, std::vector<Read>& reads) {
  const std::size_t before = reads.size();
  std::vector<ConstantId> arguments;
  arguments.reserve(expression.operands.size());
  const Operand* reader = nullptr;
  for (const Operand& operand : expression.operands) {
    const std::size_t reads_before = reads.size();
    arguments.push_back(evaluate(operand, frame, reads, id));
    if (!arguments.back().valid()) {  // what is not there has no value to compare
      reads.resize(before);
      return Truth::no;
    }
    const bool plain = operand.kind == Operand::Kind::attribute && reads.size() == reads_before + 1;
    if (plain && reads.size() == before + 1) reader = &operand;
  }
  // One attribute compared with what never changes: a question that other values of it can be put to.
  if (reader != nullptr && reads.size() == before + 1) {
    const auto hole = static_cast<std::size_t>(reader - expression.operands.data());
    PredicateId question = expression.predicate;
    const ConstantId value = arguments[hole];
    if (!question.valid()) {
      arguments[hole] = {};
      question = model_.predicates.of(*expression.function, arguments);
    }
    if (value != Constants::unknown) reads.back().question = question;
    return value == Constants::unknown ? Truth::unknown : model_.predicates.test(question, value);
  }
  return apply(*expression.function, arguments, model_.constants);
}

ConstantId Judge::evaluate(const Operand& operand, const Frame& frame, std::vector<Read>& reads, ExpressionId where) {
  switch (operand.kind) {
    case Operand::Kind::constant: return operand.constant;
    case Operand::Kind::attribute: {
      if (operand.own != Operand::looked_up)
        return read(model_.variable(frame.self, static_cast<std::uint32_t>(operand.own)), reads, where);
      EntityIndex alone;
      const Reach reach = entities_at(operand.place, frame, alone);
      const std::size_t count = alone.valid() ? 1 : reach.size();
      if (count == 1) {
        const auto variable = locate(operand, alone.valid() ? alone : reach[0]);
        return variable ? read(*variable, reads, where) : ConstantId();
      }
      List values;
      for (std::size_t i = 0; i < count; ++i) {
        const auto variable = locate(operand, reach[i]);
        if (!variable) continue;
        const ConstantId value = read(*variable, reads, where);
        if (value == Constants::unknown) return value;
        values.push_back(model_.constants[value]);
      }
      return model_.constants.of({std::move(values)});
    }
    case Operand::Kind::computed: {
      std::vector<Value> arguments;
      bool known = true;
      for (const Operand& argument : operand.arguments) {
        const ConstantId value = evaluate(argument, frame, reads, where);
        known = known && value.valid() && value != Constants::unknown;
        if (known) arguments.push_back(model_.constants[value]);
      }
      if (!known) return Constants::unknown;
      const tosca::Outcome outcome = tosca::apply_function(*operand.function, operand.function->name, std::move(arguments));
      return outcome.problem.empty() ? model_.constants.of(outcome.value) : Constants::unknown;
    }
    case Operand::Kind::written: {
      const bool of_service = frame.self == model_.walk.service();
      const auto self = of_service ? std::nullopt : std::optional(model_.walk.entity(frame.self));
      const Value value = tosca::evaluate({model_.topology(), self}, *operand.source);
      return is_literal(value) ? model_.constants.of(value) : Constants::unknown;
    }
  }
  return Constants::unknown;
}

ConstantId Judge::read(VariableId variable, std::vector<Read>& reads, ExpressionId where) const {
  reads.push_back({variable, state_.versions[variable], {}, where});
  return state_.values[variable];
}

Reach Judge::entities_at(const EntityPath& place, const Frame& frame, EntityIndex& alone) {
  const EntityIndex start =
      place.variable == EntityPath::itself ? frame.self : frame.variables[static_cast<std::size_t>(place.variable)];
  if (place.path.valid()) return model_.walk.follow(start, place.path);
  alone = start;
  return {lone_, 0, 0};
}

std::optional<VariableId> Judge::locate(const Operand& operand, EntityIndex entity) const {
  const auto attribute = model_.behaviour(entity).find_attribute(operand.interface, operand.attribute);
  if (!attribute) return std::nullopt;
  return model_.variable(entity, *attribute);
}

bool Judge::counts(const Expression& quantifier, EntityIndex entity) const {
  const Behaviour& behaviour = model_.behaviour(entity);
  for (const auto& [interface, attribute] : quantifier.needs) {
    if (!behaviour.find_attribute(interface, attribute)) return false;
  }
  return true;
}

plan::Expression Judge::residue(ExpressionId id, Frame& frame) {
  const Expression& expression = model_.expressions[id];
  std::vector<Read> unheard;
  const Truth truth = judge(id, frame, unheard);
  if (truth != Truth::unknown) return constant_truth(truth);
  switch (expression.kind) {
    case Expression::Kind::truth:
      return expression.source == nullptr ? plan::Expression{true} : plan::to_expression(*expression.source);
    case Expression::Kind::negation: return formula(plan::Operator::negation, {residue(expression.children.front(), frame)});
    case Expression::Kind::all:
    case Expression::Kind::any: {
      std::vector<plan::Expression> parts;
      for (const ExpressionId child : expression.children) parts.push_back(residue(child, frame));
      return join_residues(std::move(parts), is_conjunction(expression.kind));
    }
    case Expression::Kind::for_all:
    case Expression::Kind::exists: {
      std::vector<plan::Expression> parts;
      EntityIndex alone;
      const Reach reach = entities_at(expression.over, frame, alone);
      for (std::size_t i = 0; i < (alone.valid() ? 1 : reach.size()); ++i) {
        const EntityIndex entity = alone.valid() ? alone : reach[i];
        if (!counts(expression, entity)) continue;
        frame.variables.push_back(entity);
        parts.push_back(residue(expression.children.front(), frame));
        frame.variables.pop_back();
      }
      return join_residues(std::move(parts), is_conjunction(expression.kind));
    }
    case Expression::Kind::atom: {
      std::vector<plan::Expression> arguments;
      for (const Operand& operand : expression.operands) arguments.push_back(value_of(operand, frame));
      return plan::computed(plan::make_function(expression.function->name, std::move(arguments)));
    }
  }
  return {true};
}

plan::Expression Judge::value_of(const Operand& operand, const Frame& frame) {
  std::vector<Read> unheard;
  const ConstantId known = evaluate(operand, frame, unheard);
  if (known.valid() && known != Constants::unknown) return plan::to_expression(model_.constants[known]);
  if (operand.kind == Operand::Kind::attribute) {
    // What outputs have set stands among the attributes of the entity.
    plan::ExpressionList values;
    for (const Read& read : unheard) {
      plan::AttributeRead attribute;
      attribute.of.entity = flow::to_plan_entity(model_.topology(), model_.walk.entity(model_.owner(read.variable)));
      attribute.name = to_text(model_.constants[model_.attribute(read.variable).name]);
      values.push_back(plan::computed({std::move(attribute)}));
    }
    if (values.size() == 1) return std::move(values.front());
    return {std::move(values)};
  }
  if (operand.kind == Operand::Kind::computed) {
    std::vector<plan::Expression> arguments;
    for (const Operand& argument : operand.arguments) arguments.push_back(value_of(argument, frame));
    return plan::computed(plan::make_function(operand.function->name, std::move(arguments)));
  }
  const bool of_service = frame.self == model_.walk.service();
  const auto self = of_service ? std::nullopt : std::optional(model_.walk.entity(frame.self));
  if (operand.source == nullptr) return {};
  return plan::to_expression(tosca::evaluate({model_.topology(), self}, *operand.source));
}

}  // namespace planbuilder::events
