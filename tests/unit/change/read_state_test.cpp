// A state is read from its directory, and from an export.
#include "planbuilder/change/read_state.h"

#include <gtest/gtest.h>

#include "tests/support/folder.h"

namespace planbuilder::change {
namespace {

class ReadState : public ::testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) { folder_.write(path, text); }
  std::optional<Situation> read(const std::string& path = "") {
    return read_state((folder_.path() / path).string(), sources_, diagnostics_);
  }

  testing::Folder folder_;
  Sources sources_;
  Diagnostics diagnostics_;
};

TEST_F(ReadState, FromItsDirectory) {
  write("runs/1/journal", "");
  write("service", "a shop\nd1\n");
  write("inputs/port", "80");
  write("instances/nodes/a%2Fb/2/run", "1");
  write("instances/nodes/a%2Fb/2/state", "started");
  write("instances/nodes/a%2Fb/2/status", "error");
  write("instances/nodes/a%2Fb/2/property.size", "3");
  write("instances/nodes/a%2Fb/2/attribute.token%secret", "");
  write("instances/nodes/a%2Fb/2/given.Standard.configure",
        "artifact\tc.sh\tabc\ninput\tport\t8\\t0\ninput\tword\t*\tfff\ntype\tStore\n");
  write("instances/nodes/gone/1/run", "");
  write("instances/relationships/link/1/run", "1");
  write("instances/relationships/link/1/source", "x/1");
  write("instances/relationships/link/1/target", "y/1\ny/2");
  const auto state = read();
  ASSERT_TRUE(state);
  EXPECT_EQ(state->service, "a shop");
  EXPECT_EQ(state->inputs.at("port"), "80");
  ASSERT_EQ(state->instances.size(), 2u);
  const Instance& node = state->instances[0];
  EXPECT_EQ(node.entity.id, "a/b");
  EXPECT_EQ(node.number, 2u);
  EXPECT_EQ(node.status, Status::error);
  EXPECT_EQ(node.state, "started");
  EXPECT_EQ(node.properties.at("size"), "3");
  EXPECT_EQ(node.attributes.at("token"), "***");
  const Given& given = node.given.at("Standard.configure");
  EXPECT_EQ(given.artifacts.at("c.sh"), "abc");
  EXPECT_EQ(given.type, "Store");
  EXPECT_EQ(given.inputs.at("port"), (GivenValue{GivenValue::Form::text, "8\t0"}));
  EXPECT_EQ(given.inputs.at("word"), (GivenValue{GivenValue::Form::keyed, "fff"}));
  EXPECT_EQ(state->instances[1].targets, (std::vector<std::string>{"y/1", "y/2"}));
  EXPECT_EQ(state->instances[1].status, Status::ok) << "nobody says otherwise";
  EXPECT_EQ(state->digest.size(), 64u);
}

TEST_F(ReadState, ItsDigestMovesWithWhatIsThere) {
  write("instances/nodes/a/1/run", "1");
  const std::string before = read()->digest;
  write("instances/nodes/a/1/attribute.x", "moves");
  EXPECT_EQ(read()->digest, before);
  write("instances/nodes/a/1/state", "started");
  EXPECT_NE(read()->digest, before);
}

TEST_F(ReadState, FromAnExport) {
  write("state.json", R"({"format": "planbuilder/state/1", "service": "shop", "digest": "d", "inputs": {"port": 80},
    "instances": [{"kind": "node", "id": "a", "number": 1, "status": "absent", "state": "deleted", "protected": true,
                   "given": {"S.c": {"inputs": {"x": {"sha256": "e"}}}}}]})");
  const auto state = read("state.json");
  ASSERT_TRUE(state);
  EXPECT_EQ(state->digest, "d");
  EXPECT_EQ(state->inputs.at("port"), "80");
  EXPECT_EQ(state->instances.at(0).status, Status::absent);
  EXPECT_TRUE(state->instances[0].is_protected);
  EXPECT_EQ(state->instances[0].given.at("S.c").inputs.at("x"), (GivenValue{GivenValue::Form::digest, "e"}));
}

TEST_F(ReadState, SaysWhatIsNone) {
  write("text", "no state");
  write("list.json", "[]");
  write("folder/file", "");
  for (const char* path : {"text", "list.json", "folder", "missing"}) {
    const std::size_t before = diagnostics_.size();
    EXPECT_FALSE(read(path)) << path;
    EXPECT_GT(diagnostics_.size(), before) << path;
  }
}

}  // namespace
}  // namespace planbuilder::change
