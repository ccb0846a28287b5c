#include <algorithm>
#include <memory>

#include "csar/format.h"
#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/cli/report_written.h"
#include "planbuilder/driver/pack_service.h"

namespace planbuilder::cli {

namespace {

struct PackOptions : driver::PackOptions, Display {};

int pack(PackOptions& options) {
  driver::Session session(options);
  const auto made = driver::pack_service(options, session);
  return report_written(options, options, session, made);
}

std::string check(const PackOptions& options) {
  if (options.output.empty() && !options.in_place) return "--output or --in-place is required";
  if (options.input == "-" && options.in_place) return "--in-place: standard input cannot be replaced";
  return {};
}

void add_packing_options(Command& command, PackOptions& options) {
  command.add({.names = "--declare",
               .value = "WHETHER",
               .help = "declare the plans in the definitions of the CSAR: auto, or none",
               .into = &options.declare,
               .choices = {"auto", "none"}});
  command.add({.names = "--replace",
               .help = "plans and files of the CSAR's own give way to ours instead of being kept",
               .into = &options.replace});
  command.add({.names = "--beside",
               .help = "ours go beside plans and files of the CSAR's own, under other names",
               .into = &options.beside,
               .excludes = {"--replace"}});
  std::vector<std::string> containers;
  for (const auto& [name, format] : csar::named_formats) containers.emplace_back(name);
  std::sort(containers.begin(), containers.end());
  command.add({.names = "--container",
               .value = "FORMAT",
               .help = "what the CSAR is: zip, tar or tar.gz (as its name says, else as the input is)",
               .into = &options.container,
               .choices = containers});
  command.add({.names = "--in-place",
               .help = "replace the input, which is a CSAR, instead of writing another file",
               .into = &options.in_place});
}

}  // namespace

Command pack_command() {
  auto options = std::make_shared<PackOptions>();
  Command command{"pack", "write the plans into the CSAR"};
  add_common_options(command, *options, *options);
  add_writing_options(command, *options,
                      {.names = "-o,--output",
                       .value = "FILE",
                       .help = "the CSAR to write",
                       .into = &options->output,
                       .excludes = {"--in-place"}});
  add_packing_options(command, *options);
  command.check = [options] { return check(*options); };
  command.job = [options] { return pack(*options); };
  return command;
}

}  // namespace planbuilder::cli
