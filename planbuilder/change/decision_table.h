// The table of decisions: what is done about an entity, by what is known of it.
#pragma once

#include <string_view>
#include <vector>

#include "planbuilder/change/fact.h"

namespace planbuilder::change {

/// A row of decisions.tsv.
struct Rule {
  std::string_view plan;  // build, terminate, check, discover
  Facts holding;
  Facts lacking;
  std::string_view reason;
  std::string_view deed;
  std::string_view why;
};

const std::vector<Rule>& decision_table();

/// The first row of that plan whose facts all hold. There is one for whatever is known.
const Rule& decide(std::string_view plan, const Facts& facts);

}  // namespace planbuilder::change
