#include <filesystem>
#include <memory>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/cli/report_written.h"
#include "planbuilder/driver/artifacts.h"
#include "planbuilder/driver/inspect.h"

namespace planbuilder::cli {

namespace {

namespace fs = std::filesystem;

struct GenerateOptions : driver::WritingOptions, Display {};

int generate(const GenerateOptions& options) {
  driver::Session session(options);
  auto made = driver::make_artifacts(options, session, "../../files", fs::path(options.input).filename().string());
  if (made) {
    const OutputFile record = driver::record_of_generated(options, *made);
    for (OutputFile& file : driver::copy_used_files(*made, session)) made->files.push_back(std::move(file));
    for (OutputFile& file : made->reactor.files) made->files.push_back(std::move(file));
    made->files.push_back(record);
    if (!session.diagnostics.has_errors()) write_folder(options.output, made->files, session.diagnostics);
  }
  return report_written(options, options, session, made);
}

}  // namespace

Command generate_command() {
  auto options = std::make_shared<GenerateOptions>();
  Command command{"generate", "write the plans as loose files"};
  add_common_options(command, *options, *options);
  add_writing_options(
      command, *options,
      {.names = "-o,--output", .value = "DIR", .help = "the folder to write to", .into = &options->output, .required = true});
  command.job = [options] { return generate(*options); };
  return command;
}

}  // namespace planbuilder::cli
