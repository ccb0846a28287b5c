#include "planbuilder/tosca/checks/check_imported_names.h"

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

template <class T>
void check_unique(const std::vector<T>& own, const std::vector<T>& imported, const std::string& what, Diagnostics& diagnostics) {
  for (const T& other : imported) {
    const T* same = find_by_name(own, other.name);
    if (same == nullptr) continue;
    diagnostics
        .error(Code::duplicate_name, same->at, "the " + what + " '" + same->name + "' is also defined by a file that is imported")
        .note("it is defined here too; an import with a namespace keeps the two apart", other.at);
  }
}

}  // namespace

void check_imported_names(const std::vector<DefinitionsFile>& files, Diagnostics& diagnostics) {
  for (std::size_t file = 0; file < files.size(); ++file) {
    const Definitions& own = files[file].definitions;
    if (!is_2_0(files[file].language) || (own.repositories.empty() && own.functions.empty())) continue;
    for (const std::size_t imported : imported_without_namespace(files, file)) {
      const Definitions& other = files[imported].definitions;
      check_unique(own.repositories, other.repositories, "repository", diagnostics);
      check_unique(own.functions, other.functions, "function", diagnostics);
    }
  }
}

}  // namespace planbuilder::tosca
