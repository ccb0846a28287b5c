// What pages show is what the binary says.

#include <gtest/gtest.h>

#include <map>
#include <regex>

#include "tests/end_to_end/command.h"
#include "tests/end_to_end/page_blocks.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

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

/// The rows of the table of a page that has this head, each in its cells.
std::vector<std::vector<std::string>> table_of(const std::string& page, const std::string& head) {
  std::vector<std::vector<std::string>> rows;
  bool inside = false;
  for (const std::string& line : lines_of(page)) {
    if (line == head) inside = true;
    if (!line.starts_with("|")) inside = false;
    if (!inside || line == head || line.starts_with("|--")) continue;
    rows.emplace_back();
    for (std::size_t at = 1; at < line.size();) {
      const std::size_t end = line.find('|', at);
      rows.back().push_back(line.substr(at, end - at));
      at = end + 1;
    }
  }
  return rows;
}

/// The first words of what stands in backticks.
std::vector<std::string> names_in(const std::string& cell) {
  static const std::regex quoted("`([^` ]+)[^`]*`");
  std::vector<std::string> names;
  for (std::sregex_iterator found(cell.begin(), cell.end(), quoted), end; found != end; ++found) names.push_back((*found)[1]);
  return names;
}

bool offers(const std::string& help, const std::string& option) {
  return std::regex_search(help, std::regex("(^|[\\s,])" + option + "([\\s,:=]|$)"));
}

TEST(Pages, OfTheReadmeListTheCommandsAndOptionsThatThereAre) {
  const std::string page = read_file(PLANBUILDER_SOURCE "/README.md");
  std::map<std::string, std::string> help;  // by the command
  std::string all = "\n" + planbuilder({"--help"}).out;
  for (const auto& row : table_of(page, "| command | job |")) {
    const std::string name = names_in(row.front()).front();
    help[name] = planbuilder({name, "--help"}).out;
    EXPECT_NE(all.find("\n  " + name + " "), std::string::npos) << name;
  }
  all.erase(0, all.find("ubcommands:"));
  for (const std::string& line : lines_of(all)) {
    const bool is_command = line.starts_with("  ") && line[2] != ' ';
    EXPECT_TRUE(!is_command || help.contains(line.substr(2, line.find(' ', 2) - 2))) << "the README has no row for" << line;
  }
  ASSERT_GE(help.size(), 11u);

  std::size_t checked = 0;
  for (const auto& row : table_of(page, "| option | of | meaning |")) {
    std::vector<std::string> commands = names_in(row[1]);
    if (row[1] == " all ")
      std::transform(help.begin(), help.end(), std::back_inserter(commands), [](const auto& each) { return each.first; });
    ASSERT_FALSE(commands.empty()) << row[1];
    for (const std::string& command : commands) {
      for (const std::string& option : names_in(row[0])) {
        EXPECT_TRUE(offers(help[command], option)) << command << " " << option << "\n" << help[command];
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 50u);
}

TEST(Pages, OfTheReadmeListTheOptionsOfPlans) {
  const Folder folder;
  ASSERT_EQ(planbuilder({"generate", guestbook, "-o", folder / "out"}).exit_code, 0);
  const std::string help = run({folder / "out/build/shell/plan.sh", "--help"}).out;
  const auto rows = table_of(read_file(PLANBUILDER_SOURCE "/README.md"), "| `plan.sh ...` | meaning |");
  EXPECT_GE(rows.size(), 10u);
  for (const auto& row : rows) {
    for (const std::string& name : names_in(row[0])) EXPECT_TRUE(offers(help, name)) << name << "\n" << help;
  }
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
