#include "planbuilder/flow/dump_flow.h"

#include <gtest/gtest.h>

#include "planbuilder/flow/derive.h"
#include "planbuilder/support/dump.h"
#include "tests/support/model.h"
#include "tests/support/plan_kinds.h"

namespace planbuilder::testing {
namespace {

TEST(Dump, ShowsThePlanBeforePluginsFillIt) {
  Model model(std::string(v1_3) + R"(topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
    shop:
      type: tosca.nodes.SoftwareComponent
      requirements:
      - host: server
)");
  ASSERT_TRUE(model.topology) << model.problems();
  const auto plan = flow::derive(*model.topology, {kinds::build}, model.diagnostics);
  ASSERT_TRUE(plan);
  EXPECT_EQ(to_pretty_json(flow::dump_flow(*plan, *model.topology, model.sources)), R"({
  "name": "build",
  "kind": "build",
  "derivation": "relationships",
  "activities": [
    {
      "id": "server/provision",
      "transition": "provision",
      "reason": "it is a node of the service",
      "at": "service.yaml:4:5"
    },
    {
      "id": "shop.host/provision",
      "transition": "provision",
      "reason": "it is a relationship of the service",
      "at": "service.yaml:9:9"
    },
    {
      "id": "shop/provision",
      "transition": "provision",
      "reason": "it is a node of the service",
      "at": "service.yaml:6:5"
    }
  ],
  "edges": [
    {
      "from": "server/provision",
      "to": "shop.host/provision",
      "origins": [
        {
          "rule": "HostedOn",
          "reason": "'shop' HostedOn 'server': what it leads to comes first",
          "at": "service.yaml:9:9"
        }
      ]
    },
    {
      "from": "shop.host/provision",
      "to": "shop/provision",
      "origins": [
        {
          "rule": "HostedOn",
          "reason": "'shop' HostedOn 'server': what needs it comes after",
          "at": "service.yaml:9:9"
        }
      ]
    }
  ]
}
)");
}

}  // namespace
}  // namespace planbuilder::testing
