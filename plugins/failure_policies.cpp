#include "plugins/failure_policies.h"

#include <charconv>
#include <unordered_map>

#include "planbuilder/flow/workflow/targets.h"
#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/model/policy_types.h"
#include "planbuilder/tosca/values/evaluate.h"

namespace planbuilder::plugins {

namespace {

constexpr std::string_view policy_type = "planbuilder.policies.Failure";

/// What one policy says.
struct Said {
  plan::Failure failure;
  std::optional<std::uint32_t> timeout;  // seconds
};

class PolicyReader {
 public:
  PolicyReader(const tosca::Topology& topology, Diagnostics& diagnostics)
      : topology_(topology), types_(topology), diagnostics_(diagnostics) {}

  /// Nothing where the policy is about something else.
  [[nodiscard]] std::optional<Said> read(const tosca::PolicyTemplate& policy) const {
    using Policy = plan::Failure::Policy;
    const tosca::TypeId type = types_.of(policy);
    if (!type.valid() || !topology_.derives_from(type, policy_type)) return std::nullopt;
    Said said;
    const std::string word = text_of(policy, type, "policy");
    for (const Policy known : {Policy::stop, Policy::retry, Policy::undo}) {
      if (to_string(known) == word) said.failure.policy = known;
    }
    if (said.failure.policy == Policy::retry)
      said.failure.retries = number_of(text_of(policy, type, "retries")).value_or(plan::Failure::usual_retries);
    said.timeout = number_of(text_of(policy, type, "timeout"));
    return said;
  }

 private:
  /// The value that is assigned, else the default; empty where there is none.
  [[nodiscard]] std::string text_of(const tosca::PolicyTemplate& policy, tosca::TypeId type, const std::string& name) const {
    const tosca::Assignment* assigned = tosca::find_by_name(policy.properties, name);
    const tosca::ParameterDefinition* defined = tosca::find_by_name(topology_.types[type].properties, name);
    if (assigned == nullptr && (defined == nullptr || !defined->default_value)) return "";
    const Value value =
        tosca::evaluate({topology_, std::nullopt}, assigned != nullptr ? assigned->value : *defined->default_value);
    if (is_literal(value)) return to_text(value);
    diagnostics_.error(Code::wrong_value, value.at,
                       "'" + name + "' of the policy '" + policy.name + "' must be known when plans are made, not only to a run");
    return "";
  }

  static std::optional<std::uint32_t> number_of(const std::string& text) {
    std::uint32_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
  }

  const tosca::Topology& topology_;
  tosca::PolicyTypes types_;
  Diagnostics& diagnostics_;
};

void limit(plan::Activity& activity, std::uint32_t seconds) {
  for (plan::Step& step : activity.steps) {
    if (auto* invoke = std::get_if<plan::Invoke>(&step.action); invoke != nullptr && !invoke->timeout) invoke->timeout = seconds;
    if (step.undo.present() && !step.undo->timeout) step.undo.make().timeout = seconds;
  }
}

}  // namespace

void take_failure_policies(const tosca::Topology& topology, plan::Plan& plan, Diagnostics& diagnostics) {
  const PolicyReader reader(topology, diagnostics);
  const flow::Targets targets(topology);
  std::optional<Said> of_service;
  std::unordered_map<std::string_view, Said> of_nodes;
  for (const tosca::PolicyTemplate& policy : topology.policies) {
    const std::optional<Said> said = reader.read(policy);
    if (!said) continue;
    if (policy.targets.empty()) of_service = said;
    for (const tosca::Reference& target : policy.targets) {
      for (const tosca::NodeId node : targets.nodes_of(target)) of_nodes[topology.nodes[node].name] = *said;
    }
  }
  if (of_service) plan.failure = of_service->failure;
  if (!of_service && of_nodes.empty()) return;
  for (plan::Activity& activity : plan.activities) {
    const auto own = activity.entity.kind == plan::Entity::Kind::node ? of_nodes.find(activity.entity.id) : of_nodes.end();
    if (own != of_nodes.end()) {
      activity.failure = own->second.failure;
      if (own->second.timeout) limit(activity, *own->second.timeout);
    }
    if (of_service && of_service->timeout) limit(activity, *of_service->timeout);
  }
}

}  // namespace planbuilder::plugins
