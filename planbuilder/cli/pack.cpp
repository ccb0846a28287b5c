#include <filesystem>
#include <memory>

#include "csar/write.h"
#include "planbuilder/cli/artifacts.h"
#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"

namespace planbuilder::cli {

namespace {

namespace fs = std::filesystem;

int pack(const WritingOptions& options) {
  Session session(options);
  auto made = make_artifacts(options, session, "../../..", fs::path(options.output).filename().string());
  if (made) {
    for (OutputFile& file : made->files) file.path = "Plans/" + file.path;
    csar::write_csar(session.archive(), made->files, options.output, session.diagnostics);
  }
  return report_written(options, session, made);
}

}  // namespace

Job add_pack(CLI::App& application) {
  CLI::App* command = application.add_subcommand("pack", "write the plans into the CSAR");
  auto options = std::make_shared<WritingOptions>();
  add_common_options(*command, *options);
  add_writing_options(*command, *options, "the CSAR to write", "FILE");
  return [options] { return pack(*options); };
}

}  // namespace planbuilder::cli
