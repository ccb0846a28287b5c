// Numbers with units that a data type defines: `10 kg`, `1.5 Mbits/s`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/support/ids.h"
#include "planbuilder/tosca/scalars/primitive.h"

namespace planbuilder::tosca {

using ValueTypeId = Id<struct ValueTypeTag>;

struct ScalarUnits {
  struct Unit {
    std::string name;
    double factor = 1;
  };
  ValueTypeId number;  // what the number in front of the unit must be
  Primitive kind = Primitive::number;
  std::vector<Unit> units;
  std::vector<Unit> prefixes;
  std::vector<Unit> all;  // what may stand behind a number: units, or prefixes with the unit
  std::string canonical;
  bool names_canonical = false;  // the type, or one that it derives from, has a `canonical_unit`
};

struct Amount {
  std::string number;    // as it is written
  double canonical = 0;  // in the canonical unit
};

/// None when the text is no number as YAML writes them, then white space, then one of the units.
std::optional<Amount> parse_amount(const ScalarUnits& scalar, std::string_view text);

/// In the canonical unit.
std::string format_amount(const ScalarUnits& scalar, double canonical);

/// "a number with a unit (g, kg, ...)": what a value must be.
std::string describe(const ScalarUnits& scalar);

/// Every prefix in front of every unit; the units alone where there are no prefixes.
std::vector<ScalarUnits::Unit> combine(const std::vector<ScalarUnits::Unit>& units,
                                       const std::vector<ScalarUnits::Unit>& prefixes);

}  // namespace planbuilder::tosca
