#include <filesystem>
#include <memory>

#include "planbuilder/cli/artifacts.h"
#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"

namespace planbuilder::cli {

namespace {

namespace fs = std::filesystem;

int generate(const WritingOptions& options) {
  Session session(options);
  auto made = make_artifacts(options, session, "../../files", fs::path(options.input).filename().string());
  if (made) {
    for (OutputFile& file : copy_used_files(made->plans, session)) made->files.push_back(std::move(file));
    if (!session.diagnostics.has_errors()) write_folder(options.output, made->files, session.diagnostics);
  }
  return report_written(options, session, made);
}

}  // namespace

Job add_generate(CLI::App& application) {
  CLI::App* command = application.add_subcommand("generate", "write the plans as loose files");
  auto options = std::make_shared<WritingOptions>();
  add_common_options(*command, *options);
  add_writing_options(*command, *options, "the folder to write to", "DIR");
  return [options] { return generate(*options); };
}

}  // namespace planbuilder::cli
