// What is done with an input, and what counts as a finding beside crashes: answers that do not fit together, and output that
// planbuilder itself refuses.
#pragma once

#include <string>

namespace planbuilder::testing {

/// Beside what is always done; it takes longer than that.
struct Thoroughness {
  bool emit = false;
  bool page = false;
  bool pack = false;
};
inline constexpr Thoroughness all_of_it{true, true, true};

struct Trial {
  std::string file;     // the damaged one
  std::string input;    // the file or folder that planbuilder is given
  std::string beside;   // what else it needs: a healthy plan document, a service
  std::string scratch;  // a folder to write to
  Thoroughness how;
};

struct Verdict {
  bool accepted = false;
  std::string problem = {};  // a finding, in words
};

/// A service in any form: is read, planned, written, packed and read again.
Verdict try_service(const Trial& trial);
/// A plan document: is read, written, read again, compared with a healthy one, shown.
Verdict try_document(const Trial& trial);
/// What `pack` wrote, in a folder: is inspected, packed again, approved.
Verdict try_packed(const Trial& trial);
/// A folder of a plugin, a table of semantics, an import map: are used to plan the service beside.
Verdict try_plugin(const Trial& trial);
Verdict try_semantics(const Trial& trial);
Verdict try_import_map(const Trial& trial);

}  // namespace planbuilder::testing
