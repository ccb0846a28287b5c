#include "tests/attack/trial.h"

#include <filesystem>
#include <sstream>

#include "planbuilder/diff/write.h"
#include "planbuilder/driver/approve.h"
#include "planbuilder/driver/driver.h"
#include "planbuilder/driver/findings.h"
#include "planbuilder/driver/read_side.h"
#include "planbuilder/driver/review_page.h"
#include "planbuilder/pack/inspect.h"
#include "planbuilder/plan/read_plan.h"
#include "planbuilder/support/render_diagnostics.h"

namespace planbuilder::testing {

namespace {

using Findings = std::vector<plan::Finding>;

Verdict finding(std::string problem) { return {false, std::move(problem)}; }

/// What is wrong with the problems themselves: there is a result, or a reason why there is none. Nothing if all is well.
std::string judge(const Findings& problems, bool has_result, std::string_view what) {
  const plan::Finding* error = nullptr;
  for (const plan::Finding& problem : problems) {
    if (problem.code == "internal") return std::string(what) + ": error[internal]: " + problem.summary;
    if (problem.severity == "error" && error == nullptr) error = &problem;
  }
  if (has_result && error != nullptr) return std::string(what) + ": a result in spite of an error: " + error->summary;
  if (!has_result && error == nullptr) return std::string(what) + ": no result, and no error";
  return {};
}

/// The places and excerpts of problems exist, too.
Findings problems_of(const driver::Session& session) {
  render_text(session.diagnostics, session.sources, {.color = false, .excerpts = true});
  render_json(session.diagnostics, session.sources);
  return driver::findings_of(session.diagnostics.in_file_order(), session.sources);
}

std::string first_error(const Findings& problems) {
  for (const plan::Finding& problem : problems) {
    if (problem.severity == "error") return problem.code + ": " + problem.summary;
  }
  return "no error";
}

/// What was written is read again, and gives the same.
std::string judge_document(const std::vector<plan::Plan>& plans) {
  const std::string text = plan::to_json(plans);
  Sources sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("plans.json", text);
  const auto again = plan::read_document(sources, file, diagnostics);
  if (!again) return "plan writes what diff refuses: " + first_error(driver::findings_of(diagnostics.in_file_order(), sources));
  if (plan::to_json(again->plans) != text) return "a plan document that is read and written is another one";
  if (!diff::compare(plans, again->plans).empty()) return "a plan differs from itself";
  return {};
}

/// Whether a CSAR that `pack` wrote is one.
std::string judge_packed(const std::string& csar) {
  const driver::Options options{.input = csar};
  driver::Session session(options);
  session.read_record();
  const tosca::Topology* topology = session.load();
  if (topology == nullptr) return "pack writes what validate refuses: " + first_error(problems_of(session));
  const auto found =
      pack::inspect(session.archive(), *topology, session.before().record, nullptr, session.sources, session.diagnostics);
  if (session.diagnostics.has_errors()) return "pack writes what inspect refuses: " + first_error(problems_of(session));
  if (!found.record) return "pack writes no record";
  if (!found.in_order()) return "inspect --check complains of what pack just wrote";
  return {};
}

std::string try_pack(const driver::Options& options, const std::string& scratch) {
  driver::PackOptions packing;
  static_cast<driver::Options&>(packing) = options;
  packing.output = scratch + "/packed.csar";
  packing.allow_missing_artifacts = true;
  std::filesystem::remove(packing.output);
  const driver::Packed packed = driver::pack(packing);
  const bool is_there = std::filesystem::exists(packing.output);
  if (std::string wrong = judge(packed.problems, is_there, "pack"); !wrong.empty()) return wrong;
  return is_there ? judge_packed(packing.output) : "";
}

Verdict try_options(const driver::Options& options, const Trial& trial) {
  driver::Service service(options);
  const auto plans = service.plans();
  (void)service.problems_in_words();  // places and excerpts exist
  std::string wrong = judge(service.problems(), plans.has_value(), "plan");
  if (wrong.empty() && plans) wrong = judge_document(*plans);
  if (!wrong.empty()) return finding(wrong);
  if (!plans) return {};
  if (trial.how.pack) wrong = try_pack(options, trial.scratch);
  if (wrong.empty() && trial.how.page) {
    const bool has_page = service.page().has_value();
    wrong = judge(service.problems(), has_page, "review");
  }
  if (wrong.empty() && trial.how.emit) {
    const bool has_files =
        service.emit({.targets = "shell,json,bpel,bpel-opentosca", .allow_missing_artifacts = true}).has_value();
    wrong = judge(service.problems(), has_files, "generate");
  }
  return wrong.empty() ? Verdict{true} : finding(wrong);
}

}  // namespace

Verdict try_service(const Trial& trial) { return try_options({.input = trial.input}, trial); }

Verdict try_plugin(const Trial& trial) {
  return try_options({.input = trial.beside, .plugin_dirs = {std::filesystem::path(trial.input).parent_path().string()}}, trial);
}

Verdict try_semantics(const Trial& trial) { return try_options({.input = trial.beside, .semantics = trial.input}, trial); }

Verdict try_import_map(const Trial& trial) { return try_options({.input = trial.beside, .import_map = trial.input}, trial); }

Verdict try_document(const Trial& trial) {
  driver::Side side({}, trial.input);
  const auto plans = side.plans(nullptr);
  std::string wrong = judge(problems_of(side.session()), plans.has_value(), "reading the document");
  if (wrong.empty() && plans) wrong = judge_document(*plans);
  if (!wrong.empty()) return finding(wrong);
  if (!plans) return {};
  driver::Side healthy({}, trial.beside);
  const auto before = healthy.plans(nullptr);
  if (!before) return finding("the healthy document is not: " + first_error(problems_of(healthy.session())));
  const diff::Difference difference = diff::compare(*before, *plans);
  diff::to_text(difference, false);
  std::ostringstream out;
  diff::write_json(difference, out);
  if (trial.how.emit) {
    diff::to_html(difference);
    diff::to_mermaid(difference);
  }
  if (trial.how.page && !plans->empty()) {
    driver::PageRequest request;
    request.input = "plans.json";
    request.against = "before.json";
    request.before = &*before;
    const auto page = driver::make_page(request, *plans, side.sources(), side.diagnostics());
    wrong = judge(problems_of(side.session()), page.has_value(), "review");
  }
  return wrong.empty() ? Verdict{true} : finding(wrong);
}

Verdict try_packed(const Trial& trial) {
  const driver::Options options{.input = trial.input};
  driver::Session session(options);
  session.read_record();
  const tosca::Topology* topology = session.load();
  if (topology != nullptr) {
    const auto found =
        pack::inspect(session.archive(), *topology, session.before().record, nullptr, session.sources, session.diagnostics);
    std::ostringstream out;
    pack::write_text(found, out);
    pack::write_json(found, "[]", out);
  }
  std::string wrong = judge(problems_of(session), topology != nullptr && !session.diagnostics.has_errors(), "inspect");
  if (wrong.empty() && trial.how.pack) wrong = try_pack(options, trial.scratch);
  if (wrong.empty() && trial.how.emit) {
    driver::ApproveOptions approving;
    approving.input = trial.input;
    approving.by = "somebody";
    approving.output = trial.scratch + "/approval";
    driver::Session approver(approving);
    const bool is_approved = driver::approve(approving, approver).has_value();
    wrong = judge(problems_of(approver), is_approved, "approve");
  }
  return wrong.empty() ? Verdict{topology != nullptr} : finding(wrong);
}

}  // namespace planbuilder::testing
