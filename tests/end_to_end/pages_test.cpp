// What pages show is what the binary says.

#include <gtest/gtest.h>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// The contents of all blocks of a language.
std::vector<std::string> blocks_of(const std::string& page, const std::string& language) {
  std::vector<std::string> blocks;
  bool inside = false;
  for (const std::string& line : lines_of(page)) {
    if (inside && line == "```") {
      inside = false;
    } else if (inside) {
      blocks.back() += line + "\n";
    } else if (line == "```" + language) {
      inside = true;
      blocks.emplace_back();
    }
  }
  return blocks;
}

/// A line with three dots stands for any lines.
void expect_shown(const std::vector<std::string>& shown, const std::string& actual, const std::string& command) {
  const std::vector<std::string> lines = lines_of(actual);
  std::size_t at = 0;
  bool skips = false;
  for (const std::string& line : shown) {
    if (line == "...") {
      skips = true;
      continue;
    }
    while (skips && at < lines.size() && lines[at] != line) ++at;
    ASSERT_LT(at, lines.size()) << command << "\nis missing: " << line << "\nin:\n" << actual;
    ASSERT_EQ(lines[at], line) << command << "\n" << actual;
    ++at;
    skips = false;
  }
  EXPECT_TRUE(skips || at == lines.size()) << command << "\n" << actual;
}

/// Runs every command of a page; returns how many there are.
std::size_t check_commands(const std::string& page, const std::string& folder) {
  const std::string prompt = "$ planbuilder ";
  std::size_t count = 0;
  for (const std::string& block : blocks_of(page, "console")) {
    std::string command;
    std::vector<std::string> shown;
    const auto check = [&] {
      if (command.empty()) return;
      ++count;
      const Result result = run({"bash", "-c", std::string("'" PLANBUILDER_BINARY "' ") + command}, {.folder = folder});
      expect_shown(shown, result.out + result.err, command);
    };
    for (const std::string& line : lines_of(block)) {
      if (line.starts_with(prompt)) {
        check();
        command = line.substr(prompt.size());
        shown.clear();
      } else {
        shown.push_back(line);
      }
    }
    check();
  }
  return count;
}

TEST(Pages, OfEventsShowALifeCycleThatWorks) {
  const std::string page = read_file(PLANBUILDER_SOURCE "/planbuilder/events/README.md");
  const Folder folder;
  const auto models = blocks_of(page, "yaml");
  ASSERT_EQ(models.size(), 1u);
  const std::string file = folder.write("own.yaml", models.front());
  EXPECT_EQ(planbuilder({"validate", file}).out, "own: valid, 2 nodes, 1 relationship\n");
  EXPECT_EQ(planbuilder({"simulate", file, "--kind", "undeploy"}).exit_code, 0);
  EXPECT_EQ(check_commands(page, folder.path().string()), 4u);
}

TEST(Pages, OfEventSamplesShowWhatTheySay) {
  EXPECT_GE(check_commands(read_file(samples + "/events/README.md"), PLANBUILDER_SOURCE), 5u);
}

TEST(Pages, OfDebuggingShowsEveryStage) {
  const std::string page = read_file(PLANBUILDER_SOURCE "/planbuilder/cli/debugging.md");
  EXPECT_GE(check_commands(page, PLANBUILDER_SOURCE), 9u);
}

}  // namespace
}  // namespace planbuilder::testing
