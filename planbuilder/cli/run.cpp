#include "planbuilder/cli/run.h"

#include <CLI/CLI.hpp>
#include <iostream>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/options.h"
#include "planbuilder/support/text.h"

namespace planbuilder::cli {

namespace {

std::vector<std::string_view> option_names(const CLI::App& command, std::vector<std::string>& storage) {
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) storage.push_back("--" + name);
  }
  return {storage.begin(), storage.end()};
}

int wrong_usage(const std::string& message, const std::string& command) {
  std::cerr << "planbuilder: " << message << "\n"
            << "Try 'planbuilder " << (command.empty() ? "" : command + " ") << "--help'.\n";
  return usage_or_io;
}

/// The first word that is no option must be a command; said here, so that a suggestion can be made.
std::optional<std::string> unknown_command(const std::vector<std::string>& commands, int argc, const char* const* argv) {
  const auto first = std::find_if(argv + 1, argv + argc, [](const char* word) { return word[0] != '-'; });
  if (first == argv + argc || std::find(commands.begin(), commands.end(), *first) != commands.end()) return std::nullopt;
  return *first;
}

int explain(const CLI::App& application, const CLI::ParseError& error) {
  const auto chosen = application.get_subcommands();
  const CLI::App& command = chosen.empty() ? application : *chosen.front();
  std::string message = error.what();
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)) {
    const std::vector<std::string> rest = command.remaining(true).empty() ? application.remaining(true) : command.remaining(true);
    const std::string word = rest.empty() ? "" : rest.front();
    const std::string name = word.substr(0, word.find('='));
    std::vector<std::string> storage;
    message = (word.starts_with("-") ? "unknown option '" + name + "'" + did_you_mean(name, option_names(command, storage))
                                     : "unexpected argument '" + word + "'");
  }
  return wrong_usage(message, &command == &application ? "" : command.get_name());
}

}  // namespace

int run(int argc, const char* const* argv) {
  if (argc < 1) return usage_or_io;
  CLI::App application("planbuilder: from TOSCA topologies to workflows that existing engines run", "planbuilder");
  application.set_version_flag("--version", "planbuilder " PLANBUILDER_VERSION);
  application.require_subcommand(1);
  application.footer(
      "INPUT is a CSAR, a folder or a definitions file. Exit codes: 0 done, 1 the input has errors, 2 wrong usage or I/O; of "
      "diff: 0 equal, 1 different, 2 any error.");

  const Job jobs[] = {
      add_validate(application), add_plan(application),     add_explain(application), add_simulate(application),
      add_plugins(application),  add_generate(application), add_pack(application),    add_inspect(application),
      add_diff(application),     add_review(application),
  };
  std::vector<std::string> names;
  for (const CLI::App* command : application.get_subcommands({})) names.push_back(command->get_name());
  if (const auto word = unknown_command(names, argc, argv)) {
    return wrong_usage("unknown command '" + *word + "'" + did_you_mean(*word, {names.begin(), names.end()}), "");
  }
  try {
    application.parse(argc, argv);
  } catch (const CLI::Success& asked_for) {
    return application.exit(asked_for);  // --help and --version
  } catch (const CLI::ParseError& error) {
    return explain(application, error);
  }
  const auto commands = application.get_subcommands({});
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (commands[i]->parsed()) return jobs[i]();
  }
  return usage_or_io;
}

}  // namespace planbuilder::cli
