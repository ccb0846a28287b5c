// How a command shows what it has to say: the options for it, and the end of every command.
#pragma once

#include <string>

#include "planbuilder/driver/session.h"

namespace planbuilder::cli {

struct Display {
  bool json = false;
  bool quiet = false;
  bool verbose = false;
  std::string color = "auto";
  bool all_messages = false;
};

/// The exit code that follows from the problems.
int exit_code(const driver::Session& session);

/// How long the stages took, if that is asked for. For commands whose output carries the problems itself; finish() does it too.
int finish_silently(const driver::Session& session, const Display& display);

/// Shows the problems on standard error, and how long the stages took. Gives the exit code.
int finish(const driver::Session& session, const Display& display);

/// Shows the problems if one of them is an error; true then.
bool report_errors(const driver::Session& session, const Display& display);

}  // namespace planbuilder::cli
