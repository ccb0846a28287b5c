#include <filesystem>
#include <memory>
#include <set>

#include "csar/amend.h"
#include "csar/write.h"
#include "planbuilder/cli/artifacts.h"
#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"

namespace planbuilder::cli {

namespace {

namespace fs = std::filesystem;

struct PackOptions : WritingOptions {
  std::string container;  // empty: that of the output's name, else of the input
  bool in_place = false;
};

csar::WriteOptions how_to_write(const PackOptions& options) {
  csar::WriteOptions how{{}, options.in_place};
  for (const auto& [name, format] : csar::named_formats) {
    if (options.container == name) how.format = format;
  }
  return how;
}

/// The name that the CSAR goes by. To standard output it has none, and takes that of the input.
std::string csar_name(const PackOptions& options) {
  return fs::path(options.output == "-" ? options.input : options.output).filename().string();
}

int pack(PackOptions options) {
  if (options.in_place) options.output = options.input;
  Session session(options);
  auto made = make_artifacts(options, session, "../../..", csar_name(options));
  if (made) {
    csar::Changes changes{made->files};
    for (OutputFile& file : changes.put) file.path = "Plans/" + file.path;
    if (csar::amend(session.archive(), session.metadata(), session.entry_definitions(), {}, changes, session.sources,
                    session.diagnostics))
      csar::write_csar(session.archive(), changes, options.output, how_to_write(options), session.diagnostics);
  }
  return report_written(options, session, made);
}

}  // namespace

Job add_pack(CLI::App& application) {
  CLI::App* command = application.add_subcommand("pack", "write the plans into the CSAR");
  auto options = std::make_shared<PackOptions>();
  add_common_options(*command, *options);
  CLI::Option* output = add_writing_options(*command, *options, "the CSAR to write", "FILE");
  std::set<std::string> containers;
  for (const auto& [name, format] : csar::named_formats) containers.emplace(name);
  command
      ->add_option("--container", options->container,
                   "what the CSAR is: zip, tar or tar.gz (as its name says, else as the input is)")
      ->check(CLI::IsMember(containers))
      ->type_name("FORMAT");
  CLI::Option* in_place =
      command->add_flag("--in-place", options->in_place, "replace the input, which is a CSAR, instead of writing another file");
  output->required(false)->excludes(in_place);
  command->parse_complete_callback([options] {
    if (options->output.empty() && !options->in_place) throw CLI::RequiredError("--output or --in-place");
  });
  return [options] { return pack(*options); };
}

}  // namespace planbuilder::cli
