#include "planbuilder/cli/report_written.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "planbuilder/cli/command.h"
#include "planbuilder/support/display.h"
#include "planbuilder/support/render_diagnostics.h"
#include "planbuilder/support/text.h"

namespace planbuilder::cli {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

int report_written(const driver::WritingOptions& options, const Display& display, const driver::Session& session,
                   const std::optional<driver::Artifacts>& written) {
  const int code = display.json ? finish_silently(session, display) : finish(session, display);
  std::ostream& out = options.output == "-" ? std::cerr : std::cout;  // which carries what was written
  std::vector<std::string> names;
  if (code == done) {
    for (const plan::Plan& plan : written->plans) names.push_back(plan.name);
  }
  if (display.json) {
    const Json result = {{"output", code == done ? Json(options.output) : Json()},
                         {"plans", names},
                         {"diagnostics", Json::parse(render_json(session.diagnostics, session.sources))}};
    out << result.dump(2) << "\n";
  } else if (code == done && !display.quiet) {
    out << printable_line(options.output + ": " + count_of(names.size(), "plan") + " (" + join(names, ", ") + "), " +
                          count_of(written->files.size(), "file"));
  }
  return code;
}

}  // namespace planbuilder::cli
