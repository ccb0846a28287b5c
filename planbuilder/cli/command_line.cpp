#include "planbuilder/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <new>

#include "planbuilder/driver/version.h"
#include "planbuilder/support/text.h"

namespace planbuilder::cli {

namespace {

/// `--on-failure` of `-f,--on-failure`: what messages call it.
std::string long_name(const Parameter& parameter) { return parameter.names.substr(parameter.names.rfind(',') + 1); }

/// Adds the option or argument, bound to where its value goes.
class Adder {
 public:
  Adder(CLI::App& command, const Parameter& parameter) : command_(command), parameter_(parameter) {}

  CLI::Option* operator()(bool* flag) const { return command_.add_flag(parameter_.names, *flag, parameter_.help); }
  template <class T>
  CLI::Option* operator()(T* value) const {
    return command_.add_option(parameter_.names, *value, parameter_.help);
  }
  CLI::Option* operator()(const Parameter::Reader& read) const {
    const auto take = [name = long_name(parameter_), read](const std::string& text) {
      const std::string problem = read(text);
      if (!problem.empty()) throw CLI::ValidationError(name, problem);
    };
    const auto take_all = [take](const std::vector<std::string>& texts) { std::for_each(texts.begin(), texts.end(), take); };
    if (parameter_.value.empty())
      return command_.add_flag_callback(
          parameter_.names, [take] { take({}); }, parameter_.help);
    if (parameter_.repeats)
      return command_.add_option_function<std::vector<std::string>>(parameter_.names, take_all, parameter_.help);
    return command_.add_option_function<std::string>(parameter_.names, take, parameter_.help);
  }

 private:
  CLI::App& command_;
  const Parameter& parameter_;
};

void add_parameter(CLI::App& command, const Parameter& parameter) {
  CLI::Option* option = std::visit(Adder(command, parameter), parameter.into);
  if (!parameter.choices.empty()) option->check(CLI::IsMember(parameter.choices));
  if (parameter.positive) option->check(CLI::PositiveNumber);
  if (parameter.check) option->check(parameter.check);
  if (!parameter.value.empty()) option->type_name(parameter.value);
  if (parameter.required) option->required();
  if (parameter.separator != '\0') option->delimiter(parameter.separator);
  if (parameter.repeats) option->allow_extra_args(false);
  if (parameter.shows_default) option->capture_default_str();
}

/// When all are there, since they refer to one another.
void relate(CLI::App& command, const Parameter& parameter) {
  CLI::Option* option = command.get_option(long_name(parameter));
  for (const std::string& other : parameter.excludes) option->excludes(command.get_option(other));
  for (const std::string& other : parameter.needs) option->needs(command.get_option(other));
}

CLI::App* add_command(CLI::App& application, const Command& command) {
  CLI::App* added = application.add_subcommand(command.name, command.help);
  if (!command.footer.empty()) added->footer(command.footer);
  for (const Parameter& parameter : command.parameters) add_parameter(*added, parameter);
  for (const Parameter& parameter : command.parameters) relate(*added, parameter);
  if (command.check) {
    added->parse_complete_callback([check = command.check] {
      const std::string problem = check();
      if (!problem.empty()) throw CLI::ValidationError(problem);
    });
  }
  return added;
}

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

int run_job(const Command& command) {
  try {
    return command.job();
  } catch (const std::bad_alloc&) {
    std::cerr << "planbuilder: there is not enough memory for this input\n";
    return usage_or_io;
  }
}

}  // namespace

int run_command_line(const std::vector<Command>& commands, int argc, const char* const* argv) {
  if (argc < 1) return usage_or_io;
  CLI::App application("planbuilder: from TOSCA topologies to workflows that existing engines run", "planbuilder");
  application.set_version_flag("--version", "planbuilder " + std::string(driver::version()));
  application.require_subcommand(1);
  application.footer(
      "INPUT is a CSAR, a folder or a definitions file. Exit codes: 0 done, 1 the input has errors, 2 wrong usage or I/O; of "
      "diff: 0 equal, 1 different, 2 any error.");

  std::vector<CLI::App*> added;
  std::vector<std::string> names;
  for (const Command& command : commands) {
    added.push_back(add_command(application, command));
    names.push_back(command.name);
  }
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
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (added[i]->parsed()) return run_job(commands[i]);
  }
  return usage_or_io;
}

}  // namespace planbuilder::cli
