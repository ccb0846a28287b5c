// What belongs to all plans together, and is no plan: the reactor.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/pack/record.h"
#include "planbuilder/support/output.h"

namespace planbuilder::pack {

struct Beside {
  std::vector<OutputFile> files;          // by their paths from the folder of the plans
  std::vector<std::string> shared = {};   // files of plans that it relies on, likewise
  std::vector<plan::UsedFile> uses = {};  // files of the service that it runs
};

/// Notes in the record what an approval of it covers. The files of the plans and its own are in the record already, below the
/// folder; so are files of the service below theirs.
void describe_reactor(const Beside& beside, const std::string& folder, const std::string& files, Record& record);

}  // namespace planbuilder::pack
