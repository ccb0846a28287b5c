// Reads a service from its definitions file, as the binary does.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "csar/archive.h"
#include "planbuilder/tosca/load.h"

namespace planbuilder {

inline std::optional<tosca::Topology> read_service(const std::string& path, Sources& sources, Diagnostics& diagnostics) {
  const auto archive = csar::Archive::open(path, {}, diagnostics);
  if (!archive) return std::nullopt;
  return tosca::load(*archive, std::filesystem::path(path).filename().string(), sources, diagnostics);
}

}  // namespace planbuilder
