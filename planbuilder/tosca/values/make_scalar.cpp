#include <algorithm>

#include "planbuilder/tosca/values/typing.h"
#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

namespace {

using Unit = ScalarUnits::Unit;

bool is_one(const Unit& unit) { return unit.factor == 1; }

class ScalarMaker {
 public:
  ScalarMaker(const Type& type, ValueTypes& types, Diagnostics& diagnostics)
      : type_(type), types_(types), diagnostics_(diagnostics) {}

  std::shared_ptr<const ScalarUnits> make(const std::shared_ptr<const ScalarUnits>& inherited) {
    if (!type_.scalar && inherited != nullptr) return inherited;
    if (!type_.scalar) {
      refuse(type_.at, "must have units");
      return nullptr;
    }
    ScalarUnits scalar = inherited != nullptr ? *inherited : ScalarUnits();
    if (!read_number(scalar, inherited != nullptr)) return nullptr;
    const bool factors_fit = read_multipliers(type_.scalar->units, "the factor of the unit", scalar, scalar.units) &&
                             read_multipliers(type_.scalar->prefixes, "the factor of the prefix", scalar, scalar.prefixes);
    if (!factors_fit || !check_multipliers(scalar)) return nullptr;
    scalar.all = combine(scalar.units, scalar.prefixes);
    return choose_canonical(scalar) ? std::make_shared<ScalarUnits>(std::move(scalar)) : nullptr;
  }

 private:
  bool refuse(SourceRange at, const std::string& why) {
    diagnostics_.error(Code::bad_data_type, at, "the scalar type '" + type_.name + "' " + why);
    return false;
  }

  /// A descendant may narrow the numbers, but not change what they are.
  bool read_number(ScalarUnits& scalar, bool inherited) {
    const Reference& name = type_.scalar->data_type;
    if (inherited && name.empty()) return true;
    const std::size_t before = diagnostics_.errors();
    const ValueTypeId number = types_.of({name.empty() ? Reference{"float", type_.at} : name, {}});
    if (diagnostics_.errors() > before) return false;  // unknown
    const Primitive kind = types_[number].primitive;
    if (kind != Primitive::integer && kind != Primitive::number) {
      return refuse(name.at, "counts with integers or floats, not with " + types_.name_of(number));
    }
    if (inherited && !types_.is_kind_of(number, scalar.number)) {
      return refuse(name.at, "cannot change the type of its numbers from " + types_.name_of(scalar.number) + " to " +
                                 types_.name_of(number));
    }
    scalar.number = number;
    scalar.kind = kind;
    return true;
  }

  bool read_multipliers(const std::vector<ScalarDefinition::Multiplier>& own, std::string_view what, const ScalarUnits& scalar,
                        std::vector<Unit>& into) {
    const std::size_t before = diagnostics_.errors();
    for (const ScalarDefinition::Multiplier& multiplier : own) {
      Value factor = multiplier.factor;
      type_value(factor, scalar.number, {what, multiplier.name}, {types_}, diagnostics_);
      const Unit unit{multiplier.name, to_double(factor).value_or(0)};
      const auto known = std::find_if(into.begin(), into.end(), [&](const Unit& one) { return one.name == unit.name; });
      if (known == into.end()) {
        into.push_back(unit);
      } else {
        *known = unit;
      }
    }
    return diagnostics_.errors() == before;
  }

  bool check_multipliers(const ScalarUnits& scalar) {
    if (scalar.units.empty()) return refuse(type_.at, "must have units");
    if (std::none_of(scalar.units.begin(), scalar.units.end(), is_one)) {
      return refuse(type_.scalar->at, "must have a unit with the factor 1");
    }
    if (scalar.prefixes.empty()) return true;
    if (scalar.units.size() > 1) return refuse(type_.scalar->at, "has several units, so it cannot have prefixes");
    if (std::none_of(scalar.prefixes.begin(), scalar.prefixes.end(), is_one)) {
      return refuse(type_.scalar->at, "must have a prefix with the factor 1, which may be empty");
    }
    return true;
  }

  bool choose_canonical(ScalarUnits& scalar) {
    const Reference& wanted = type_.scalar->canonical_unit;
    std::vector<std::string_view> names;
    for (const Unit& unit : scalar.all) {
      if (is_one(unit)) names.push_back(unit.name);
    }
    if (!wanted.empty() && !scalar.canonical.empty() && wanted.name != scalar.canonical)
      return refuse(wanted.at, "cannot change its canonical unit from '" + scalar.canonical + "'");
    if (!wanted.empty() && !scalar.canonical.empty() && !scalar.names_canonical)
      return refuse(wanted.at, "cannot add a canonical unit: what it derives from has none");
    if (!wanted.empty()) {
      scalar.names_canonical = true;
      const bool is_there = std::find(names.begin(), names.end(), wanted.name) != names.end();
      scalar.canonical = wanted.name;
      return is_there ||
             refuse(wanted.at, "has no unit '" + wanted.name + "' with the factor 1, which the canonical one must be");
    }
    if (!scalar.canonical.empty()) return true;  // inherited
    if (names.size() > 1) {
      return refuse(type_.scalar->at, "has several units with the factor 1, so it must have a 'canonical_unit'");
    }
    scalar.canonical = std::string(names.front());
    return true;
  }

  const Type& type_;
  ValueTypes& types_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::shared_ptr<const ScalarUnits> make_scalar(const Type& type, const std::shared_ptr<const ScalarUnits>& inherited,
                                               ValueTypes& types, Diagnostics& diagnostics) {
  return ScalarMaker(type, types, diagnostics).make(inherited);
}

}  // namespace planbuilder::tosca
