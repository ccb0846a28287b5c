#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/cli/read_side.h"
#include "planbuilder/cli/review_page.h"
#include "planbuilder/support/output.h"
#include "planbuilder/support/text.h"

namespace planbuilder::cli {

namespace {

struct ReviewOptions : CommonOptions {
  PlanChoice choice;
  bool chooses = false;
  std::string targets;
  emit::OptionValues target_options;
  std::string output;
  std::string against;
};

/// The options of targets that are not as usual, as they would be written on a command line.
std::vector<std::string> target_options_in_words(const emit::OptionValues& values) {
  std::vector<std::string> words;
  for (const emit::Option* row : emit::options_of(emit::targets())) {
    const std::string value = emit::value_of(*row, values);
    if (value != row->usual) words.push_back("--" + std::string(row->name) + " " + value);
  }
  return words;
}

PageRequest request_for(const ReviewOptions& options) {
  PageRequest request;
  request.input = input_name(options.input);
  request.options = options_in_words(options, options.chooses ? &options.choice : nullptr);
  if (!options.targets.empty()) request.options.push_back("--target " + options.targets);
  for (std::string& words : target_options_in_words(options.target_options)) request.options.push_back(std::move(words));
  request.targets = options.targets;
  request.target_options = options.target_options;
  if (!options.against.empty()) request.against = input_name(options.against);
  return request;
}

void write(const ReviewOptions& options, const std::string& page, Diagnostics& diagnostics) {
  if (options.output == "-") {
    std::cout << page;
  } else {
    write_file(options.output, page, diagnostics);
  }
}

/// A line about what was written; with --json all that there is to say of it, unless the page itself is the output.
int summarize(const ReviewOptions& options, Side& side, const std::vector<std::string>& plans) {
  const bool as_json = options.json && options.output != "-";
  const int code = as_json ? side.exit_code() : side.finish();
  if (as_json) {
    using Json = nlohmann::ordered_json;
    const Json result = {{"output", code == done ? Json(options.output) : Json()},
                         {"plans", code == done ? plans : std::vector<std::string>()},
                         {"diagnostics", Json::parse(side.diagnostics_json())}};
    std::cout << result.dump(2) << "\n";
  } else if (code == done && !options.quiet && options.output != "-") {
    std::cout << options.output << ": " << count_of(plans.size(), "plan") << " to review (" << join(plans, ", ") << ")\n";
  }
  return code;
}

int review(const ReviewOptions& options) {
  if (options.input == "-" && options.against == "-") {
    std::cerr << "planbuilder: only one side can come from standard input\n";
    return usage_or_io;
  }
  Side side(options, options.input);
  Side old_side(options, options.against);
  const PlanChoice* choice = options.chooses ? &options.choice : nullptr;
  PageRequest request = request_for(options);
  std::optional<std::vector<plan::Plan>> before;
  if (!options.against.empty()) {
    before = old_side.plans(choice);
    if (old_side.report_errors() || !before) return old_side.exit_code();
    request.before = &*before;
  }
  auto plans = side.plans(choice);
  if (plans && plans->empty()) side.diagnostics().error(Code::unknown_name, {}, "there is no such plan");
  std::vector<std::string> names;
  for (std::size_t i = 0; plans && i < plans->size(); ++i) names.push_back((*plans)[i].name);
  if (!names.empty()) {
    request.topology = side.topology();
    const auto page = make_page(request, std::move(*plans), side.sources(), side.diagnostics());
    if (page) write(options, *page, side.diagnostics());
  }
  return summarize(options, side, names);
}

}  // namespace

Job add_review(CLI::App& application) {
  CLI::App* command = application.add_subcommand("review", "write one page to read and approve the plans");
  command->footer(
      "INPUT is a CSAR, a folder, a definitions file or a plan document (plan --json), and so is what it is held against. The "
      "page "
      "refers to nothing else: it can be opened anywhere.");
  auto options = std::make_shared<ReviewOptions>();
  options->choice.kind.clear();
  add_common_options(*command, *options);
  add_kind_choice(*command, options->choice);
  command->add_option("-o,--output", options->output, "the page to write; - is standard output")
      ->required()
      ->type_name("FILE.html");
  command->add_option("--against", options->against, "show what differs from the plans of this one")->type_name("OLD");
  command->add_option("--target", options->targets, "whose files are shown (" + usual_targets_in_words() + ")")
      ->type_name("T[,T...]");
  add_target_options(*command, options->target_options);
  return [options, command] {
    for (const char* name : {"--kind", "--region", "--event"})
      options->chooses = options->chooses || command->get_option(name)->count() > 0;
    return review(*options);
  };
}

}  // namespace planbuilder::cli
