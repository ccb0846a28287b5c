#include "planbuilder/cli/display.h"

#include <unistd.h>

#include <iostream>

#include "planbuilder/cli/color.h"
#include "planbuilder/cli/command.h"
#include "planbuilder/support/render_diagnostics.h"

namespace planbuilder::cli {

namespace {

bool is_usage_or_io(Code code) {
  return code == Code::file_not_found || code == Code::file_unreadable || code == Code::file_unwritable ||
         code == Code::unknown_target;
}

}  // namespace

int exit_code(const driver::Session& session) {
  if (!session.diagnostics.has_errors()) return done;
  for (const Diagnostic& item : session.diagnostics.since(0)) {
    if (item.severity == Severity::error && is_usage_or_io(item.code)) return usage_or_io;
  }
  return input_has_errors;
}

int finish_silently(const driver::Session& session, const Display& display) {
  if (display.verbose) std::cerr << to_text(session.timings);
  return exit_code(session);
}

int finish(const driver::Session& session, const Display& display) {
  const RenderOptions how{.color = wants_color(display.color, STDERR_FILENO), .grouped = !display.all_messages};
  std::cerr << render_text(session.diagnostics, session.sources, how);
  return finish_silently(session, display);
}

bool report_errors(const driver::Session& session, const Display& display) {
  if (!session.diagnostics.has_errors()) return false;
  finish(session, display);
  return true;
}

}  // namespace planbuilder::cli
