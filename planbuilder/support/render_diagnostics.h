// Diagnostics for people (excerpt, caret, colour) and for programs (JSON).
#pragma once

#include <string>

#include "planbuilder/support/diagnostic.h"

namespace planbuilder {

struct RenderOptions {
  bool color = false;
  bool excerpts = true;
  bool grouped = false;  // the same problem at many places is told once, and of very many of a kind only the first ones
};

/// All of them, in file order, each ending with a line break. What groups leave out is counted at the end.
std::string render_text(const Diagnostics& diagnostics, const Sources& sources, const RenderOptions& options);

/// `[{severity, code, summary, detail, at, notes}]`, in file order.
std::string render_json(const Diagnostics& diagnostics, const Sources& sources);

}  // namespace planbuilder
