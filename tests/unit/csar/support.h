// What the tests of archives share: opening, and diagnostics as text.
#pragma once

#include <optional>
#include <string>

#include "csar/archive.h"
#include "planbuilder/support/render_diagnostics.h"
#include "tests/support/folder.h"
#include "tests/unit/csar/raw_zip.h"

namespace planbuilder::csar {

/// "error[code]: summary" of each diagnostic, with its place where it has one.
inline std::string said(const Diagnostics& diagnostics, const Sources& sources = {}) {
  return render_text(diagnostics, sources, {.color = false, .excerpts = false});
}

#define EXPECT_SAYS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

inline bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// Opens what must open.
inline Archive opened(const std::filesystem::path& path) {
  Diagnostics diagnostics;
  auto archive = Archive::open(path, {}, diagnostics);
  if (!archive) throw std::runtime_error(said(diagnostics));
  return *archive;
}

inline std::string content_of(const Archive& archive, std::string_view path) {
  Diagnostics diagnostics;
  const auto content = archive.read(path, diagnostics);
  return content ? *content : "(" + said(diagnostics) + ")";
}

/// What opening the bytes as a file of that name says; "" when it is accepted without a word.
inline std::string said_on_opening(const std::string& bytes, const Limits& limits = {}, std::string_view name = "x.csar") {
  const testing::Folder folder;
  Diagnostics diagnostics;
  const auto archive = Archive::open(folder.write(name, bytes), limits, diagnostics);
  if (archive.has_value() == diagnostics.has_errors()) return "(opened and said: " + said(diagnostics) + ")";
  return said(diagnostics);
}

inline std::string paths_of(const Archive& archive) {
  std::string out;
  for (const Entry& entry : archive.entries()) out += entry.path + (entry.directory ? "/" : entry.executable ? "*" : "") + "\n";
  return out;
}

}  // namespace planbuilder::csar
