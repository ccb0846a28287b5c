// What changes between two versions of a service, as plans of the binary.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

/// The guestbook with another script.
std::string second_version(const Folder& folder) {
  std::filesystem::copy(guestbook, folder / "v2", std::filesystem::copy_options::recursive);
  folder.write("v2/scripts/nginx/configure.sh", read_file(guestbook + "/scripts/nginx/configure.sh") + "true\n");
  return folder / "v2";
}

TEST(Change, OfAScriptReconfiguresItsNode) {
  const Folder folder;
  const Result shown = planbuilder({"plan", second_version(folder), "--from", guestbook, "--kind", "update", "--exit-code"});
  EXPECT_EQ(shown.exit_code, 1) << shown.err;
  EXPECT_NE(shown.out.find("update plan of guestbook: 1 to reconfigure, 4 left alone\n"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("scripts/nginx/configure.sh changed: "), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("nginx/provision  each instance: configure\n"), std::string::npos) << shown.out;
}

TEST(Change, OfNothingIsNothing) {
  const Result shown = planbuilder({"plan", guestbook, "--from", guestbook, "--kind", "update", "--exit-code"});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_NE(shown.out.find("update plan of guestbook: nothing to do\n"), std::string::npos) << shown.out;
}

TEST(Change, RemovesAllThatIsThere) {
  const Result shown = planbuilder({"plan", guestbook, "--from", guestbook, "--kind", "undeploy", "--json"});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_NE(shown.out.find("\"deed\": \"remove\""), std::string::npos);
  const Result one = planbuilder({"plan", guestbook, "--from", guestbook, "--kind", "undeploy", "--only", "machine"});
  EXPECT_EQ(one.exit_code, 1);
  EXPECT_NE(one.err.find("error[still-needed]: 'machine' cannot be removed"), std::string::npos) << one.err;
}

TEST(Change, SaysWhatItCannotRead) {
  const Folder folder;
  const Result none = planbuilder({"plan", guestbook, "--state", folder / "missing", "--exit-code"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.err.find("there is no state in"), std::string::npos) << none.err;
  folder.write("broken.yaml", "a: [\n");
  const Result broken = planbuilder({"plan", guestbook, "--from", folder / "broken.yaml"});
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_NE(broken.err.find("broken.yaml:2:1: "), std::string::npos) << broken.err;
  const Result unknown = planbuilder({"plan", guestbook, "--from", guestbook, "--replace", "ngin"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_NE(unknown.err.find("there is no entity 'ngin' (did you mean 'nginx'?)"), std::string::npos) << unknown.err;
}

TEST(Change, IsNotSaidInVain) {
  const std::vector<std::vector<std::string>> vain = {{"--force"},
                                                      {"--exit-code"},
                                                      {"--replace", "nginx"},
                                                      {"--from", guestbook, "--all"},
                                                      {"--from", guestbook, "--region", "app"}};
  for (std::vector<std::string> options : vain) {
    options.insert(options.begin(), {"plan", guestbook});
    const Result refused = planbuilder(options);
    EXPECT_EQ(refused.exit_code, 2) << options[2];
    EXPECT_NE(refused.err.find("--state"), std::string::npos) << refused.err;
  }
  const Result input = planbuilder({"plan", guestbook, "--from", guestbook, "--input", "redis_prt=1"});
  EXPECT_EQ(input.exit_code, 1);
  EXPECT_NE(input.err.find("the plan has no input 'redis_prt' (did you mean 'redis_port'?)"), std::string::npos) << input.err;
}

}  // namespace
}  // namespace planbuilder::testing
