#include "planbuilder/tosca/checks/check_repositories.h"

#include <set>

#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::tosca {

namespace {

/// The files that are imported without a namespace, directly or by one of these.
std::vector<std::size_t> imported_without_namespace(const std::vector<DefinitionsFile>& files, std::size_t start) {
  std::vector<std::size_t> found{start};
  std::set<std::size_t> seen{start};
  for (std::size_t next = 0; next < found.size(); ++next) {
    for (const DefinitionsFile::Import& import : files[found[next]].imports) {
      if (import.prefix.empty() && seen.insert(import.file).second) found.push_back(import.file);
    }
  }
  found.erase(found.begin());
  return found;
}

}  // namespace

void check_repositories(const std::vector<DefinitionsFile>& files, Diagnostics& diagnostics) {
  for (std::size_t file = 0; file < files.size(); ++file) {
    const auto& own = files[file].definitions.repositories;
    if (!is_2_0(files[file].language) || own.empty()) continue;
    for (const std::size_t imported : imported_without_namespace(files, file)) {
      for (const Repository& other : files[imported].definitions.repositories) {
        const Repository* same = find_by_name(own, other.name);
        if (same == nullptr) continue;
        diagnostics
            .error(Code::duplicate_name, same->at,
                   "the repository '" + same->name + "' is also defined by a file that is imported")
            .note("it is defined here too; an import with a namespace keeps the two apart", other.at);
      }
    }
  }
}

}  // namespace planbuilder::tosca
