#include "planbuilder/emit/bpel/options.h"

#include <charconv>

namespace planbuilder::emit::bpel {

namespace {

Option calls() {
  return {.name = "bpel-calls",
          .value_name = "HOW",
          .usual = "sync",
          .help = "how a process waits for the invoker: sync, or callback (by a message)",
          .kind = Option::Kind::choice,
          .choices = {"sync", "callback"}};
}

Option engine() {
  return {.name = "bpel-engine",
          .value_name = "URL",
          .usual = "http://localhost:8080/ode/processes",
          .help = "where the engine offers processes"};
}

Option invoker() {
  return {.name = "bpel-invoker", .value_name = "URL", .usual = "http://localhost:8081/invoker", .help = "where the invoker is"};
}

Option timeout() {
  return {.name = "bpel-timeout",
          .value_name = "SECONDS",
          .usual = "3600",
          .help = "how long a process waits for steps that do not say it",
          .kind = Option::Kind::seconds};
}

}  // namespace

std::vector<Option> option_rows() { return {calls(), engine(), invoker(), timeout()}; }

Settings settings_of(const EmitOptions& options) {
  Settings settings{value_of(calls(), options.values) == "callback",
                    value_of(engine(), options.values),
                    value_of(invoker(), options.values),
                    0,
                    options.csar,
                    options.namespace_uri};
  const std::string seconds = value_of(timeout(), options.values);
  std::from_chars(seconds.data(), seconds.data() + seconds.size(), settings.timeout);
  return settings;
}

}  // namespace planbuilder::emit::bpel
