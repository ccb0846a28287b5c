// How artifacts are run: the table templates/shell/processors.tsv.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::emit {

struct Processor {
  std::string command;
  std::string inputs;  // environment or extra-vars
  std::vector<std::string> types;
  std::vector<std::string> extensions;
};

/// Throws EmitError, which names the line, when the text is no such table.
std::vector<Processor> read_processors(std::string_view table);

/// By the artifact's type, else by its file's extension; null when the file itself must say what runs it.
const Processor* find_processor(const plan::Artifact& artifact);

}  // namespace planbuilder::emit
