// What is planned in which situation: a row per scenario.
#include <gtest/gtest.h>

#include <map>

#include "planbuilder/support/text.h"
#include "tests/unit/change/shop.h"

namespace planbuilder::change {
namespace {

/// `machine:ok,created store:absent,deleted`; what is not named is not there, and `-` is nothing at all.
void arrange(Situation& there, const std::string& start) {
  std::map<std::string, std::pair<Status, std::string>> wanted;
  for (const std::string_view word : split(start, ' ')) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) continue;
    const std::size_t comma = word.find(',');
    wanted[std::string(word.substr(0, colon))] = {*find_status(word.substr(colon + 1, comma - colon - 1)),
                                                  std::string(word.substr(comma + 1))};
  }
  std::erase_if(there.instances, [&](const Instance& instance) {
    const bool is_node = instance.entity.kind == plan::Entity::Kind::node;
    return !wanted.contains(is_node ? instance.entity.id : std::string(node_of(instance.source)));
  });
  for (Instance& instance : there.instances) {
    if (const auto found = wanted.find(instance.entity.id); found != wanted.end())
      std::tie(instance.status, instance.state) = found->second;
  }
}

const std::string all_ok = "machine:ok,created store:ok,started shop:ok,started";

struct Scenario {
  std::string name;
  std::string start = all_ok;
  std::string wanted;  // operations
  std::string kind = "build";
  Shop now = {};
  Options options = {};
  void (*adapt)(Situation&) = nullptr;
};

void PrintTo(const Scenario& scenario, std::ostream* out) { *out << scenario.name; }

Instance& named(Situation& there, const std::string& id) {
  for (Instance& instance : there.instances) {
    if (instance.entity.id == id) return instance;
  }
  throw std::logic_error(id);
}

const std::string all_made = "machine.create store.create store.configure store.start shop.create shop.configure shop.start";
const std::string all_removed = "shop.stop shop.delete store.stop store.delete machine.delete";

const Scenario scenarios[] = {
    {"fresh", "-", all_made},
    {"nothing changed", all_ok, ""},
    {"an absent one is made", "machine:ok,created store:absent,deleted shop:ok,started",
     "store.create store.configure store.start"},
    {"a changed input", all_ok, "store.configure", "build", {.store_port = 81}},
    {"a changed script", all_ok, "store.configure", "build", {.script = "2"}},
    {"an input that is no longer given", all_ok, "store.configure", "build", {.gives_port = false}},
    {"undeploy", all_ok, all_removed, "terminate"},
    {"after configure failed", "machine:ok,created store:error,configuring",
     "store.configure store.start shop.create shop.configure shop.start"},
    {"after a check found an error", "machine:ok,created store:error,error shop:ok,started", "store.configure store.start"},
    {"a machine that cannot be repaired", "machine:error,created store:ok,started shop:ok,started", ""},
    {"a host that is gone", "machine:absent,deleted store:ok,started shop:ok,started", all_made},
    {"force", all_ok, all_made, "build", {}, {.force = true}},
    {"force one", all_ok, "store.create store.configure store.start", "build", {}, {.force = true, .only = {"store"}}},
    {"a new one is skipped", "machine:ok,created store:ok,started", "", "build", {}, {.skip_new = true}},
    {"a new one", "machine:ok,created store:ok,started", "shop.create shop.configure shop.start"},
    {"undeploy twice", "-", "", "terminate"},
    {"a protected host stays",
     all_ok,
     "shop.stop shop.delete store.stop store.delete",
     "terminate",
     {},
     {},
     [](Situation& there) { named(there, "machine").is_protected = true; }},
    {"what a protected one needs stays",
     all_ok,
     "",
     "terminate",
     {},
     {},
     [](Situation& there) { named(there, "shop").is_protected = true; }},
    {"degraded is left alone", "machine:ok,created store:degraded,started shop:ok,started", ""},
    {"degraded is repaired on demand",
     "machine:ok,created store:degraded,started shop:ok,started",
     "store.configure store.start",
     "build",
     {},
     {.repair = "degraded"}},
    {"repairing is off", "machine:ok,created store:error,configuring shop:ok,started", "", "build", {}, {.repair = "none"}},
    {"changes do not count", all_ok, "", "build", {.store_port = 81}, {.detection = "skip"}},
    {"a customised one is left alone",
     all_ok,
     "",
     "build",
     {.store_port = 81},
     {},
     [](Situation& there) { named(there, "store").customised = true; }},
    {"a customised one is changed on demand",
     all_ok,
     "store.configure",
     "build",
     {.store_port = 81},
     {.detection = "always"},
     [](Situation& there) { named(there, "store").customised = true; }},
    {"a stopped one is started", "machine:ok,created store:pending,stopped shop:ok,started", "store.start"},
    {"undeploy of one that nobody needs", all_ok, "shop.stop shop.delete", "terminate", {}, {.only = {"shop"}}},
    {"after a delete failed", "machine:ok,created store:unknown,deleting", "store.stop store.delete machine.delete", "terminate"},
    {"what was found is not removed",
     "machine:ok,created",
     "",
     "terminate",
     {},
     {},
     [](Situation& there) { named(there, "machine").found = true; }},
    {"what was found is removed on demand",
     "machine:ok,created",
     "machine.delete",
     "terminate",
     {},
     {.destroy_unmanaged = true},
     [](Situation& there) { named(there, "machine").found = true; }},
    {"another host",
     all_ok,
     "shop.stop store.stop store.delete store.create store.configure store.start shop.configure shop.start",
     "build",
     {.store_host = "other", .has_other = true}},
    {"another type",
     all_ok,
     "shop.stop store.stop store.delete store.create store.configure store.start shop.configure shop.start",
     "build",
     {.store_type = "BetterStore"}},
    {"replaced on demand",
     all_ok,
     "shop.stop store.stop store.delete store.create store.configure store.start shop.configure shop.start",
     "build",
     {},
     {.replace = {"store"}}},
    {"replaced with all that stands on it",
     all_ok,
     "shop.stop shop.delete store.stop store.delete machine.delete " + all_made,
     "build",
     {},
     {.replace = {"machine"}}},
    {"an orphan stays", all_ok, "", "build", {.has_shop = false}},
    {"an orphan is pruned", all_ok, "shop.stop shop.delete", "build", {.has_shop = false}, {.prune = true}},
    {"a filter narrows pruning", all_ok, "", "build", {.has_shop = false}, {.prune = true, .only = {"machine"}}},
    {"pruned, and another one changed",
     all_ok,
     "shop.stop shop.delete store.configure",
     "build",
     {.store_port = 81, .has_shop = false},
     {.prune = true}},
    {"renamed", all_ok, "", "build", {.store = "depot"}},
    {"unknown without a check", "machine:ok,created store:unknown,started shop:ok,started", "store.configure store.start"},
    {"excluded", all_ok, "", "build", {.store_port = 81}, {.exclude = {"store"}}},
};

class Scenarios : public ::testing::TestWithParam<Scenario> {};

TEST_P(Scenarios, DoWhatIsWanted) {
  const Scenario& scenario = GetParam();
  Situation there = situation_after(Shop().plan());
  if (scenario.name == "another host") there = situation_after(Shop{.has_other = true}.plan());
  arrange(there, scenario.name == "another host" ? scenario.start + " other:ok,created" : scenario.start);
  if (scenario.adapt != nullptr) scenario.adapt(there);
  const plan::Plan wanted = scenario.now.plan();
  const Blueprint now(scenario.kind == "terminate" ? *there.plan : wanted);
  const Blueprint before(*there.plan);
  const auto verdicts = judge(there, now, &before, scenario.kind, scenario.options);
  const ChangePlan made = make_change(now.plan(), now, &before, there, verdicts, scenario.options);
  EXPECT_EQ(operations_of(made.plan), scenario.wanted);
  for (const plan::Edge& edge : made.plan.edges) EXPECT_LT(edge.from, edge.to);
}

std::string test_name(const ::testing::TestParamInfo<Scenario>& info) {
  std::string name;
  bool upper = true;
  for (const char c : info.param.name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += upper ? static_cast<char>(std::toupper(c)) : c;
    upper = c == ' ';
  }
  return name;
}
INSTANTIATE_TEST_SUITE_P(Change, Scenarios, ::testing::ValuesIn(scenarios), test_name);

TEST(Verdicts, RefuseToRemoveWhatIsNeeded) {
  const Situation there = situation_after(Shop().plan());
  const Blueprint now(*there.plan);
  const auto verdicts = judge(there, now, &now, "terminate", {.only = {"store"}});
  for (const Verdict& verdict : verdicts) {
    if (verdict.entity.id != "store") continue;
    EXPECT_EQ(verdict.deed(), "refuse");
    EXPECT_EQ(verdict.needed_by, "shop/1");
  }
}

TEST(Verdicts, SayWhatChanged) {
  const Situation there = situation_after(Shop().plan());
  const plan::Plan wanted = Shop{.store_port = 81, .script = "2"}.plan();
  const Blueprint now(wanted);
  const Blueprint before(*there.plan);
  for (const Verdict& verdict : judge(there, now, &before, "build", {})) {
    if (verdict.entity.id != "store") {
      EXPECT_EQ(verdict.rule->reason, "ok") << verdict.entity.id;
      continue;
    }
    EXPECT_EQ(verdict.rule->reason, "reconfigure");
    EXPECT_EQ(join(verdict.changes, "; "), "port: 80 -> 81; store-configure.sh changed: 1 -> 2");
  }
}

TEST(Verdicts, FollowARenamedNode) {
  const Situation there = situation_after(Shop().plan());
  const plan::Plan wanted = Shop{.store = "depot"}.plan();
  const Blueprint now(wanted);
  const Blueprint before(*there.plan);
  std::string moved;
  for (const Verdict& verdict : judge(there, now, &before, "build", {})) {
    if (verdict.rule->reason == "moved") moved += verdict.instance->entity.id + ">" + verdict.entity.id + " ";
  }
  EXPECT_EQ(moved, "store.host>depot.host store>depot ");
}

}  // namespace
}  // namespace planbuilder::change
