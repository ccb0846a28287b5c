#include "planbuilder/tosca/coerce.h"

#include <algorithm>
#include <unordered_set>

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
  Walk(const Subject& subject, ValueTypes& types, Diagnostics& diagnostics)
      : subject_(subject), types_(types), diagnostics_(diagnostics) {}

  void settle(Value& value, ValueTypeId id, const Step* step) {
    const ValueType& type = types_[id.valid() ? id : types_.any()];
    // A key without a value says nothing, and a function's result is known later.
    if (value.call() != nullptr || value.is_null() || type.primitive == Primitive::any) {
      settle_untyped(value);
      return;
    }
    if (!settle_as(type.primitive, value)) {
      report(value, step, type);
      return;
    }
    const std::size_t before = diagnostics_.errors();
    settle_inside(value, type, step);
    if (diagnostics_.errors() == before && type.is_constrained()) check_constraints(value, type, step);
  }

 private:
  void settle_inside(Value& value, const ValueType& type, const Step* step) {
    if (type.primitive == Primitive::list) {
      std::size_t index = 0;
      for (Value& item : std::get<List>(value.data)) {
        const Step next{step, {}, index++};
        settle(item, type.entry, &next);
      }
    } else if (type.primitive == Primitive::map) {
      for (MapEntry& entry : std::get<Map>(value.data)) {
        const Step next{step, entry.key, 0};
        if (type.key.valid()) settle_key(entry, type.key, &next);
        settle(entry.value, type.entry, &next);
      }
    } else if (type.primitive == Primitive::complex) {
      settle_fields(value, type, step);
    }
  }

  /// Keys are texts in the model; a key schema of another type only says what they must look like.
  void settle_key(const MapEntry& entry, ValueTypeId type, const Step* step) {
    Value key{entry.key, entry.value.at, true};
    settle(key, type, step);
  }

  void settle_fields(Value& value, const ValueType& type, const Step* step) {
    const Type& data_type = types_.types()[type.data_type];
    const Fields& fields = types_.properties(type.data_type);
    Map& map = std::get<Map>(value.data);
    if (fields.all().empty() && !data_type.parent.valid()) return settle_untyped(value);  // a root: anything may be in it
    for (MapEntry& entry : map) {
      const Step next{step, entry.key, 0};
      if (const Fields::Field* field = fields.find(entry.key)) {
        settle(entry.value, field->type, &next);
      } else {
        settle_untyped(entry.value);
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
  }

  /// The first that does not hold is reported; all of them together would say little more.
  void check_constraints(const Value& value, const ValueType& type, const Step* step) {
    std::vector<const ValueType*> waiting{&type};
    std::unordered_set<ValueTypeId> seen;  // ways to one base may be many
    for (std::size_t next = 0; next < waiting.size(); ++next) {
      for (const Constraint& constraint : waiting[next]->constraints) {
        if (holds(constraint, type.primitive, value)) continue;
        diagnostics_.error(Code::wrong_value, value.at, name(step) + " must be " + describe(constraint, type.primitive))
            .note("the constraint is here", constraint.at);
        return;
      }
      for (const ValueTypeId base : waiting[next]->bases) {
        if (seen.insert(base).second) waiting.push_back(&types_[base]);
      }
    }
  }

  void report(const Value& value, const Step* step, const ValueType& type) {
    diagnostics_.error(Code::wrong_value, value.at, name(step) + " must be " + describe(type.primitive));
  }

  /// "the property 'people'", "'contacts[1].name' in the property 'people'".
  [[nodiscard]] std::string name(const Step* step) const {
    return step == nullptr ? to_string(subject_) : "'" + render(step) + "' in " + to_string(subject_);
  }

  const Subject& subject_;
  ValueTypes& types_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::string to_string(const Subject& subject) {
  if (subject.name.empty()) return std::string(subject.what);
  return std::string(subject.what) + " '" + std::string(subject.name) + "'";
}

void coerce(Value& value, ValueTypeId type, const Subject& subject, ValueTypes& types, Diagnostics& diagnostics) {
  Walk(subject, types, diagnostics).settle(value, type, nullptr);
}

void settle_definition(ParameterDefinition& definition, ValueTypeId type, std::string_view what, ValueTypes& types,
                       Diagnostics& diagnostics) {
  if (definition.default_value) {
    const std::string of_default = "the default of " + std::string(what);
    coerce(*definition.default_value, type, {of_default, definition.name}, types, diagnostics);
  }
  if (definition.value) coerce(*definition.value, type, {what, definition.name}, types, diagnostics);
}

}  // namespace planbuilder::tosca
