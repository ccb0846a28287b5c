// What a process must know that no plan says.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "planbuilder/emit/target.h"

namespace planbuilder::emit::bpel {

struct Settings {
  bool callback;  // answers come by messages of their own
  std::string engine;
  std::string invoker;
  std::uint32_t timeout;      // seconds: how long a call may take where its step does not say it
  std::string csar;           // the archive's file name
  std::string namespace_uri;  // of the service
};

/// The options of all targets that are processes.
std::vector<Option> option_rows();

Settings settings_of(const EmitOptions& options);

}  // namespace planbuilder::emit::bpel
