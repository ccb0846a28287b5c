#include "planbuilder/emit/bpel/names.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <regex>

namespace planbuilder::emit::bpel {

namespace {

TEST(BpelNames, AreReadable) {
  EXPECT_EQ(name_of("app/provision"), "app--provision");
  EXPECT_EQ(name_of("nginx_to_app/Standard.create"), "nginx_to_app--Standard.create");
  EXPECT_EQ(name_of("MySQL-DBMS_5.7-w1/provision"), "MySQL-DBMS_5.7-w1--provision");
  EXPECT_EQ(name_of("app[2]/provision#2"), "app_x5B_2_x5D_--provision_x23_2");
  EXPECT_EQ(name_of("1st node"), "_x31_st_x20_node");
  EXPECT_EQ(name_of("café"), "caf_xC3A9_");
  EXPECT_EQ(name_of("my_xbox"), "my_x5F_xbox");
  EXPECT_EQ(name_of("a--b/-c/"), "a_x2D__x2D_b_x2F__x2D_c_x2F_");
  EXPECT_EQ(name_of(""), "_x_");
  EXPECT_EQ(variable_name_of("node/app.host"), "node--app_x2E_host");
  EXPECT_EQ(link_name("a--x", "b--y"), "a--x---b--y");
}

TEST(BpelNames, NeverMeet) {
  std::minstd_rand random(7);
  const std::string characters = "ax_-/.5 %[]#\xC3\xA9";
  const std::regex name("[A-Za-z_][A-Za-z0-9_.-]*");
  std::map<std::string, std::string> ids;
  std::map<std::string, std::string> variables;
  for (int i = 0; i < 50'000; ++i) {
    std::string id;
    for (auto length = random() % 7; length > 0; --length) id += characters[random() % characters.size()];
    const std::string made = name_of(id);
    EXPECT_TRUE(std::regex_match(made, name)) << made;
    EXPECT_EQ(made.find("---"), std::string::npos) << made;
    EXPECT_EQ(ids.emplace(made, id).first->second, id) << made;
    EXPECT_EQ(variables.emplace(variable_name_of(id), id).first->second, id);
  }
}

}  // namespace

}  // namespace planbuilder::emit::bpel
