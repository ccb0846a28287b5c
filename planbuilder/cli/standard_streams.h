// Standard input, output and error: that they are open at the start, and that all was written at the end.
#pragma once

namespace planbuilder::cli {

/// To be called first. A program that was started with one of them closed would give its number to the next file that it
/// opens, and write its messages there.
void open_standard_streams();

/// To be called last, with the exit code so far. What could not be written to standard output is an error of its own.
int close_standard_output(int code);

}  // namespace planbuilder::cli
