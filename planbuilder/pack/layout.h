// Where the files of plans go in a CSAR, and whether something is there already.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "csar/archive.h"
#include "planbuilder/pack/declaration.h"
#include "planbuilder/pack/record.h"
#include "planbuilder/support/output.h"

namespace planbuilder::pack {

/// The files of one plan for one target.
struct TargetFiles {
  const plan::Plan* plan = nullptr;
  const emit::Target* target = nullptr;
  std::vector<OutputFile> files;  // the first one is the plan
  std::size_t main = 0;           // which of them an engine is given: the plan, or an archive of all of them

  [[nodiscard]] OutputFile& main_file() { return files[main]; }
  [[nodiscard]] const OutputFile& main_file() const { return files[main]; }
};

/// Whose file an entry is.
enum class Owner { nobody, ours, changed, foreign };  // changed: ours, but somebody edited it since

/// Tells the files that an earlier pack put there from others.
class Ownership {
 public:
  Ownership(const csar::Archive& archive, const std::optional<Record>& record, Diagnostics& diagnostics);
  [[nodiscard]] Owner of(const std::string& path) const;

 private:
  const csar::Archive& archive_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string, std::string> recorded_;  // path -> digest
};

/// Groups `<plan>/<target>/<file>` by plan and target, in the order in which plans are given, and puts them below `Plans/`.
/// Those that an engine wants as an archive get it. Plans whose place is taken are left out, take it, or move with all others to
/// a folder beside: as is wanted.
std::vector<TargetFiles> lay_out(const std::vector<plan::Plan>& plans, std::vector<OutputFile> files, const Ownership& owners,
                                 Existing existing, Diagnostics& diagnostics);

}  // namespace planbuilder::pack
