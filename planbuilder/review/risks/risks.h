// The risks of a plan: which steps somebody who approves it should look at, and what shows it.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "planbuilder/plan/plan.h"
#include "planbuilder/review/risks/marks.h"

namespace planbuilder::review {

struct Risk {
  Mark mark;
  std::string why;
  std::string file = {};   // the script that shows it, if one does
  std::uint32_t line = 0;  // counted from 1
  std::string text = {};   // of that line

  auto operator<=>(const Risk&) const = default;
};

/// What was found in files, by their paths. A file that is not here was not read.
using RisksOfFiles = std::unordered_map<std::string, std::vector<Risk>>;

std::vector<Risk> risks_in_file(const std::string& path, std::string_view text);

/// The steps of a plan that have some. Steps share risks and lists of them, of which large plans have few.
struct PlanRisks {
  struct At {
    plan::ActivityId activity;
    std::uint32_t step;  // counted from 1
    std::uint32_t list;  // a number of `lists`
  };
  std::vector<Risk> risks;                        // each once
  std::vector<std::vector<std::uint32_t>> lists;  // numbers of `risks`
  std::vector<At> steps;                          // in the order of the plan
};

PlanRisks find_risks(const plan::Plan& plan, const RisksOfFiles& files);

}  // namespace planbuilder::review
