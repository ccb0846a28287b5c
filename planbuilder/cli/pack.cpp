#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "csar/amend.h"
#include "csar/write.h"
#include "planbuilder/cli/artifacts.h"
#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/cli/spooled_input.h"
#include "planbuilder/pack/pack.h"

namespace planbuilder::cli {

namespace {

namespace fs = std::filesystem;

struct PackOptions : WritingOptions {
  std::string container;  // empty: that of the output's name, else of the input
  bool in_place = false;
  std::string declare = "auto";
  bool replace = false;
  bool beside = false;
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

std::vector<const emit::Target*> targets_of(const std::vector<OutputFile>& files) {
  std::vector<const emit::Target*> targets;
  for (const OutputFile& file : files) {
    const emit::Target* target = emit::find_target(split(file.path, '/')[1]);
    if (std::find(targets.begin(), targets.end(), target) == targets.end()) targets.push_back(target);
  }
  return targets;
}

std::string names_of(const std::vector<const emit::Target*>& targets) {
  std::vector<std::string> names;
  for (const emit::Target* target : targets) names.emplace_back(target->name);
  return join(names, ",");
}

/// What decides the plans and is not said by the model. Files go by their names: where they lay says nothing to others.
std::map<std::string, std::string> recorded_options(const PackOptions& options, const Artifacts& made) {
  const CommonOptions usual;
  std::map<std::string, std::string> recorded = {{"targets", names_of(targets_of(made.files))}, {"declare", options.declare}};
  const auto add = [&](const std::string& name, const std::string& value, const std::string& otherwise = "") {
    if (value != otherwise) recorded.emplace(name, value);
  };
  add("derive", options.derive, usual.derive);
  add("events", options.events, usual.events);
  add("send", options.send);
  add("desired", options.desired);
  add("semantics", fs::path(options.semantics).filename().string());
  for (const std::string& folder : options.plugin_dirs)
    recorded["plugin-dir"] += (recorded["plugin-dir"].empty() ? "" : ",") + fs::path(folder).filename().string();
  if (options.allow_csar_plugins) recorded.emplace("allow-csar-plugins", "true");
  add("on-failure",
      std::string(to_string(options.on_failure.policy)) +
          (options.on_failure.retries > 0 ? "=" + std::to_string(options.on_failure.retries) : ""),
      "stop");
  for (const emit::Option* row : emit::options_of(targets_of(made.files)))
    add(std::string(row->name), emit::value_of(*row, options.target_options), std::string(row->usual));
  return recorded;
}

pack::PackOptions how_to_pack(const PackOptions& options, const Artifacts& made) {
  pack::PackOptions how;
  how.declare = options.declare != "none";
  if (options.replace) how.existing = pack::Existing::replace;
  if (options.beside) how.existing = pack::Existing::beside;
  how.version = PLANBUILDER_VERSION;
  how.recorded = recorded_options(options, made);
  how.limits = options.limits.load.yaml;
  return how;
}

/// Leaves in `made` what was packed; plans can be left out.
void note_packed(const pack::Record& record, Artifacts& made) {
  std::set<std::string_view> packed;
  for (const pack::PackedPlan& plan : record.plans) packed.insert(plan.name);
  made.files.clear();
  pack::for_each_file(record, [&](const pack::PackedPlan&, const pack::PackedTarget&, const pack::PackedFile& file) {
    made.files.push_back({file.path, "", false});
  });
  std::erase_if(made.plans, [&](const plan::Plan& plan) { return !packed.contains(plan.name); });
}

void write_packed(const PackOptions& options, Session& session, const tosca::Topology& topology, Artifacts& made) {
  const pack::PackOptions how = how_to_pack(options, made);
  auto packed = pack::pack({session.archive(), topology, made.plans, std::move(made.files), session.before()}, how,
                           session.sources, session.diagnostics);
  if (!packed) return;
  note_packed(packed->record, made);
  if (csar::amend(session.archive(), session.metadata(), session.entry_definitions(), packed->types, packed->changes,
                  session.sources, session.diagnostics))
    csar::write_csar(session.archive(), packed->changes, options.output, how_to_write(options), session.diagnostics);
}

int pack(PackOptions options) {
  if (options.in_place) options.output = options.input;
  Session session(options);
  SpooledInput spooled;
  if (options.input == "-") options.input = spooled.take(session.diagnostics);
  session.read_record(true);
  auto made = make_artifacts(options, session, root_of_csar, csar_name(options));
  if (made) write_packed(options, session, session.topology(), *made);
  return report_written(options, session, made);
}

void add_packing_options(CLI::App& command, PackOptions& options) {
  command.add_option("--declare", options.declare, "declare the plans in the definitions of the CSAR: auto, or none")
      ->check(CLI::IsMember({"auto", "none"}))
      ->type_name("WHETHER");
  CLI::Option* replace =
      command.add_flag("--replace", options.replace, "plans and files of the CSAR's own give way to ours instead of being kept");
  command.add_flag("--beside", options.beside, "ours go beside plans and files of the CSAR's own, under other names")
      ->excludes(replace);
}

}  // namespace

Job add_pack(CLI::App& application) {
  CLI::App* command = application.add_subcommand("pack", "write the plans into the CSAR");
  auto options = std::make_shared<PackOptions>();
  add_common_options(*command, *options);
  CLI::Option* output = add_writing_options(*command, *options, "the CSAR to write", "FILE");
  add_packing_options(*command, *options);
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
    if (options->input == "-" && options->in_place) throw CLI::ValidationError("--in-place", "standard input cannot be replaced");
  });
  return [options] { return pack(*options); };
}

}  // namespace planbuilder::cli
