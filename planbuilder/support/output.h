// Output that is there whole or not at all: written beside its place, then renamed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/support/diagnostic.h"

namespace planbuilder {

/// A file to be written: its path below some root, its content, whether it is a program.
struct OutputFile {
  std::string path;
  std::string content;
  bool executable = false;
};

/// A name beside `target` that nothing has yet; whoever takes it renames or removes it.
std::filesystem::path temporary_beside(const std::filesystem::path& target);

/// Writes one file by temporary file and rename.
bool write_file(const std::filesystem::path& path, std::string_view content, Diagnostics& diagnostics);

/// Writes a tree of files: all are staged beside `folder` first. A new folder then appears in one rename, with those above it
/// that were missing; in an existing one each top-level entry of the tree replaces the one that was there, others stay.
bool write_folder(const std::filesystem::path& folder, const std::vector<OutputFile>& files, Diagnostics& diagnostics);

}  // namespace planbuilder
