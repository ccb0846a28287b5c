#include "planbuilder/driver/plan_choice.h"

#include <map>

#include "planbuilder/support/text.h"

namespace planbuilder::driver {

namespace {

const std::map<std::string, flow::PlanKind> kinds = {
    {"build", flow::PlanKind::build},        {"deploy", flow::PlanKind::build},        {"terminate", flow::PlanKind::terminate},
    {"undeploy", flow::PlanKind::terminate}, {"scale-out", flow::PlanKind::scale_out}, {"scale-in", flow::PlanKind::scale_in}};

std::vector<flow::PlanRequest> part_plan(PlanChoice& choice, flow::PlanKind kind, const tosca::Topology& topology,
                                         Diagnostics& diagnostics) {
  std::vector<tosca::NodeId> nodes;
  for (const std::string& name : choice.only) {
    const tosca::NodeId node = topology.find_node(name);
    if (node.valid()) {
      nodes.push_back(node);
      continue;
    }
    std::vector<std::string_view> names;
    for (const tosca::Node& known : topology.nodes) names.push_back(known.name);
    diagnostics.error(Code::unknown_name, {}, "there is no node '" + name + "'" + did_you_mean(name, names));
  }
  choice.part = std::make_shared<const tosca::Region>(flow::part_of(topology, nodes, kind, choice.with_dependencies));
  return {{kind, choice.part.get()}};
}

}  // namespace

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const auto& [name, kind] : kinds) names.push_back(name);
  return names;
}

bool chooses(const PlanChoice& choice) { return !choice.kind.empty() || !choice.region.empty() || !choice.event.empty(); }

std::vector<std::string> choice_in_words(const PlanChoice& choice) {
  std::vector<std::string> words;
  const auto add = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) words.push_back(name + " " + value);
  };
  add("--kind", choice.kind);
  add("--region", choice.region);
  add("--event", choice.event);
  add("--only", join(choice.only, ","));
  if (choice.with_dependencies) words.emplace_back("--with-dependencies");
  return words;
}

bool is_chosen(const PlanChoice& choice, std::string_view kind, const std::string& name) {
  const auto named = kinds.find(choice.event);
  if (!choice.event.empty() && named == kinds.end())
    return name == flow::PlanRequest{flow::PlanKind::event, nullptr, choice.event}.name();
  const auto wanted = named != kinds.end() ? named : kinds.find(choice.kind);
  return (wanted == kinds.end() || kind == flow::to_string(wanted->second)) &&
         (choice.region.empty() || name == std::string(kind) + "-" + choice.region);
}

std::vector<flow::PlanRequest> chosen_plans(PlanChoice& choice, const std::string& send, const tosca::Topology& topology,
                                            Diagnostics& diagnostics) {
  if (!send.empty()) return {{flow::PlanKind::event, nullptr, send}};
  const auto named = kinds.find(choice.event);  // the events deploy and undeploy are what kinds are called after
  if (!choice.event.empty() && named == kinds.end()) return {{flow::PlanKind::event, nullptr, choice.event}};
  const flow::PlanKind kind = named != kinds.end() ? named->second : kinds.at(choice.kind);
  if (kind == flow::PlanKind::build || kind == flow::PlanKind::terminate) {
    if (choice.only.empty()) return {{kind}};
    return part_plan(choice, kind, topology, diagnostics);
  }
  if (!choice.only.empty()) {
    diagnostics.error(Code::unknown_name, {}, "--only says what is built or terminated; what is scaled is a region");
    return {};
  }
  std::vector<flow::PlanRequest> requests;
  std::vector<std::string_view> names;
  for (const tosca::Region& region : topology.regions) {
    names.push_back(region.name);
    if (choice.region.empty() || choice.region == region.name) requests.push_back({kind, &region});
  }
  if (requests.empty()) {
    diagnostics.error(Code::unknown_name, {},
                      choice.region.empty() ? "the service has no region that could be scaled"
                                            : "there is no region '" + choice.region + "'" + did_you_mean(choice.region, names));
  }
  return requests;
}

std::optional<flow::PlanRequest> chosen_plan(PlanChoice& choice, const std::string& send, const tosca::Topology& topology,
                                             Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.errors();
  const auto requests = chosen_plans(choice, send, topology, diagnostics);
  if (requests.size() > 1)
    diagnostics.error(Code::unknown_name, {}, "the service has several regions: choose one by --region NAME");
  if (diagnostics.errors() > errors_before) return std::nullopt;
  return requests.front();
}

}  // namespace planbuilder::driver
