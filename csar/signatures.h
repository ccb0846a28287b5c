// Finds the signatures of files in a package.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "csar/archive.h"
#include "csar/manifest.h"

namespace planbuilder::csar {

/// What is put behind the name of a signature that no longer holds, so that no tool takes it for one.
inline constexpr std::string_view superseded_ending = ".superseded-signature";

struct SignatureFile {
  std::string path;
  SourceRange at = {};  // where the manifest names it, if it does
};

class Signatures {
 public:
  /// The manifest may be missing.
  Signatures(const Archive& base, const Manifest* manifest);

  /// Those that the manifest names for the file, and those that lie beside it: `<file>.cms`, `.p7s`, `.p7m`, `.sig`,
  /// `.sig.cms`, `.asc`.
  [[nodiscard]] std::vector<SignatureFile> of(const std::string& path) const;

 private:
  const Archive& base_;
  std::multimap<std::string, SignatureFile> named_;
};

}  // namespace planbuilder::csar
