#include "planbuilder/pack/beside.h"

#include <set>

namespace planbuilder::pack {

void describe_reactor(const Beside& beside, const std::string& folder, const std::string& files, Record& record) {
  if (beside.files.empty()) return;
  std::set<std::string> wanted;
  for (const OutputFile& file : beside.files) wanted.insert(folder + file.path);
  for (const std::string& path : beside.shared) wanted.insert(folder + path);
  for_each_file(record, [&](const PackedFile& file) {
    if (wanted.contains(file.path)) record.reactor.push_back({file.path, file.sha256, file.size});
  });
  for (plan::UsedFile used : beside.uses) {
    used.file.insert(0, files);
    record.reactor.push_back(std::move(used));
  }
}

}  // namespace planbuilder::pack
