#include <algorithm>
#include <unordered_set>

#include "planbuilder/tosca/functions/function_table.h"
#include "planbuilder/tosca/scalars/version_number.h"
#include "planbuilder/tosca/values/port_spec.h"
#include "planbuilder/tosca/values/typing.h"
#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

namespace {

/// The way from the subject to a value inside of it; it stands on the stack of the walk.
struct Step {
  const Step* before = nullptr;
  std::string_view key;
  std::size_t index = 0;
};

std::string render(const Step* step) {
  if (step == nullptr) return "";
  const std::string before = render(step->before);
  if (step->key.data() == nullptr) return before + "[" + std::to_string(step->index) + "]";
  return before + (before.empty() ? "" : ".") + std::string(step->key);
}

class Walk {
 public:
  Walk(const Subject& subject, const TypingContext& context, Diagnostics& diagnostics, bool constrained = true)
      : subject_(subject), context_(context), types_(context.types), diagnostics_(diagnostics), constrained_(constrained) {}

  void type_value(Value& value, ValueTypeId wanted, const Step* step) {
    const ValueTypeId id = wanted.valid() ? wanted : types_.any();
    const ValueType& type = types_[id];
    if (value.call() != nullptr && type.primitive == Primitive::complex) restore_field(value, type);
    if (value.call() != nullptr && !compute(value, id, step)) return;
    if (type.primitive == Primitive::any) {
      type_calls_inside(value, {context_, diagnostics_});
      return;
    }
    const bool strict = types_.names().is_strict(value.at.file);
    if (value.is_null() && !strict) return;  // a key without a value says nothing
    if (!strict && data_types_ > 0 && type.primitive == Primitive::string && is_other_scalar(value)) {
      report(value, step, type).explain("YAML reads this as another type; put it in quotes to make it a string");
      return;
    }
    if ((strict && !is_strict_form_of(type.primitive, value)) || !type_as(type.primitive, value)) {
      report(value, step, type);
      return;
    }
    if (!strict && type.primitive == Primitive::version && is_qualified_zero(*value.text())) {
      report(value, step, type).explain("zero says that there is no version, so nothing can qualify it");
      return;
    }
    const std::size_t before = diagnostics_.errors();
    type_parts(value, type, step);
    if (constrained_ && diagnostics_.errors() == before && type.is_constrained()) check_constraints(value, id, step);
  }

 private:
  /// `{token: abc}` looks like a call of 1.x, but is a value where the data type has a property of that name.
  void restore_field(Value& value, const ValueType& type) {
    Call& call = std::get<Call>(value.data);
    if (types_.properties(type.data_type).find(call.function) == nullptr) return;
    Map map;
    map.push_back({call.function, call.arguments.size() == 1 ? std::move(call.arguments.front())
                                                             : Value{List(std::move(call.arguments)), value.at}});
    value.data = std::move(map);
  }

  /// Published templates leave out the quotes of a property that is a string, so there a number is taken as its text.
  /// Inside of a data type, where values are written as YAML, it is the number that YAML says.
  static bool is_other_scalar(const Value& value) {
    Value read = value;
    type_as_yaml(read);
    return value.text() != nullptr && read.text() == nullptr;
  }

  /// True when the call has become a literal; what it is then judged as.
  bool compute(Value& call, ValueTypeId id, const Step* step) {
    const std::string shown = call.call()->function;
    const auto result = type_call(call, id, {context_, diagnostics_});
    if (!result) {
      call.data = std::monostate();
    } else if (result->known) {
      return true;
    } else if (!may_become(*result, id, types_)) {
      diagnostics_.error(
          Code::wrong_value, call.at,
          name(step) + " must be " + describe_type(types_[id]) + ", but " + shown + " gives " + describe(kind(result->kind)));
    } else if (auto known = shown.starts_with('$') ? std::nullopt : known_result(call)) {
      type_value(*known, id, step);
    }
    return false;
  }

  void type_parts(Value& value, const ValueType& type, const Step* step) {
    if (type.primitive == Primitive::scalar) {
      type_amount(value, type, step);
    } else if (type.primitive == Primitive::list) {
      std::size_t index = 0;
      for (Value& item : std::get<List>(value.data)) {
        const Step next{step, {}, index++};
        type_value(item, type.entry, &next);
      }
    } else if (type.primitive == Primitive::map) {
      type_key_calls(std::get<Map>(value.data), type.key, {context_, diagnostics_});
      for (MapEntry& entry : std::get<Map>(value.data)) {
        const Step next{step, entry.key, 0};
        if (type.key.valid() && !entry.key_call.present()) type_key(entry, type.key, &next);
        type_value(entry.value, type.entry, &next);
      }
    } else if (type.primitive == Primitive::complex) {
      ++data_types_;
      type_fields(value, type, step);
      --data_types_;
    }
  }

  /// The unit must be one of the type's, and the number what the type says of numbers.
  void type_amount(const Value& value, const ValueType& type, const Step* step) {
    const auto amount = parse_amount(*type.scalar, *value.text());
    if (!amount) {
      report(value, step, type);
      return;
    }
    Value number{amount->number, value.at, true};
    type_value(number, type.scalar->number, step);
  }

  /// Keys are texts in the model; a key schema of another type only says what they must look like.
  void type_key(const MapEntry& entry, ValueTypeId type, const Step* step) {
    Value key{entry.key, entry.value.at, types_[type].primitive != Primitive::string};
    type_value(key, type, step);
  }

  void type_fields(Value& value, const ValueType& type, const Step* step) {
    const Type& data_type = types_.types()[type.data_type];
    const Fields& fields = types_.properties(type.data_type);
    Map& map = std::get<Map>(value.data);
    if (fields.all().empty() && !data_type.parent.valid()) {  // a root: anything may be in it
      type_calls_inside(value, {context_, diagnostics_});
      return;
    }
    for (MapEntry& entry : map) {
      const Step next{step, entry.key, 0};
      if (const Fields::Field* field = fields.find(entry.key)) {
        type_value(entry.value, field->type, &next);
      } else {
        type_as_yaml(entry.value);
        diagnostics_.error(Code::unknown_name, entry.value.at,
                           "the data type '" + data_type.name + "' has no property '" + entry.key + "'" +
                               diagnostics_.guess(entry.key, [&] { return fields.names(); }));
      }
    }
    std::unordered_set<std::string_view> given;
    if (!fields.mandatory().empty()) {
      for (const MapEntry& entry : map) given.insert(entry.key);
    }
    for (const ParameterDefinition* wanted : fields.mandatory()) {
      if (given.contains(wanted->name)) continue;
      diagnostics_
          .error(Code::missing_property, value.at,
                 name(step) + " must have the property '" + wanted->name + "' of the data type '" + data_type.name + "'")
          .note("it is required here", wanted->at);
    }
    if (data_type.name == port_spec) {
      if (const std::string problem = port_spec_problem(map); !problem.empty())
        diagnostics_.error(Code::wrong_value, value.at, name(step) + " " + problem);
    }
  }

  /// The first that does not hold is reported; all of them together would say little more.
  void check_constraints(const Value& value, ValueTypeId id, const Step* step) {
    const ValueType& type = types_[id];
    std::vector<const ValueType*> waiting{&type};
    std::unordered_set<ValueTypeId> seen;  // ways to one base may be many
    for (std::size_t next = 0; next < waiting.size(); ++next) {
      for (const Constraint& constraint : waiting[next]->constraints) {
        if (holds(constraint, type.primitive, value)) continue;
        diagnostics_.error(Code::wrong_value, value.at, name(step) + " must be " + describe(constraint, type.primitive))
            .note("the constraint is here", constraint.at);
        return;
      }
      for (const Value& validation : waiting[next]->validations) {
        if (holds(validation, value, id, context_)) continue;
        diagnostics_
            .error(Code::wrong_value, value.at,
                   name(step) + " is " + to_text(value) + ", which breaks " + render_call(validation))
            .note("the validation is here", validation.at);
        return;
      }
      for (const ValueTypeId base : waiting[next]->bases) {
        if (seen.insert(base).second) waiting.push_back(&types_[base]);
      }
    }
  }

  Diagnostic& report(const Value& value, const Step* step, const ValueType& type) {
    return diagnostics_.error(Code::wrong_value, value.at, name(step) + " must be " + describe_type(type));
  }

  static std::string describe_type(const ValueType& type) {
    return type.scalar != nullptr ? describe(*type.scalar) : describe(type.primitive);
  }

  /// "the property 'people'", "'contacts[1].name' in the property 'people'".
  [[nodiscard]] std::string name(const Step* step) const {
    return step == nullptr ? to_string(subject_) : "'" + render(step) + "' in " + to_string(subject_);
  }

  const Subject& subject_;
  const TypingContext& context_;
  ValueTypes& types_;
  Diagnostics& diagnostics_;
  int data_types_ = 0;  // around the value
  bool constrained_;
};

}  // namespace

std::string to_string(const Subject& subject) {
  if (subject.name.empty()) return std::string(subject.what);
  return std::string(subject.what) + " '" + std::string(subject.name) + "'";
}

void type_value(Value& value, ValueTypeId type, const Subject& subject, const TypingContext& context, Diagnostics& diagnostics) {
  Walk(subject, context, diagnostics).type_value(value, type, nullptr);
}

void type_shape(Value& value, ValueTypeId type, const TypingContext& context, Diagnostics& diagnostics) {
  const Subject subject{"the value"};
  Walk(subject, context, diagnostics, false).type_value(value, type, nullptr);
}

void type_definition(ParameterDefinition& definition, ValueTypeId type, std::string_view what, const TypingContext& context,
                     Diagnostics& diagnostics) {
  if (definition.default_value) {
    const std::string of_default = "the default of " + std::string(what);
    type_value(*definition.default_value, type, {of_default, definition.name}, context, diagnostics);
  }
  if (definition.value) type_value(*definition.value, type, {what, definition.name}, context, diagnostics);
}

}  // namespace planbuilder::tosca
