#include "tests/support/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace planbuilder::testing {

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void become(const std::vector<std::string>& command, const RunOptions& options, int in, int out, int err) {
  ::setpgid(0, 0);
  ::dup2(in, 0);
  ::dup2(out, 1);
  ::dup2(err, 2);
  if (!options.folder.empty() && ::chdir(options.folder.c_str()) != 0) ::_exit(126);
  for (const auto& [name, value] : options.environment) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  ::_exit(127);
}

/// Reads both pipes until both are closed; false when time ran out.
bool drain(std::array<int, 2> pipes, std::array<std::string*, 2> texts, Clock::time_point deadline) {
  std::array<pollfd, 2> waiting{pollfd{pipes[0], POLLIN, 0}, pollfd{pipes[1], POLLIN, 0}};
  std::size_t open = 2;
  while (open > 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0 || ::poll(waiting.data(), waiting.size(), static_cast<int>(left)) == 0) return false;
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      char buffer[1 << 16];
      const ssize_t count = ::read(waiting[i].fd, buffer, sizeof buffer);
      if (count > 0) {
        texts[i]->append(buffer, static_cast<std::size_t>(count));
      } else {
        waiting[i].fd = -1;
        --open;
      }
    }
  }
  return true;
}

}  // namespace

Result run(const std::vector<std::string>& command, const RunOptions& options) {
  int out[2];
  int err[2];
  if (::pipe2(out, O_CLOEXEC) != 0 || ::pipe2(err, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
  std::FILE* input = std::tmpfile();
  if (input == nullptr) throw std::runtime_error("tmpfile");
  std::fwrite(options.input.data(), 1, options.input.size(), input);
  std::rewind(input);

  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork");
  if (child == 0) become(command, options, ::fileno(input), out[1], err[1]);
  ::setpgid(child, child);
  ::close(out[1]);
  ::close(err[1]);
  std::fclose(input);

  Result result;
  if (!drain({out[0], err[0]}, {&result.out, &result.err}, Clock::now() + options.timeout)) {
    ::kill(-child, SIGKILL);
    result.err += "\n[killed: no end within " + std::to_string(options.timeout.count()) + " s]\n";
  }
  ::close(out[0]);
  ::close(err[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace planbuilder::testing
