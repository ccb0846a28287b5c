#include "planbuilder/tosca/checks/check_results.h"

#include <unordered_set>

#include "planbuilder/tosca/functions/function_table.h"
#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/values/evaluate.h"
#include "planbuilder/tosca/values/resolve_path.h"
#include "planbuilder/tosca/values/typing.h"

namespace planbuilder::tosca {

namespace {

/// The property or attribute that a call reads, and what of it.
struct MemberRead {
  const ParameterDefinition* definition = nullptr;
  std::string what;  // "'port' of 'server'"
  std::span<const Value> steps;
  bool many = false;
};

std::optional<MemberRead> member_read_by(const Call& call, const EvaluationContext& context) {
  const Function* function = find_function(call.function);
  const Reads reads = function == nullptr || !call.function.starts_with('$') ? Reads::nothing : function->reads;
  if (reads != Reads::property && reads != Reads::attribute && reads != Reads::allocation) return std::nullopt;
  const ResolvedPath path = resolve_path(context.topology, context.self, call.arguments);
  if (!path.problem.empty() || path.open || path.ends.empty() || path.next >= call.arguments.size()) return std::nullopt;
  const std::string name = to_text(call.arguments[path.next]);
  const ParameterDefinition* found = find_member(context.topology, path.ends.front(), name, reads == Reads::attribute);
  if (found == nullptr) return std::nullopt;
  return MemberRead{found, "'" + name + "' of " + describe(context.topology, path.ends.front()),
                    std::span(call.arguments).subspan(path.next + 1), path.many};
}

class ResultChecker {
 public:
  ResultChecker(const Topology& topology, ValueTypes& types, Diagnostics& diagnostics)
      : topology_(topology), types_(types), typing_{types, &topology.inputs}, diagnostics_(diagnostics) {}

  void check() {
    for (const NodeId id : topology_.nodes.ids()) check_node(id);
    for (const RelationshipId id : topology_.relationships.ids()) {
      const Relationship& relationship = topology_.relationships[id];
      check_entity(id, relationship.properties, relationship.interfaces);
    }
    for (const ParameterDefinition& output : topology_.outputs) {
      if (output.value) check_value(*output.value, types_.of(output), {"the output", output.name}, {topology_, std::nullopt});
    }
    for (const ParameterDefinition& input : topology_.inputs) {
      if (input.default_value && is_strict(*input.default_value))
        evaluate({topology_, std::nullopt, &diagnostics_}, *input.default_value);
    }
  }

 private:
  [[nodiscard]] bool is_strict(const Value& value) const { return types_.names().is_strict(value.at.file); }

  void check_node(NodeId id) {
    const Node& node = topology_.nodes[id];
    check_entity(id, node.properties, node.interfaces);
    for (const CapabilityAssignment& capability : node.capabilities) {
      for (const Assignment& property : capability.properties) {
        if (const auto* defined = find_member(topology_, {id, capability.name}, property.name, false))
          check_property(property, types_.of(*defined), {topology_, id});
      }
    }
    const Value& condition = node.node_filter->condition;
    if (condition.is_null()) return;
    const std::size_t before = diagnostics_.errors();
    evaluate({topology_, id, &diagnostics_}, condition);
    if (diagnostics_.errors() == before) check_reads(condition, {topology_, id});
  }

  void check_entity(EntityId entity, const std::vector<Assignment>& properties, const std::vector<Interface>& interfaces) {
    const TypeId type = topology_.type_of(entity);
    const EvaluationContext context{topology_, entity};
    for (const Assignment& property : properties) {
      if (!is_strict(property.value)) continue;
      const Fields::Field* field = type.valid() ? types_.properties(type).find(property.name) : nullptr;
      if (field != nullptr) check_property(property, field->type, context);
    }
    for (const Interface& item : interfaces) {
      for (const Operation& operation : item.operations) check_inputs(operation, context);
    }
  }

  void check_inputs(const Operation& operation, const EvaluationContext& context) {
    for (const ParameterDefinition& input : operation.inputs) {
      if (input.value) check_value(*input.value, types_.any(), {"the input", input.name}, context);
    }
  }

  void check_property(const Assignment& property, ValueTypeId type, const EvaluationContext& context) {
    const Subject subject{"the property", property.name};
    if (!is_strict(property.value)) return;
    if (!is_literal(property.value)) {
      check_value(property.value, type, subject, context);
    } else if (types_[type].is_constrained()) {
      check_validations(property.value, type, subject, context);
    }
  }

  /// A value with calls inside; those that lead nowhere were reported when they were followed.
  void check_value(const Value& value, ValueTypeId type, const Subject& subject, const EvaluationContext& context) {
    if (is_literal(value) || !is_strict(value)) return;
    Diagnostics unheard;
    Value result = evaluate({topology_, context.self, &unheard}, value);
    if (unheard.has_errors()) return;
    const std::size_t before = diagnostics_.errors();
    check_reads(value, context);
    if (value.call() != nullptr && diagnostics_.errors() == before) check_type(value, type, subject, context);
    if (!is_literal(result) || result.is_null() || diagnostics_.errors() > before) return;
    result.at = value.at;
    type_value(result, type, subject, typing_, diagnostics_);
  }

  /// What calls read inside of values must be there by the types of the values.
  void check_reads(const Value& value, const EvaluationContext& context) {
    for_each_call(value, [&](const Call& call, const Value& whole) {
      const auto read = member_read_by(call, context);
      if (!read) return;
      const auto type = type_of_parts(types_.of(*read->definition), read->steps, {whole, read->what}, types_, diagnostics_);
      if (type && call.function == "$available_allocation" && !can_be_allocated(types_[*type].primitive))
        diagnostics_.error(Code::bad_function, whole.at, read->what + " cannot be allocated: it is no number");
    });
  }

  static bool can_be_allocated(Primitive primitive) {
    return primitive == Primitive::any || is_number(primitive) || is_amount(primitive);
  }

  /// Of what is read as a whole see check_calls.h; here it is a part, or several make a list.
  void check_type(const Value& value, ValueTypeId wanted, const Subject& subject, const EvaluationContext& context) {
    const auto read = member_read_by(*value.call(), context);
    if (!read || types_[wanted].primitive == Primitive::any || (read->steps.empty() && !read->many)) return;
    Diagnostics unheard;
    const auto type = type_of_parts(types_.of(*read->definition), read->steps, {value, read->what}, types_, unheard);
    const ValueTypeId taken = !read->many                                   ? wanted
                              : types_[wanted].primitive == Primitive::list ? types_[wanted].entry
                                                                            : ValueTypeId();
    if (type && taken.valid() && may_be(*type, taken)) return;
    diagnostics_
        .error(Code::wrong_value, value.at,
               to_string(subject) + " is of type " + types_.name_of(wanted) + ", but " +
                   (read->many ? "this is a list" : "this is of type " + types_.name_of(*type)))
        .note("'" + read->definition->name + "' is defined here", read->definition->at);
  }

  [[nodiscard]] bool may_be(ValueTypeId given, ValueTypeId wanted) const {
    if (types_[given].primitive == Primitive::integer && types_[wanted].primitive == Primitive::number) return true;
    return types_.is_kind_of(given, wanted) || types_.is_kind_of(wanted, given);
  }

  /// Those that read other values; all others were judged when the value got its type.
  void check_validations(const Value& value, ValueTypeId type, const Subject& subject, const EvaluationContext& context) {
    std::vector<ValueTypeId> waiting{type};
    std::unordered_set<ValueTypeId> seen{type};
    for (std::size_t next = 0; next < waiting.size(); ++next) {
      for (const Value& validation : types_[waiting[next]].validations) {
        const Value rest = rest_of(validation, value, type, typing_);
        const Value result = rest.is_null() ? rest : evaluate(context, rest);
        const bool* truth = result.get_if<bool>();
        if (truth == nullptr || *truth) continue;
        diagnostics_
            .error(Code::wrong_value, value.at,
                   to_string(subject) + " is " + to_text(value) + ", which breaks " + render_call(validation))
            .note("the validation is here", validation.at);
      }
      for (const ValueTypeId base : types_[waiting[next]].bases) {
        if (seen.insert(base).second) waiting.push_back(base);
      }
    }
  }

  const Topology& topology_;
  ValueTypes& types_;
  TypingContext typing_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_results(const Topology& topology, ValueTypes& types, Diagnostics& diagnostics) {
  ResultChecker(topology, types, diagnostics).check();
}

}  // namespace planbuilder::tosca
