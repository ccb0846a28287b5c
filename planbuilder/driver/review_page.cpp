#include "planbuilder/driver/review_page.h"

#include <filesystem>
#include <sstream>
#include <unordered_map>
#include <unordered_set>

#include "planbuilder/diff/write.h"
#include "planbuilder/driver/artifacts.h"
#include "planbuilder/driver/findings.h"
#include "planbuilder/driver/version.h"
#include "planbuilder/emit/registry/targets.h"
#include "planbuilder/plan/service_language.h"
#include "planbuilder/review/page/page.h"
#include "planbuilder/review/page/secrets.h"
#include "planbuilder/support/text.h"

namespace planbuilder::driver {

namespace {

constexpr std::size_t most_with_files = 5'000;  // activities of a plan whose generated files are still shown

/// As pack would write them into a CSAR of the input's name. The plan itself is not among them: the page has all of it already.
void add_files(review::PagePlan& page, const std::vector<const emit::Target*>& targets, emit::EmitOptions how,
               Diagnostics& diagnostics) {
  for (const emit::Target* target : targets) {
    if (target->is_plan_itself) continue;
    how.parts = emit::parts_of(*target, targets);
    auto emission = emit::emit(*target, *page.plan, how, diagnostics);
    if (!emission) continue;
    for (OutputFile& file : emission->files) {
      page.files.push_back({std::string(target->name), file.path, std::move(file.content), {}});
      for (const plan::Place& place : emission->places) {
        if (place.file == file.path) page.files.back().places.push_back(place);
      }
    }
  }
}

void add_plan_files(review::Page& page, const PageRequest& request, Diagnostics& diagnostics) {
  if (page.plans.empty()) return;
  const Language language =
      request.topology != nullptr ? language_of(*request.topology) : plan::language_of(page.plans.front().plan->service);
  const auto targets = chosen_targets(request.targets, language, diagnostics);
  emit::EmitOptions how{root_of_csar, request.input, {}, request.target_options, {}};
  if (request.topology != nullptr) how.namespace_uri = request.topology->namespace_uri;
  for (review::PagePlan& each : page.plans) {
    if (each.plan->activities.size() <= most_with_files) {
      add_files(each, targets, how, diagnostics);
    } else {
      page.left_out.push_back("the files of the " + each.plan->name + " plan: it has " +
                              count_of(each.plan->activities.size(), "activity") + "; planbuilder generate writes them");
    }
  }
}

/// Where the page draws what is not there any more.
void add_removed(review::Page& page, const diff::Difference& difference, const std::vector<plan::Plan>& before) {
  std::unordered_map<std::string, const plan::Plan*> old_plans;
  for (const plan::Plan& plan : before) old_plans.emplace(plan.name, &plan);
  for (const diff::PlanDifference& changed : difference.plans) {
    std::unordered_set<std::string> removed;
    for (const diff::LoneActivity& activity : changed.removed) removed.insert(activity.id);
    for (review::PagePlan& each : page.plans) {
      if (each.plan->name != changed.name || removed.empty()) continue;
      for (const plan::Activity& activity : old_plans.at(changed.name)->activities) {
        if (removed.contains(activity.id)) each.removed.push_back(&activity);
      }
    }
  }
}

std::string text_of(const diff::Difference& difference) {
  std::ostringstream out;
  diff::write_json(difference, out);
  return std::move(out).str();
}

}  // namespace

std::string input_name(const std::string& input) {
  if (input == "-") return "standard input";
  const std::filesystem::path path = std::filesystem::path(input).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

std::optional<std::string> make_page(const PageRequest& request, std::vector<plan::Plan> plans, const Sources& sources,
                                     Diagnostics& diagnostics) {
  review::Page page;
  page.version = version();
  page.input = request.input;
  page.options = request.options;
  page.against = request.against;
  std::vector<plan::Plan> before;
  diff::Difference difference;
  if (request.before != nullptr) {
    difference = diff::compare(*request.before, plans);  // before anything is masked: another secret is a difference
    page.difference = text_of(difference);
    before = *request.before;
    review::mask_secrets(before);
  }
  page.secrets = review::mask_secrets(plans);
  for (const plan::Plan& plan : plans) page.plans.push_back({&plan, {}, {}});
  add_removed(page, difference, before);
  add_plan_files(page, request, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  page.findings = findings_of(diagnostics.in_file_order(), sources);
  for (std::size_t i = 0; i < sources.size(); ++i) page.sources.push_back({sources.path(FileId(i)), sources.text(FileId(i))});
  std::string html = review::to_html(page);
  for (const std::string& what : page.left_out) diagnostics.note(Code::page_abridged, {}, "the page leaves out " + what);
  return html;
}

}  // namespace planbuilder::driver
