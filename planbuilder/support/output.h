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

/// Whether something is there that is neither a file nor a folder: a pipe, a terminal, /dev/stdout. It is written to, never
/// replaced.
bool is_device(const std::filesystem::path& path);

/// The file that a link stands for, which is what is replaced; the path itself if it is no link.
std::filesystem::path where_links_lead(const std::filesystem::path& path);

/// Writes one file, which appears whole or not at all; links stay, and what they lead to is replaced.
bool write_file(const std::filesystem::path& path, std::string_view content, Diagnostics& diagnostics);

/// The same of a file that only the user may read.
bool write_private_file(const std::filesystem::path& path, std::string_view content, Diagnostics& diagnostics);

/// Writes a tree of files: all are staged beside `folder` first. A new folder then appears in one rename, with those above it
/// that were missing; in an existing one each top-level entry of the tree replaces the one that was there, others stay.
bool write_folder(const std::filesystem::path& folder, const std::vector<OutputFile>& files, Diagnostics& diagnostics);

}  // namespace planbuilder
