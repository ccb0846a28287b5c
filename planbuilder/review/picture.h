// The part of a plan that is drawn, in the words of a drawing: boxes, arrows, groups. What a format writes is this.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::review {

struct PictureOptions {
  std::optional<plan::ActivityId> focus;  // only what is near it
  std::size_t depth = 2;                  // how near, in edges
  bool full = false;                      // redundant edges too
  std::optional<bool> collapse;           // equal parts as one box; by default from `crowded` activities on
};

inline constexpr std::size_t crowded = 1000;

struct Picture {
  struct Box {
    std::string id;      // of the activity; of the first one where it stands for several
    std::string detail;  // what it does
    std::size_t count = 1;
    bool critical = false;  // on the longest chain
    bool in_focus = false;
  };
  struct Arrow {
    std::size_t from;
    std::size_t to;
    bool redundant = false;
    bool critical = false;
    std::string why;              // the reason of its first origin
    std::string failure_of = {};  // the step of a workflow that must have failed
  };
  struct Group {
    std::string machine;  // the node at the bottom of their stacks
    std::vector<std::size_t> boxes;
  };
  std::string title;
  std::string remark;  // what was left out, if anything
  std::vector<Box> boxes;
  std::vector<Arrow> arrows;  // sorted
  std::vector<Group> groups;  // boxes of no machine are in none
};

Picture draw(const plan::Plan& plan, const PictureOptions& options);

}  // namespace planbuilder::review
