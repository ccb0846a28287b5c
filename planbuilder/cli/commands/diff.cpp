#include <unistd.h>

#include <iostream>
#include <memory>

#include "planbuilder/cli/color.h"
#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/diff/write.h"
#include "planbuilder/driver/read_side.h"

namespace planbuilder::cli {

namespace {

struct DiffOptions : CommonOptions {
  std::string old_input;
  std::string new_input;
  driver::PlanChoice choice;
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
  driver::Side old_side(options, options.old_input);
  driver::Side new_side(options, options.new_input);
  const driver::PlanChoice* choice = driver::chooses(options.choice) ? &options.choice : nullptr;
  const auto before = old_side.plans(choice);
  const auto after = new_side.plans(choice);
  if (before && after && before->empty() && after->empty() && choice != nullptr)
    new_side.diagnostics().error(Code::unknown_name, {}, "neither side has such a plan");
  const bool old_failed = report_errors(old_side.session(), options);
  if (report_errors(new_side.session(), options) || old_failed || !before || !after) return any_error;
  const auto content_of = [](const driver::Side& side) {
    return [&side](const std::string& file) { return side.content(file); };
  };
  const diff::Difference difference = diff::compare(
      *before, *after, {.renames = !options.no_renames, .before = content_of(old_side), .after = content_of(new_side)});
  if (!write(options, difference)) {
    new_side.diagnostics()
        .error(Code::target_cannot, {}, "so much differs that Mermaid would refuse to draw it")
        .explain("Use --format html or text, or compare one plan by --kind.");
    report_errors(new_side.session(), options);
    return any_error;
  }
  for (const driver::Side* side : {&old_side, &new_side}) finish_silently(side->session(), options);
  return difference.empty() ? equal : different;
}

}  // namespace

Command diff_command() {
  auto options = std::make_shared<DiffOptions>();
  options->choice.kind.clear();
  Command command{"diff", "say what differs between the plans of two services"};
  command.footer =
      "OLD and NEW are CSARs, folders, definitions files or plan documents (plan --json), in any mix; - is standard input, and "
      "/dev/null a service that is not there.\nExit codes: 0 equal, 1 different, 2 any error.";
  command.add({.names = "OLD", .help = "what is compared with", .into = &options->old_input, .required = true});
  command.add({.names = "NEW", .help = "what is compared", .into = &options->new_input, .required = true});
  add_shared_options(command, *options, *options);
  add_kind_choice(command, options->choice);
  command.add({.names = "--format",
               .value = "FORMAT",
               .help = "text, json, html or mermaid",
               .into = &options->format,
               .choices = {"text", "json", "html", "mermaid"}});
  command.add({.names = "--no-renames", .help = "what has another name is another thing", .into = &options->no_renames});
  command.job = [options] { return compare(*options); };
  return command;
}

}  // namespace planbuilder::cli
