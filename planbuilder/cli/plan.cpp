#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <memory>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/cli/find_activity.h"
#include "planbuilder/cli/plan_choice.h"
#include "planbuilder/cli/review_page.h"
#include "planbuilder/cli/session.h"
#include "planbuilder/plan/plan_json.h"
#include "planbuilder/review/dot.h"
#include "planbuilder/review/mermaid.h"
#include "planbuilder/review/svg.h"
#include "planbuilder/review/text.h"

namespace planbuilder::cli {

namespace {

struct PlanOptions : CommonOptions {
  PlanChoice choice;
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
  if (!options.focus.empty()) picture.focus = find_activity(plan, options.focus, diagnostics);
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
  if (options.format == "text") return review::to_text(plan, terminal_width());
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

std::string page_of(const PlanOptions& options, std::vector<plan::Plan> plans, Session& session) {
  PageRequest request;
  request.input = input_name(options.input);
  request.options = options_in_words(options, options.all ? nullptr : &options.choice);
  request.topology = &session.topology();
  return make_page(request, std::move(plans), session.sources, session.diagnostics).value_or("");
}

int show(PlanOptions& options) {
  Session session(options);
  std::vector<plan::Plan> plans;
  if (const tosca::Topology* topology = session.load()) {
    const auto requests =
        options.all ? session.all_plans() : chosen_plans(options.choice, options.send, *topology, session.diagnostics);
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
  const int code = session.finish();
  if (code != done) return code;
  if (!as_json) {
    std::cout << out;
  } else if (options.all || plans.size() > 1) {
    plan::write_json(plans, std::cout);
  } else {
    plan::write_json(plans.front(), std::cout);
  }
  return code;
}

}  // namespace

Job add_plan(CLI::App& application) {
  CLI::App* command = application.add_subcommand("plan", "derive plans and show them");
  auto options = std::make_shared<PlanOptions>();
  add_common_options(*command, *options);
  auto* kind = add_plan_choice(*command, options->choice);
  command->add_flag("--all", options->all, "every plan that the service can have")->excludes(kind);
  command->add_option("--format", options->format, "text, json, dot, mermaid, svg or html (the page of review)")
      ->check(CLI::IsMember({"text", "json", "dot", "mermaid", "svg", "html"}))
      ->type_name("FORMAT");
  auto* focus = command->add_option("--focus", options->focus, "draw only what is near this activity")->type_name("ACTIVITY");
  command->add_option("--depth", options->depth, "how near, in edges")->needs(focus)->type_name("N")->capture_default_str();
  auto* full = command->add_flag("--full", options->full, "draw the edges that follow from others, too");
  command->add_flag("--reduce", options->reduce, "draw only the edges that a target must express (this is the default)")
      ->excludes(full);
  auto* collapse = command->add_flag("--collapse", options->collapse, "draw equal parts once");
  command->add_flag("--expand", options->expand, "draw every activity, however many there are")->excludes(collapse);
  return [options] { return show(*options); };
}

}  // namespace planbuilder::cli
