// Plan documents among the inputs: files, which are known by how they start.
#pragma once

#include <filesystem>
#include <string>

namespace planbuilder::driver {

/// Definitions may be written in braces as well, but their files are called otherwise.
bool is_document(const std::filesystem::path& path);

std::string read_whole(const std::filesystem::path& path);

}  // namespace planbuilder::driver
