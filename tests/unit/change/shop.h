// A small service: a machine, a store on it, and a shop on it that needs the store.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/change/change_plan.h"
#include "planbuilder/change/situation_after.h"
#include "planbuilder/change/verdicts.h"
#include "planbuilder/plan_kinds/plan_kinds.h"

namespace planbuilder::change {

class Shop {
 public:
  std::int64_t port = 80;       // that store and shop are configured with
  std::int64_t store_port = 0;  // of the store, if it is another one
  std::string script = "1";     // the content of the store's configure
  std::string store_host = "machine";
  std::string store_type = "Store";
  std::string store = "store";  // its name
  bool has_shop = true;
  bool has_other = false;  // a second machine
  bool gives_port = true;  // to configure of the store

  [[nodiscard]] plan::Plan plan() const {
    plan::Plan plan;
    plan.name = "build";
    plan.service.name = "shop";
    plan.kind = PlanKinds::shipped().usual();
    std::vector<std::pair<std::string, std::string>> edges;
    add_node(plan, "machine", "Machine", "", {"create"}, 0);
    if (has_other) add_node(plan, "other", "Machine", "", {"create"}, 0);
    add_joint(plan, store + ".host", "HostedOn", store, store_host);
    add_node(plan, store, store_type, store_host, {"create", "configure", "start"}, store_port != 0 ? store_port : port);
    edges = {{store_host, store + ".host"}, {store + ".host", store}};
    if (has_shop) {
      add_joint(plan, "shop.host", "HostedOn", "shop", "machine");
      add_joint(plan, "shop.store", "DependsOn", "shop", store);
      add_node(plan, "shop", "Shop", "machine", {"create", "configure", "start"}, port);
      edges.insert(edges.end(), {{"machine", "shop.host"}, {"shop.host", "shop"}, {store, "shop.store"}, {"shop.store", "shop"}});
    }
    const auto find = [&](const std::string& entity) {
      for (const plan::ActivityId id : plan.activities.ids()) {
        if (plan.activities[id].entity.id == entity) return id;
      }
      return plan::ActivityId();
    };
    for (const auto& [from, to] : edges) plan.edges.push_back({find(from), find(to), false, {}});
    std::sort(plan.edges.begin(), plan.edges.end(),
              [](const plan::Edge& a, const plan::Edge& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
    for (const char* operation : {"configure", "create", "delete", "start", "stop"})
      plan.files.push_back({std::string(operation) + ".sh", "d1", 1});
    plan.files.push_back({"store-configure.sh", script, 1});
    return plan;
  }

 private:
  static plan::Invoke call(const std::string& operation, const std::string& file) {
    plan::Invoke invoke;
    invoke.interface = "Standard";
    invoke.operation = operation;
    invoke.artifact.file = file;
    return invoke;
  }

  void add_node(plan::Plan& plan, const std::string& name, const std::string& type, const std::string& host,
                const std::vector<std::string>& operations, std::int64_t node_port) const {
    plan::Activity activity;
    activity.id = name + "/provision";
    activity.entity = {plan::Entity::Kind::node, name};
    activity.transition = "provision";
    activity.type = type;
    activity.host = host;
    activity.digest = name + "-digest";
    plan::Record record;
    if (node_port != 0) record.properties.push_back({"port", plan::Expression{node_port}});
    activity.steps.push_back({activity.id + "/record", record});
    for (const std::string& operation : operations) {
      plan::Invoke invoke = call(operation, (operation == "configure" && name == store ? "store-" : "") + operation + ".sh");
      if (operation == "configure" && (gives_port || name != store)) {
        plan::PropertyRead read;
        read.name = "port";
        read.of.entity = activity.entity;
        invoke.inputs.push_back({"port", plan::computed({read})});
      }
      plan::Step step{activity.id + "/" + operation, std::move(invoke)};
      if (operation == "create") step.undo = call("delete", "delete.sh");
      if (operation == "start") step.undo = call("stop", "stop.sh");
      activity.steps.push_back(std::move(step));
      const std::string state = operation == "create" ? "created" : operation == "configure" ? "configured" : "started";
      activity.steps.push_back({activity.id + "/set-" + state, plan::SetState{state}});
    }
    plan.activities.add(std::move(activity));
  }

  static void add_joint(plan::Plan& plan, const std::string& id, const std::string& type, const std::string& source,
                        const std::string& target) {
    plan::Activity activity;
    activity.id = id + "/provision";
    activity.entity = {plan::Entity::Kind::relationship, id};
    activity.transition = "provision";
    activity.type = type;
    activity.source = source;
    activity.target = target;
    activity.digest = id + "-digest";
    plan::Record record;
    record.source = source;
    record.target = target;
    activity.steps.push_back({activity.id + "/record", record});
    plan.activities.add(std::move(activity));
  }
};

/// `store.create store.configure ...`, in the order of the plan.
inline std::string operations_of(const plan::Plan& plan) {
  std::string out;
  for (const plan::Activity& activity : plan.activities) {
    for (const plan::Step& step : activity.steps) {
      if (const auto* invoke = std::get_if<plan::Invoke>(&step.action))
        out += (out.empty() ? "" : " ") + activity.entity.id + "." + invoke->operation;
    }
  }
  return out;
}

}  // namespace planbuilder::change
