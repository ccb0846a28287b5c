#include "tests/attack/apart.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>

namespace planbuilder::testing {

namespace {

constexpr int found_something = 70;

/// The line of a sanitizer's report that says it all.
std::string essence_of(const std::string& report) {
  for (const char* word : {"SUMMARY: ", "runtime error: ", "terminate called"}) {
    const std::size_t at = report.find(word);
    if (at != std::string::npos) return report.substr(at, report.find('\n', at) - at);
  }
  return report.substr(0, report.find('\n'));
}

std::string describe(int status, const End& end) {
  if (end.hung) return "too much processor time";
  if (WIFSIGNALED(status)) return std::string("crash: ") + ::strsignal(WTERMSIG(status));
  if (WEXITSTATUS(status) == 0) return {};
  if (WEXITSTATUS(status) == found_something) return end.told.problem;
  return essence_of(end.report);
}

std::string content_of(int file) {
  std::string text(static_cast<std::size_t>(::lseek(file, 0, SEEK_END)), '\0');
  const ssize_t length = ::pread(file, text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
  return text;
}

}  // namespace

End run_apart(const std::function<void(Told&)>& job) {
  void* shared = ::mmap(nullptr, sizeof(Told), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  const int report = ::memfd_create("report", 0);
  if (shared == MAP_FAILED || report < 0) throw std::runtime_error("no memory to share");
  Told& told = *new (shared) Told();
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork");
  if (child == 0) {
    ::dup2(report, STDERR_FILENO);
    job(told);
    start_clock(0);  // none any more
    std::exit(0);    // leaks are looked for there
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  End end{told, {}, WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF, content_of(report)};
  end.what = describe(status, end);
  ::close(report);
  ::munmap(shared, sizeof(Told));
  return end;
}

void start_clock(int seconds) {
  const itimerval timer{{0, 0}, {seconds, 0}};
  ::setitimer(ITIMER_PROF, &timer, nullptr);  // its signal ends the process
}

void stop_with(const std::string& problem, Told& told) {
  std::strncpy(told.problem, problem.c_str(), sizeof told.problem - 1);
  std::_Exit(found_something);
}

std::uint64_t largest_memory() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace planbuilder::testing
