#include "planbuilder/driver/inspect.h"

#include <filesystem>

#include "planbuilder/driver/option_table.h"
#include "planbuilder/driver/version.h"
#include "planbuilder/pack/generated.h"
#include "planbuilder/pack/restore.h"

namespace planbuilder::driver {

namespace {

namespace fs = std::filesystem;

/// A CSAR that is unpacked has its record elsewhere.
bool is_generated(const std::string& input) {
  std::error_code error;  // what cannot be looked at is none; who opens the input reports it
  return fs::is_regular_file(fs::path(input) / pack::generated_record_path, error) &&
         !fs::exists(fs::path(input) / pack::record_path, error);
}

std::optional<pack::Inspection> inspect_folder(const Options& options, const std::vector<approval::Key>* keys, Session& session) {
  const auto archive = csar::Archive::open(options.input, options.limits.archive, session.diagnostics);
  const std::string path(pack::generated_record_path);
  auto text = archive ? archive->read(path, session.diagnostics) : std::nullopt;
  if (!text) return std::nullopt;
  auto record = pack::read_record(session.sources, session.sources.add(path, std::move(*text)), session.diagnostics);
  if (!record) return std::nullopt;
  return pack::inspect_generated(*archive, std::move(*record), keys, session.diagnostics);
}

review::PageApproval for_page(const approval::Judgement& each) {
  review::PageApproval shown;
  shown.file = each.file;
  shown.signature = to_string(each.signature);
  if (!each.approval) return shown;
  shown.by = each.approval->by;
  shown.at = each.approval->at;
  shown.comment = each.approval->comment;
  for (const approval::ApprovedPlan& plan : each.approval->plans) {
    shown.plans.push_back(plan.name);
    if (!each.approves(plan.name)) shown.broken.push_back(plan.name);
  }
  return shown;
}

}  // namespace

OutputFile record_of_generated(const WritingOptions& options, const Artifacts& made) {
  pack::Record record = pack::record_of_generated(made.plans, made.files, made.reactor);
  record.version = version();
  record.options = recorded_options(options, options.target_options, made);
  return {std::string(pack::generated_record_path), to_json(record), false};
}

std::optional<pack::Inspection> inspect(const Options& options, const std::vector<approval::Key>* keys, Session& session) {
  if (is_generated(options.input)) return inspect_folder(options, keys, session);
  session.read_record();
  const tosca::Topology* topology = session.load();
  if (topology == nullptr) return std::nullopt;
  return pack::inspect(session.archive(), *topology, session.before().record, keys, session.sources, session.diagnostics);
}

std::vector<review::PageApproval> approvals_of(const csar::Archive& archive) {
  Diagnostics unheard;  // inspect is the command that speaks of what is packed
  Sources sources;
  const auto before = pack::find_before(archive, sources, unheard);
  std::vector<review::PageApproval> shown;
  if (!before || !before->record) return shown;
  approval::FileStates states(archive, unheard);
  for (const approval::Judgement& each :
       approval::judge(archive, pack::approvals_folder(*before->record), nullptr, states, unheard))
    shown.push_back(for_page(each));
  return shown;
}

}  // namespace planbuilder::driver
