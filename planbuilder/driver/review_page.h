// Gathers what the page of a review shows: the plans, the files that targets write of them, what differs from before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planbuilder/emit/target.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::driver {

struct PageRequest {
  std::string input;                 // its name
  std::vector<std::string> options;  // that make a difference to plans, as the user gave them
  std::string targets;               // empty: those that suit the service
  emit::OptionValues target_options = {};
  const tosca::Topology* topology = nullptr;  // of the service; none when its plans were read from a document
  std::string against;
  const std::vector<plan::Plan>* before = nullptr;  // the plans to compare with
};

/// What the input is called, wherever it is.
std::string input_name(const std::string& input);

/// The page; nothing after an error. What it leaves out is a note. Secrets of the plans are masked.
std::optional<std::string> make_page(const PageRequest& request, std::vector<plan::Plan> plans, const Sources& sources,
                                     Diagnostics& diagnostics);

}  // namespace planbuilder::driver
