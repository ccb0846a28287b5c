// The layout is done by Graphviz's own program: its library keeps state between graphs, some of it freed.

#include "planbuilder/review/svg.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <memory>

#include "planbuilder/review/dot.h"

namespace planbuilder::review {

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Without a name, and gone when it is closed.
File temporary_file() { return {std::tmpfile(), std::fclose}; }

std::string content(std::FILE* file) {
  std::string text;
  char buffer[65536];
  std::rewind(file);
  for (std::size_t count = 0; (count = std::fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, count);
  return text;
}

/// True when the program ran and was content.
bool run_dot(std::FILE* input, std::FILE* output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ::fileno(input), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ::fileno(output), STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  char name[] = "dot";
  char format[] = "-Tsvg";
  char* const arguments[] = {name, format, nullptr};
  pid_t child = 0;
  const bool started = ::posix_spawnp(&child, name, &actions, nullptr, arguments, environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  return started && ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

std::optional<std::string> to_svg(const Picture& picture) {
  const std::string dot = to_dot(picture);
  const File input = temporary_file();
  const File output = temporary_file();
  if (!input || !output || std::fwrite(dot.data(), 1, dot.size(), input.get()) != dot.size()) return std::nullopt;
  std::rewind(input.get());
  if (!run_dot(input.get(), output.get())) return std::nullopt;
  return content(output.get());
}

}  // namespace planbuilder::review
