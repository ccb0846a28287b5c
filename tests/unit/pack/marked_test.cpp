// What is marked as packed is no part of the model.
#include <gtest/gtest.h>

#include "planbuilder/tosca/model/digest.h"
#include "tests/support/model.h"

namespace planbuilder::pack {
namespace {

using testing::Model;

std::string service(const std::string& workflows) {
  return std::string(testing::v1_3) + "topology_template:\n  node_templates:\n    a: {type: tosca.nodes.Root}\n" + workflows;
}

TEST(Marked, WorkflowsAreNotRead) {
  // Its implementation is not even looked at: it may have been removed.
  const Model marked(
      service("  workflows:\n    deploy: {metadata: {planbuilder: build}, implementation: gone.sh}\n    mine: {steps: {}}\n"));
  ASSERT_TRUE(marked.topology) << marked.problems();
  ASSERT_EQ(marked.topology->workflows.size(), 1U);
  EXPECT_EQ(marked.topology->workflows.front().name, "mine");
  const Model plain(service(""));
  EXPECT_EQ(tosca::digest_of(*marked.topology), tosca::digest_of(*plain.topology));
}

std::string xml(const std::string& boundary, const std::string& plans) {
  return "<Definitions id=\"d\" targetNamespace=\"http://x\" xmlns=\"http://docs.oasis-open.org/tosca/ns/2011/12\" "
         "xmlns:x=\"http://x\">"
         "<NodeType name=\"N\"/><ServiceTemplate id=\"s\"><BoundaryDefinitions><Interfaces><Interface name=\"i\">" +
         boundary +
         "</Interface></Interfaces></BoundaryDefinitions><TopologyTemplate><NodeTemplate id=\"n\" "
         "type=\"x:N\"/></TopologyTemplate><Plans>" +
         plans + "</Plans></ServiceTemplate></Definitions>";
}

TEST(Marked, PlansAndWhatLeadsToThemAreNotRead) {
  const std::string operations =
      "<Operation name=\"ours\"><Plan planRef=\"p1\"/></Operation><Operation name=\"theirs\"><Plan planRef=\"p2\"/></Operation>";
  const std::string rest = " planType=\"t\" planLanguage=\"l\"><PlanModelReference reference=\"f\"/></Plan>";
  const Model model(xml(operations, "<Plan id=\"p1\" xmlns:k=\"urn:planbuilder:packed\" k:plan=\"build\"" + rest +
                                        "<Plan id=\"p2\" xmlns:k=\"urn:other\" k:plan=\"build\"" + rest));
  ASSERT_TRUE(model.topology) << model.problems();
  ASSERT_EQ(model.topology->plans.size(), 1U);
  EXPECT_EQ(model.topology->plans.front().id, "p2");
  ASSERT_EQ(model.topology->boundary.operations.size(), 1U);
  EXPECT_EQ(model.topology->boundary.operations.front().name, "theirs");
}

}  // namespace
}  // namespace planbuilder::pack
