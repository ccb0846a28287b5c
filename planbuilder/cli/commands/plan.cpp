#include <sys/ioctl.h>
#include <unistd.h>

#include <iostream>
#include <map>
#include <memory>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/driver/change_service.h"
#include "planbuilder/driver/find_activity.h"
#include "planbuilder/driver/option_table.h"
#include "planbuilder/driver/plan_choice.h"
#include "planbuilder/driver/review_page.h"
#include "planbuilder/driver/session.h"
#include "planbuilder/plan/plan_json.h"
#include "planbuilder/review/decisions.h"
#include "planbuilder/review/dot.h"
#include "planbuilder/review/mermaid.h"
#include "planbuilder/review/svg.h"
#include "planbuilder/review/text.h"

namespace planbuilder::cli {

namespace {

struct PlanOptions : CommonOptions {
  driver::PlanChoice choice;
  driver::ChangeOptions change;
  bool exit_code = false;
  bool all = false;
  std::string format = "text";
  std::string focus;
  std::size_t depth = 2;
  bool full = false;
  bool reduce = true;
  bool collapse = false;
  bool expand = false;
};

/// As wide as the terminal; what goes into a file or a pipe is not folded.
std::size_t terminal_width() {
  winsize size = {};
  return ::isatty(STDOUT_FILENO) != 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

review::Picture draw(const PlanOptions& options, const plan::Plan& plan, Diagnostics& diagnostics) {
  review::PictureOptions picture;
  if (!options.focus.empty()) picture.focus = driver::find_activity(plan, options.focus, diagnostics);
  picture.depth = options.depth;
  picture.full = options.full;
  if (options.collapse || options.expand) picture.collapse = options.collapse;
  return review::draw(plan, picture);
}

void refuse(const review::Picture& picture, std::string_view format, Diagnostics& diagnostics) {
  diagnostics
      .error(Code::target_cannot, {},
             "a picture of " + std::to_string(picture.boxes.size()) + " boxes and " + std::to_string(picture.arrows.size()) +
                 " arrows is more than " + std::string(format) + " can draw")
      .explain(format == "mermaid" ? "Use --format svg or dot, or draw a part by --focus ACTIVITY --depth N, or --collapse."
                                   : "Draw a part by --focus ACTIVITY --depth N, or --collapse, or use --format dot or json.");
}

std::optional<std::string> write(const PlanOptions& options, const plan::Plan& plan, Diagnostics& diagnostics) {
  if (options.format == "text") {
    if (!plan.made_from.present()) return review::to_text(plan, terminal_width());
    return review::decisions_text(plan) + (driver::does_something(plan) ? "\n" + review::to_text(plan, terminal_width()) : "");
  }
  const review::Picture picture = draw(options, plan, diagnostics);
  if (options.format == "dot") return review::to_dot(picture);
  std::optional<std::string> drawn;
  if (options.format == "mermaid") {
    drawn = review::to_mermaid(picture);
  } else if (picture.boxes.size() <= review::most_boxes) {
    drawn = review::to_svg(picture);
  }
  if (drawn) return drawn;
  if (options.format == "svg" && picture.boxes.size() <= review::most_boxes) {
    diagnostics.error(Code::target_cannot, {},
                      "the picture cannot be laid out: that is done by Graphviz, whose program dot must be there");
  } else {
    refuse(picture, options.format, diagnostics);
  }
  return std::nullopt;
}

std::string page_of(const PlanOptions& options, std::vector<plan::Plan> plans, driver::Session& session) {
  driver::PageRequest request;
  request.input = driver::input_name(options.input);
  if (!options.all) request.options = driver::choice_in_words(options.choice);
  for (std::string& words : driver::options_in_words(options)) request.options.push_back(std::move(words));
  request.topology = &session.topology();
  request.secrets = &session.literal_secrets();
  request.content = [&](const std::string& file) {
    Diagnostics ignored;  // the plan has its digest, so it was read before
    return session.archive().read(file, ignored);
  };
  return driver::make_page(request, std::move(plans), session.sources, session.diagnostics).value_or("");
}

// With --exit-code, as of every program that says whether something is to be done.
constexpr int nothing_to_do = 0;
constexpr int something_to_do = 1;
constexpr int cannot_tell = 2;

std::optional<plan::Plan> plan_change(PlanOptions& options, driver::Session& session) {
  options.change.how.only = {options.choice.only.begin(), options.choice.only.end()};
  return driver::make_change_plan(options, options.change, options.choice.kind, session);
}

int show(PlanOptions& options) {
  driver::Session session(options);
  std::vector<plan::Plan> plans;
  if (options.change.asked()) {
    if (auto plan = plan_change(options, session)) plans.push_back(std::move(*plan));
  } else if (const tosca::Topology* topology = session.load()) {
    const auto requests =
        options.all ? session.all_plans()
                    : driver::chosen_plans(options.choice, options.send, session.kinds(), *topology, session.diagnostics);
    for (const flow::PlanRequest& request : requests) {
      if (auto plan = session.make_plan(request)) plans.push_back(std::move(*plan));
    }
  }
  const bool as_json = options.json || options.format == "json";
  const bool as_page = !as_json && options.format == "html";
  std::string out;
  if (as_page && !session.diagnostics.has_errors()) out = page_of(options, std::move(plans), session);
  for (std::size_t i = 0; i < plans.size() && !as_json && !as_page && !session.diagnostics.has_errors(); ++i)
    out += (i > 0 ? "\n" : "") + write(options, plans[i], session.diagnostics).value_or("");
  const int code = finish(session, options);
  if (code != done) return options.exit_code ? cannot_tell : code;
  if (!as_json) {
    std::cout << out;
  } else if (options.all || plans.size() > 1) {
    plan::write_json(plans, std::cout);
  } else {
    plan::write_json(plans.front(), std::cout);
  }
  if (options.exit_code) return driver::does_something(plans.front()) ? something_to_do : nothing_to_do;
  return code;
}

/// What is said about a change that nobody asked for, or about another plan than the one that changes what is there.
std::string check(const PlanOptions& options) {
  const driver::PlanChoice& choice = options.choice;
  if (!options.change.asked())
    return options.change.how == change::Options() && !options.exit_code
               ? ""
               : "how what is there is changed goes with --state or --from";
  const bool other = options.all || !choice.region.empty() || !choice.event.empty() || !choice.workflow.empty();
  return other ? "--state and --from go with --kind, for one plan that changes what is there" : "";
}

}  // namespace

Command plan_command() {
  auto options = std::make_shared<PlanOptions>();
  Command command{"plan", "derive plans and show them"};
  add_common_options(command, *options, *options);
  add_plan_choice(command, options->choice);
  add_change_options(command, options->change);
  command.add({.names = "--exit-code",
               .help = "with --state or --from: 0 if there is nothing to do, 1 if there is something, 2 after an error",
               .into = &options->exit_code});
  command.add({.names = "--all", .help = "every plan that the service can have", .into = &options->all, .excludes = {"--kind"}});
  command.add({.names = "--format",
               .value = "FORMAT",
               .help = "text, json, dot, mermaid, svg or html (the page of review)",
               .into = &options->format,
               .choices = {"text", "json", "dot", "mermaid", "svg", "html"}});
  command.add({.names = "--focus", .value = "ACTIVITY", .help = "draw only what is near this activity", .into = &options->focus});
  command.add({.names = "--depth",
               .value = "N",
               .help = "how near, in edges",
               .into = &options->depth,
               .shows_default = true,
               .needs = {"--focus"}});
  command.add({.names = "--full", .help = "draw the edges that follow from others, too", .into = &options->full});
  command.add({.names = "--reduce",
               .help = "draw only the edges that a target must express (this is the default)",
               .into = &options->reduce,
               .excludes = {"--full"}});
  command.add({.names = "--collapse", .help = "draw equal parts once", .into = &options->collapse});
  command.add({.names = "--expand",
               .help = "draw every activity, however many there are",
               .into = &options->expand,
               .excludes = {"--collapse"}});
  command.check = [options] { return check(*options); };
  command.job = [options] { return show(*options); };
  return command;
}

}  // namespace planbuilder::cli
