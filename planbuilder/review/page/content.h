// All that a page shows, as plain data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/plan/place.h"
#include "planbuilder/plan/plan.h"

namespace planbuilder::review {

/// A file that a target wrote for a plan.
struct PageFile {
  std::string target;
  std::string path;
  std::string text;
  std::vector<plan::Place> places;  // of activities and steps in it
};

struct PagePlan {
  const plan::Plan* plan;
  std::vector<PageFile> files;
  std::vector<const plan::Activity*> removed;  // those of the old plan that this one does not have
};

/// A text that places refer to.
struct PageSource {
  std::string path;
  std::string_view text;
};

struct Page {
  std::string version;
  std::string input;                 // as the user would recognise it
  std::vector<std::string> options;  // that make a difference to the plans
  std::vector<PagePlan> plans;
  std::vector<plan::Finding> findings;  // of the service as a whole
  std::vector<PageSource> sources;
  std::string difference;             // JSON, as diff.schema.json describes it; empty: nothing was compared
  std::string against;                // what was compared with
  std::vector<std::string> secrets;   // texts that must not be seen in excerpts
  std::vector<std::string> left_out;  // in words: what would have made the page too large
};

}  // namespace planbuilder::review
