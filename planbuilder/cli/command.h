// A command of planbuilder: it declares its options and does its job.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace planbuilder::cli {

/// Adds the command to the application; the returned function runs it and gives the exit code.
using Job = std::function<int()>;
Job add_validate(CLI::App& application);
Job add_plan(CLI::App& application);
Job add_explain(CLI::App& application);
Job add_plugins(CLI::App& application);
Job add_simulate(CLI::App& application);
Job add_generate(CLI::App& application);
Job add_pack(CLI::App& application);
Job add_inspect(CLI::App& application);
Job add_diff(CLI::App& application);
Job add_review(CLI::App& application);

}  // namespace planbuilder::cli
