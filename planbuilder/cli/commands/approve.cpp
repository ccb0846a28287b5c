#include "planbuilder/driver/approve.h"

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/support/display.h"
#include "planbuilder/support/render_diagnostics.h"
#include "planbuilder/support/text.h"

namespace planbuilder::cli {

namespace {

using Json = nlohmann::ordered_json;

struct ApproveOptions : driver::ApproveOptions, Display {};

int approve(const ApproveOptions& options) {
  driver::Session session(options);
  const auto approved = driver::approve(options, session).value_or(driver::Approved());
  const int code = options.json ? finish_silently(session, options) : finish(session, options);
  if (options.json) {
    const Json result = {{"approval", code == done ? Json(approved.file) : Json()},
                         {"plans", approved.plans},
                         {"reactor", approved.has_reactor},
                         {"signed", approved.is_signed},
                         {"diagnostics", Json::parse(render_json(session.diagnostics, session.sources))}};
    std::cout << result.dump(2) << "\n";
  } else if (code == done && !options.quiet) {
    std::cout << printable_line(options.input + ": " + count_of(approved.plans.size(), "plan") +
                                (approved.has_reactor ? " and the reactor" : "") + " approved by " + options.by +
                                (approved.is_signed ? ", signed" : "") + " (" + approved.file + ")");
  }
  return code;
}

}  // namespace

Command approve_command() {
  auto options = std::make_shared<ApproveOptions>();
  Command command{"approve", "say that the plans may run as they are, and sign it"};
  command.footer =
      "INPUT is what pack or generate wrote, or a plan document. The approval goes into it, unless --output says otherwise.";
  add_common_options(command, *options, *options);
  command.add({.names = "--by", .value = "NAME", .help = "who approves", .into = &options->by, .required = true});
  command.add({.names = "--key",
               .value = "FILE",
               .help = "a private key that signs the approval: Ed25519, in PEM",
               .into = &options->key});
  command.add({.names = "--comment", .value = "TEXT", .help = "what else there is to say", .into = &options->comment});
  command.add({.names = "--at",
               .value = "TIME",
               .help = "when, in any form; planbuilder itself looks at no clock",
               .into = &options->at});
  command.add({.names = "-o,--output",
               .value = "FILE",
               .help = "write the approval to this file, and a signature to FILE.sig",
               .into = &options->output});
  command.check = [options] { return options->by.empty() ? std::string("--by needs a name") : std::string(); };
  command.job = [options] { return approve(*options); };
  return command;
}

}  // namespace planbuilder::cli
