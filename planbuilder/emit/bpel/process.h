// What all parts of a process share: its names, the values that it knows, the options, the templates.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/emit/bpel/known_values.h"
#include "planbuilder/emit/bpel/options.h"
#include "planbuilder/emit/problems.h"
#include "planbuilder/emit/template/block.h"
#include "planbuilder/plan/plan.h"

namespace planbuilder::emit {
class TemplateEngine;
}

namespace planbuilder::emit::bpel {

struct Process {
  const plan::Plan& plan;
  const Settings& options;
  const KnownValues& values;
  TemplateEngine& engine;
  Problems& problems;
  std::string file;           // its name without extension
  std::string base;           // what the names of services, messages and port types begin with
  std::string namespace_uri;  // of all these
  std::string operation;      // that starts it
  std::string reply_to;       // the address for callbacks
};

/// What stands around the activities.
struct Frame {
  Block begin;
  Block finish;
  Block failed;
  std::vector<std::string> variables;  // texts
};

}  // namespace planbuilder::emit::bpel
