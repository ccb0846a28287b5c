// Which files that plans use are not the same on both sides.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "planbuilder/diff/difference.h"

namespace planbuilder::diff {

class FileComparison {
 public:
  /// Two plans that belong together. They must outlive this.
  void add(const plan::Plan& before, const plan::Plan& after);
  /// Puts into the difference what all of them came to.
  void finish(const Options& options, Difference& difference);

 private:
  struct Side {
    const plan::UsedFile* file = nullptr;  // as the plans list it
    std::vector<FileUse> used_by;          // by the names of the steps, which may name the folder that it is in
  };
  struct Both {
    Side before;
    Side after;
  };
  void add(const plan::Plan& plan, Side Both::*side);
  /// As far as both sides know what is in it.
  static bool differs(const Both& both, Difference& difference);

  std::map<std::string_view, Both> files_;
};

}  // namespace planbuilder::diff
