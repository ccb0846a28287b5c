#include "planbuilder/driver/review_page.h"

#include <filesystem>
#include <sstream>
#include <unordered_map>
#include <unordered_set>

#include "planbuilder/diff/write.h"
#include "planbuilder/driver/findings.h"
#include "planbuilder/driver/page_files.h"
#include "planbuilder/driver/page_steps.h"
#include "planbuilder/driver/version.h"
#include "planbuilder/react/causes.h"
#include "planbuilder/react/reactions_of.h"
#include "planbuilder/review/page/page.h"
#include "planbuilder/review/page/secrets.h"

namespace planbuilder::driver {

namespace {

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

/// Where there are too many secrets to look for, the lines are left out.
void hide_in_lines(diff::Difference& difference, const std::vector<std::string>& secrets) {
  for (diff::FileChange& file : difference.files) {
    if (!file.lines || secrets.empty()) continue;
    if (secrets.size() > review::most_secrets) {
      file.lines.reset();
    } else {
      for (diff::LineChange& line : file.lines->lines) line.text = review::hide_secrets(secrets, line.text);
    }
  }
}

std::vector<std::string> mask(std::vector<plan::Plan>& plans, const plugins::LiteralSecrets* left_out) {
  return review::mask_secrets(plans, left_out != nullptr ? *left_out : plugins::LiteralSecrets());
}

void tell_risks(const review::Page& page, std::vector<StepRisk>& told) {
  for (const review::PagePlan& each : page.plans) {
    const review::PlanRisks found = review::find_risks(*each.plan, page.risks);
    for (const review::PlanRisks::At& at : found.steps) {
      const std::string& step = each.plan->activities[at.activity].steps[at.step - 1].id;
      for (const std::uint32_t risk : found.lists[at.list]) told.push_back({each.plan->name, step, found.risks[risk]});
    }
  }
}

/// What sets plans off. A plan document does not say it.
void add_reactions(review::Page& page, const tosca::Topology& topology, const Sources& sources, Diagnostics& diagnostics) {
  const react::Reactions reactions = react::reactions_of(topology, diagnostics);
  if (reactions.empty()) return;
  std::vector<react::Cause> causes = react::causes_of(reactions);
  for (react::Cause& cause : causes) {
    for (std::string& words : cause.holds) words = review::hide_secrets(page.secrets, words);
  }
  page.reactions = react::overview_json(causes, reactions, sources);
  for (const react::Reaction& reaction : reactions.reactions) {
    if (const auto at = sources.locate(reaction.at)) page.places.push_back(*at);
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
  page.approvals = request.approvals;
  std::vector<plan::Plan> before;
  diff::Difference difference;
  if (request.before != nullptr) {
    // Before anything is masked: another secret is a difference.
    difference = diff::compare(*request.before, plans, {.before = request.content_before, .after = request.content});
    before = *request.before;
  }
  for (const plan::Plan& plan : plans) page.plans.push_back({&plan, {}, {}});
  const PageFiles files(page, request, diagnostics);
  files.write(page, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  page.secrets = mask(plans, request.secrets);
  if (!page.secrets.empty()) files.write_again(page);
  if (request.before != nullptr) {
    hide_in_lines(difference, page.secrets);
    hide_in_lines(difference, mask(before, request.secrets_before));
    page.difference = text_of(difference);
  }
  add_removed(page, difference, before);
  add_programs(page, files.targets());
  if (request.topology != nullptr && request.content) add_contents(page, request.content);
  if (request.topology != nullptr) add_reactions(page, *request.topology, sources, diagnostics);
  if (request.risks != nullptr) tell_risks(page, *request.risks);
  page.findings = findings_of(diagnostics.in_file_order(), sources);
  for (std::size_t i = 0; i < sources.size(); ++i) page.sources.push_back({sources.path(FileId(i)), sources.text(FileId(i))});
  std::string html = review::to_html(page);
  for (const std::string& what : page.left_out) diagnostics.note(Code::page_abridged, {}, "the page leaves out " + what);
  return html;
}

}  // namespace planbuilder::driver
