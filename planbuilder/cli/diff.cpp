#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "planbuilder/cli/color.h"
#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/cli/read_side.h"
#include "planbuilder/diff/write.h"

namespace planbuilder::cli {

namespace {

struct DiffOptions : CommonOptions {
  std::string old_input;
  std::string new_input;
  PlanChoice choice;
  bool chooses = false;
  std::string format = "text";
  bool no_renames = false;
};

// Other than for all other commands, as of every program that compares.
constexpr int equal = 0;
constexpr int different = 1;
constexpr int any_error = 2;

/// False when the format cannot show so much.
bool write(const DiffOptions& options, const diff::Difference& difference) {
  if (options.json || options.format == "json") {
    diff::write_json(difference, std::cout);
  } else if (options.format == "html") {
    std::cout << diff::to_html(difference);
  } else if (options.format == "mermaid") {
    const auto picture = diff::to_mermaid(difference);
    if (!picture) return false;
    std::cout << *picture;
  } else if (!options.quiet) {
    std::cout << diff::to_text(difference, wants_color(options.color, STDOUT_FILENO));
  }
  return true;
}

int compare(const DiffOptions& options) {
  if (options.old_input == "-" && options.new_input == "-") {
    std::cerr << "planbuilder: only one side can come from standard input\n";
    return any_error;
  }
  Side old_side(options, options.old_input);
  Side new_side(options, options.new_input);
  const PlanChoice* choice = options.chooses ? &options.choice : nullptr;
  const auto before = old_side.plans(choice);
  const auto after = new_side.plans(choice);
  if (before && after && before->empty() && after->empty() && choice != nullptr)
    new_side.diagnostics().error(Code::unknown_name, {}, "neither side has such a plan");
  const bool old_failed = old_side.report_errors();
  if (new_side.report_errors() || old_failed || !before || !after) return any_error;
  const diff::Difference difference = diff::compare(*before, *after, {.renames = !options.no_renames});
  if (!write(options, difference)) {
    new_side.diagnostics()
        .error(Code::target_cannot, {}, "so much differs that Mermaid would refuse to draw it")
        .explain("Use --format html or text, or compare one plan by --kind.");
    new_side.report_errors();
    return any_error;
  }
  return difference.empty() ? equal : different;
}

}  // namespace

Job add_diff(CLI::App& application) {
  CLI::App* command = application.add_subcommand("diff", "say what differs between the plans of two services");
  command->footer(
      "OLD and NEW are CSARs, folders, definitions files or plan documents (plan --json), in any mix; - is standard input, and "
      "/dev/null a service that is not there.\nExit codes: 0 equal, 1 different, 2 any error.");
  auto options = std::make_shared<DiffOptions>();
  options->choice.kind.clear();
  command->add_option("OLD", options->old_input, "what is compared with")->required();
  command->add_option("NEW", options->new_input, "what is compared")->required();
  add_shared_options(*command, *options);
  add_kind_choice(*command, options->choice);
  command->add_option("--format", options->format, "text, json, html or mermaid")
      ->check(CLI::IsMember({"text", "json", "html", "mermaid"}))
      ->type_name("FORMAT");
  command->add_flag("--no-renames", options->no_renames, "what has another name is another thing");
  return [options, command] {
    for (const char* name : {"--kind", "--region", "--event"})
      options->chooses = options->chooses || command->get_option(name)->count() > 0;
    return compare(*options);
  };
}

}  // namespace planbuilder::cli
