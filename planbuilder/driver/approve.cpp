#include "planbuilder/driver/approve.h"

#include <algorithm>
#include <filesystem>

#include "csar/amend.h"
#include "csar/digest.h"
#include "csar/write.h"
#include "planbuilder/approval/approval.h"
#include "planbuilder/approval/keys.h"
#include "planbuilder/driver/inspect.h"
#include "planbuilder/driver/plan_document.h"
#include "planbuilder/pack/inspect.h"
#include "planbuilder/plan/read_plan.h"
#include "planbuilder/support/output.h"
#include "planbuilder/support/text.h"

namespace planbuilder::driver {

namespace {

namespace fs = std::filesystem;
using approval::Approval;

/// What is approved, and the folder of the input that the approval goes to; empty: it cannot go there.
struct Signed {
  Approval approval;
  std::string folder;
};

std::nullopt_t refuse(Diagnostics& diagnostics, const std::string& why, const std::string& remedy) {
  diagnostics.error(Code::not_approvable, {}, why).explain(remedy);
  return std::nullopt;
}

Approval approval_of(const plan::Service& service) {
  Approval approval;
  approval.service = service.name;
  approval.model = service.digest;
  return approval;
}

// What pack or generate wrote.

std::optional<Signed> recorded_subject(const ApproveOptions& options, Session& session) {
  const auto found = inspect(options, nullptr, session);
  if (!found) return std::nullopt;
  if (!found->record)
    return refuse(session.diagnostics, options.input + " has no plans that planbuilder packed",
                  "approve what pack or generate wrote");
  const std::string did = found->generated ? "generate" : "pack";
  if (!found->in_order())
    return refuse(session.diagnostics,
                  "what is in " + options.input + " is not what was " + (found->generated ? "generated" : "packed"),
                  "planbuilder inspect says what differs; " + did + " it again");
  Signed subject{approval_of(found->record->service),
                 found->generated ? std::string(approval::folder_name) : pack::approvals_folder(*found->record)};
  subject.approval.root = found->generated ? ".." : "../..";
  for (const pack::PackedPlan& plan : found->record->plans) {
    approval::ApprovedPlan& approved = subject.approval.plans.emplace_back(approval::ApprovedPlan{plan.name, {}});
    for (const pack::PackedTarget& target : plan.targets) {
      for (const pack::PackedFile& file : target.files) approved.files.push_back({file.path, file.sha256, file.size});
    }
    approved.files.insert(approved.files.end(), plan.uses.begin(), plan.uses.end());
  }
  if (!found->record->reactor.empty())
    subject.approval.plans.push_back({std::string(pack::reactor_name), found->record->reactor});
  return subject;
}

// A plan document.

std::optional<std::vector<plan::Plan>> read_plans(const std::string& name, std::string text, Session& session) {
  auto document = plan::read_document(session.sources, session.sources.add(name, std::move(text)), session.diagnostics);
  if (!document) return std::nullopt;
  return std::move(document->plans);
}

std::optional<Signed> document_subject(const ApproveOptions& options, Session& session) {
  std::string text = read_whole(options.input);
  const plan::UsedFile itself{fs::path(options.input).filename().string(), csar::sha256(text), text.size()};
  const auto plans = read_plans(options.input, std::move(text), session);
  if (!plans) return std::nullopt;
  if (plans->empty()) return refuse(session.diagnostics, options.input + " has no plans", "approve a document with plans");
  Signed subject{approval_of(plans->front().service), ""};
  for (const plan::Plan& plan : *plans) {
    approval::ApprovedPlan approved{plan.name, {itself}};
    approved.files.insert(approved.files.end(), plan.files.begin(), plan.files.end());
    subject.approval.plans.push_back(std::move(approved));
  }
  return subject;
}

/// Texts of people and models must not look like lines of the approval.
bool are_texts_fit(const Approval& approval, Diagnostics& diagnostics) {
  std::vector<std::pair<std::string, std::string_view>> texts = {{"--by", approval.by},
                                                                 {"--at", approval.at},
                                                                 {"--comment", approval.comment},
                                                                 {"the name of the service", approval.service}};
  for (const approval::ApprovedPlan& plan : approval.plans) texts.emplace_back("the name of a plan", plan.name);
  for (const auto& [name, text] : texts) {
    const std::string_view problem = approval::text_problem(text);
    if (problem.empty()) continue;
    diagnostics.error(Code::not_approvable, {}, name + " " + std::string(problem) + ": an approval cannot say it");
    return false;
  }
  return true;
}

bool write_in_folder(const fs::path& folder, const std::vector<OutputFile>& files, Diagnostics& diagnostics) {
  for (const OutputFile& file : files) {
    std::error_code error;  // whoever writes the file reports it
    fs::create_directories((folder / file.path).parent_path(), error);
    if (!write_file(folder / file.path, file.content, diagnostics)) return false;
  }
  return true;
}

/// Into the CSAR, whose manifest then lists them; into a folder; or where the user wants them.
bool write(const ApproveOptions& options, const Signed& subject, std::vector<OutputFile> files, Session& session) {
  if (!options.output.empty()) {
    return std::ranges::all_of(files,
                               [&](const OutputFile& file) { return write_file(file.path, file.content, session.diagnostics); });
  }
  const bool is_csar = subject.approval.root == "../..";
  csar::Changes changes{std::move(files)};
  std::vector<csar::ContentType> types;
  for (const OutputFile& file : changes.put)
    types.push_back({file.path, file.path.ends_with(approval::ending) ? "text/plain" : "application/octet-stream"});
  if (is_csar && !csar::amend(session.archive(), session.metadata(), session.entry_definitions(), types, changes, session.sources,
                              session.diagnostics))
    return false;
  if (fs::is_directory(options.input)) return write_in_folder(options.input, changes.put, session.diagnostics);
  return csar::write_csar(session.archive(), changes, options.input, {.in_place = true}, session.diagnostics);
}

}  // namespace

std::optional<Approved> approve(const ApproveOptions& options, Session& session) {
  std::optional<approval::Key> key;
  if (!options.key.empty() && !(key = approval::read_private_key(options.key, session.diagnostics))) return std::nullopt;
  auto subject = is_document(options.input) ? document_subject(options, session) : recorded_subject(options, session);
  if (!subject || session.diagnostics.has_errors()) return std::nullopt;
  if (subject->folder.empty() && options.output.empty())
    return refuse(session.diagnostics, "an approval does not go into a plan document", "say where it goes by -o FILE");
  Approval& approval = subject->approval;
  approval.by = options.by;
  approval.at = options.at;
  approval.comment = options.comment;
  if (key) approval.key = key->id();
  if (!are_texts_fit(approval, session.diagnostics)) return std::nullopt;
  const std::string text = to_text(approval);
  Approved approved{options.output, {}, key.has_value()};
  if (options.output.empty())
    approved.file = subject->folder + "/" + approval::file_stem(approval) + std::string(approval::ending);
  for (const approval::ApprovedPlan& plan : approval.plans) {
    if (plan.name == pack::reactor_name) {
      approved.has_reactor = true;
    } else {
      approved.plans.push_back(plan.name);
    }
  }
  std::vector<OutputFile> files = {{approved.file, text, false}};
  if (key) files.push_back({approved.file + std::string(approval::signature_ending), key->sign(text), false});
  if (!write(options, *subject, std::move(files), session)) return std::nullopt;
  return approved;
}

}  // namespace planbuilder::driver
