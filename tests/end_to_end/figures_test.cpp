// The topology of the figures: several sources, the same plans.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/end_to_end/command.h"

namespace planbuilder::testing {
namespace {

/// The edges that a target must express, one line each, sorted.
std::set<std::string> order_of(const std::string& source, const std::string& kind) {
  const Result result = planbuilder({"plan", samples + "/figures/" + source, "--kind", kind, "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto plan = nlohmann::json::parse(result.out);
  std::set<std::string> order;
  for (const auto& edge : plan["edges"]) {
    if (!edge.value("redundant", false)) order.insert(edge["from"].get<std::string>() + " -> " + edge["to"].get<std::string>());
  }
  return order;
}

const std::map<std::string, std::set<std::string>> expected = {
    {"build",
     {"VM/provision -> DBMS_on_VM/provision", "DBMS_on_VM/provision -> DBMS/provision", "DBMS/provision -> DB_on_DBMS/provision",
      "DB_on_DBMS/provision -> DB/provision", "DB/provision -> App_to_DB/provision", "Serv/provision -> App_on_Serv/provision",
      "App_on_Serv/provision -> App/provision", "App/provision -> App_to_DB/provision"}},
    {"terminate",
     {"App_to_DB/terminate -> App/terminate", "App_to_DB/terminate -> DB/terminate", "App/terminate -> App_on_Serv/terminate",
      "App_on_Serv/terminate -> Serv/terminate", "DB/terminate -> DB_on_DBMS/terminate", "DB_on_DBMS/terminate -> DBMS/terminate",
      "DBMS/terminate -> DBMS_on_VM/terminate", "DBMS_on_VM/terminate -> VM/terminate"}},
    {"scale-out",
     {"DB/select -> DB_on_DBMS/select", "DB_on_DBMS/select -> DBMS/select", "DBMS/select -> DBMS_on_VM/select",
      "DBMS_on_VM/select -> VM/select", "Serv/select -> App_on_Serv/provision", "App_on_Serv/provision -> App/provision",
      "App/provision -> App_to_DB/provision", "DB/select -> App_to_DB/provision"}},
    {"scale-in",
     {"App/select -> App_to_DB/terminate", "App_to_DB/terminate -> App/terminate", "App/terminate -> App_on_Serv/terminate"}},
};

TEST(Figures, GiveTheSamePlansFromXmlAndYaml) {
  for (const auto& [kind, order] : expected) {
    EXPECT_EQ(order_of("xml", kind), order) << kind;
    EXPECT_EQ(order_of("yaml-1.3", kind), order) << kind;
    EXPECT_EQ(order_of("yaml-2.0", kind), order) << kind;
  }
}

}  // namespace
}  // namespace planbuilder::testing
