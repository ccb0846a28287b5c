#include "planbuilder/driver/pack_service.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "csar/amend.h"
#include "csar/digest.h"
#include "csar/write.h"
#include "planbuilder/approval/judge.h"
#include "planbuilder/driver/option_table.h"
#include "planbuilder/driver/spooled_input.h"
#include "planbuilder/driver/version.h"
#include "planbuilder/emit/registry/targets.h"
#include "planbuilder/pack/pack.h"
#include "planbuilder/support/text.h"

namespace planbuilder::driver {

namespace {

namespace fs = std::filesystem;

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

pack::PackOptions how_to_pack(const PackOptions& options, const Artifacts& made) {
  pack::PackOptions how;
  how.declare = options.declare != "none";
  if (options.replace) how.existing = pack::Existing::replace;
  if (options.beside) how.existing = pack::Existing::beside;
  how.version = version();
  how.recorded = recorded_options(options, options.target_options, made);
  how.recorded.emplace("declare", options.declare);
  how.limits = options.limits.yaml;
  return how;
}

/// Leaves in `made` what was packed; plans can be left out.
void note_packed(const pack::Record& record, Artifacts& made) {
  std::set<std::string_view> packed;
  for (const pack::PackedPlan& plan : record.plans) packed.insert(plan.name);
  made.files.clear();
  pack::for_each_file(record, [&](const pack::PackedFile& file) { made.files.push_back({file.path, "", false}); });
  std::erase_if(made.plans, [&](const plan::Plan& plan) { return !packed.contains(plan.name); });
}

/// Approvals of an earlier pack stay if all that they cover is as it was.
void drop_void_approvals(const csar::Archive& archive, const pack::Record& record, csar::Changes& changes,
                         Diagnostics& diagnostics) {
  const std::string folder = pack::approvals_folder(record);
  if (archive.below(folder).empty()) return;
  approval::FileStates states(archive, diagnostics);
  for (const std::string& path : changes.removed) states.assume(path, std::nullopt);
  for (const OutputFile& file : changes.put)
    states.assume(file.path, csar::Fingerprint{csar::sha256(file.content), file.content.size()});
  for (const approval::Judgement& approval : approval::judge(archive, folder, nullptr, states, diagnostics)) {
    if (approval.holds()) continue;
    changes.removed.push_back(approval.file);
    changes.removed.push_back(approval.file + std::string(approval::signature_ending));
    diagnostics.warning(Code::approval_void, {}, "'" + approval.file + "' does not approve what is packed now: it is left out");
  }
}

void write_packed(const PackOptions& options, Session& session, const tosca::Topology& topology, Artifacts& made) {
  StageTimer packing(&session.timings, "packing");
  const pack::PackOptions how = how_to_pack(options, made);
  pack::PackInput input{session.archive(),      topology,         made.plans,
                        std::move(made.files),  session.before(), brought_files(made.plans, session),
                        std::move(made.reactor)};
  auto packed = pack::pack(std::move(input), how, session.sources, session.diagnostics);
  if (!packed) return;
  note_packed(packed->record, made);
  drop_void_approvals(session.archive(), packed->record, packed->changes, session.diagnostics);
  packing.stop(count_of(made.files.size(), "file"));
  StageTimer writing(&session.timings, "writing the CSAR");
  if (csar::amend(session.archive(), session.metadata(), session.entry_definitions(), packed->types, packed->changes,
                  session.sources, session.diagnostics))
    csar::write_csar(session.archive(), packed->changes, options.output, how_to_write(options), session.diagnostics);
}

}  // namespace

std::optional<Artifacts> pack_service(PackOptions& options, Session& session) {
  if (options.in_place) options.output = options.input;
  SpooledInput spooled;
  if (options.input == "-") options.input = spooled.take(session.diagnostics);
  session.read_record(true);
  auto made = make_artifacts(options, session, root_of_csar, csar_name(options));
  if (made) write_packed(options, session, session.topology(), *made);
  return made;
}

}  // namespace planbuilder::driver
