#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/driver/artifacts.h"
#include "planbuilder/driver/inspect.h"
#include "planbuilder/driver/option_table.h"
#include "planbuilder/driver/read_side.h"
#include "planbuilder/driver/review_page.h"
#include "planbuilder/support/display.h"
#include "planbuilder/support/output.h"
#include "planbuilder/support/render_diagnostics.h"
#include "planbuilder/support/text.h"

namespace planbuilder::cli {

namespace {

using Json = nlohmann::ordered_json;

struct ReviewOptions : CommonOptions {
  driver::PlanChoice choice;
  std::string targets;
  emit::OptionValues target_options;
  std::string output;
  std::string against;
};

driver::PageRequest request_for(const ReviewOptions& options) {
  driver::PageRequest request;
  request.input = driver::input_name(options.input);
  request.options = driver::choice_in_words(options.choice);
  for (std::string& words : driver::options_in_words(options)) request.options.push_back(std::move(words));
  if (!options.targets.empty()) request.options.push_back("--target " + options.targets);
  for (std::string& words : driver::target_options_in_words(options.target_options)) request.options.push_back(std::move(words));
  request.targets = options.targets;
  request.target_options = options.target_options;
  if (!options.against.empty()) request.against = driver::input_name(options.against);
  return request;
}

void write(const ReviewOptions& options, const std::string& page, Diagnostics& diagnostics) {
  if (options.output == "-") {
    std::cout << page;
  } else {
    write_file(options.output, page, diagnostics);
  }
}

Json to_json(const driver::StepRisk& risk) {
  Json told = {{"plan", risk.plan},
               {"step", risk.step},
               {"mark", review::marks[static_cast<std::size_t>(risk.risk.mark)].name},
               {"why", risk.risk.why}};
  if (!risk.risk.file.empty()) {
    told["file"] = risk.risk.file;
    told["line"] = risk.risk.line;
    told["text"] = risk.risk.text;
  }
  return told;
}

/// A line about what was written; with --json all that there is to say of it, unless the page itself is the output.
int summarize(const ReviewOptions& options, const driver::Session& session, const std::vector<std::string>& plans,
              const std::vector<driver::StepRisk>& risks) {
  const bool as_json = options.json && options.output != "-";
  const int code = as_json ? finish_silently(session, options) : finish(session, options);
  if (as_json) {
    Json told = Json::array();
    for (const driver::StepRisk& risk : risks) told.push_back(to_json(risk));
    const Json result = {{"output", code == done ? Json(options.output) : Json()},
                         {"plans", code == done ? plans : std::vector<std::string>()},
                         {"risks", told},
                         {"diagnostics", Json::parse(render_json(session.diagnostics, session.sources))}};
    std::cout << result.dump(2) << "\n";
  } else if (code == done && !options.quiet && options.output != "-") {
    std::cout << printable_line(options.output + ": " + count_of(plans.size(), "plan") + " to review (" + join(plans, ", ") +
                                ")");
  }
  return code;
}

int review(const ReviewOptions& options) {
  if (options.input == "-" && options.against == "-") {
    std::cerr << "planbuilder: only one side can come from standard input\n";
    return usage_or_io;
  }
  driver::Side side(options, options.input);
  driver::Side old_side(options, options.against);
  const driver::PlanChoice* choice = driver::chooses(options.choice) ? &options.choice : nullptr;
  driver::PageRequest request = request_for(options);
  std::optional<std::vector<plan::Plan>> before;
  if (!options.against.empty()) {
    before = old_side.plans(choice);
    if (report_errors(old_side.session(), options) || !before) return exit_code(old_side.session());
    request.before = &*before;
    request.secrets_before = &old_side.session().literal_secrets();
    request.content_before = [&](const std::string& file) { return old_side.content(file); };
  }
  auto plans = side.plans(choice);
  if (plans && plans->empty()) side.diagnostics().error(Code::unknown_name, {}, "there is no such plan");
  std::vector<std::string> names;
  std::vector<driver::StepRisk> risks;
  for (std::size_t i = 0; plans && i < plans->size(); ++i) names.push_back((*plans)[i].name);
  if (!names.empty()) {
    request.topology = side.topology();
    request.secrets = &side.session().literal_secrets();
    request.content = [&](const std::string& file) { return side.content(file); };
    if (side.topology() != nullptr) request.approvals = driver::approvals_of(side.session().archive());
    request.risks = &risks;
    const auto page = driver::make_page(request, std::move(*plans), side.sources(), side.diagnostics());
    if (page) write(options, *page, side.diagnostics());
  }
  return summarize(options, side.session(), names, risks);
}

}  // namespace

Command review_command() {
  auto options = std::make_shared<ReviewOptions>();
  options->choice.kind.clear();
  Command command{"review", "write one page to read and approve the plans"};
  command.footer =
      "INPUT is a CSAR, a folder, a definitions file or a plan document (plan --json), and so is what it is held against. The "
      "page "
      "refers to nothing else: it can be opened anywhere.";
  add_common_options(command, *options, *options);
  add_kind_choice(command, options->choice);
  command.add({.names = "-o,--output",
               .value = "FILE.html",
               .help = "the page to write; - is standard output",
               .into = &options->output,
               .required = true});
  command.add(
      {.names = "--against", .value = "OLD", .help = "show what differs from the plans of this one", .into = &options->against});
  command.add({.names = "--target",
               .value = "T[,T...]",
               .help = "whose files are shown (" + usual_targets_in_words() + ")",
               .into = &options->targets});
  add_target_options(command, options->target_options);
  command.job = [options] { return review(*options); };
  return command;
}

}  // namespace planbuilder::cli
