#include "planbuilder/pack/declaration.h"

#include "planbuilder/support/text.h"

namespace planbuilder::pack {

std::string subject_of(const plan::Plan& plan) {
  const std::string prefix = plan.kind + "-";
  return plan.name.starts_with(prefix) ? plan.name.substr(prefix.size()) : "";
}

OperationName operation_of(const plan::Plan& plan) {
  const std::string subject = subject_of(plan);
  if (plan.kind == "scale-out" || plan.kind == "scale-in") return {subject, plan.kind};
  if (plan.kind == "build" && subject.empty()) return {"OpenTOSCA-Lifecycle-Interface", "initiate"};
  if (plan.kind == "terminate" && subject.empty()) return {"OpenTOSCA-Lifecycle-Interface", "terminate"};
  return {"planbuilder-" + plan.kind + "s", subject};
}

std::string workflow_of(const plan::Plan& plan) {
  if (plan.name == "build") return "deploy";
  return plan.name == "terminate" ? "undeploy" : plan.name;
}

std::string description_of(const plan::Plan& plan) {
  if (plan.kind == "build") return "Deploys the service; written by planbuilder.";
  if (plan.kind == "terminate") return "Removes the service; written by planbuilder.";
  if (plan.kind == "scale-out") return "Adds an instance of a region; written by planbuilder.";
  if (plan.kind == "scale-in") return "Removes an instance of a region; written by planbuilder.";
  return "Handles an event of the service; written by planbuilder.";
}

std::string plan_type_of(const plan::Plan& plan) {
  const std::string base = "http://docs.oasis-open.org/tosca/ns/2011/12/PlanTypes/";
  if (plan.name == "build") return base + "BuildPlan";
  return base + (plan.name == "terminate" ? "TerminationPlan" : "ManagementPlan");
}

std::string relative_reference(std::string_view from, std::string_view to) {
  std::string up;
  std::size_t start = 0;  // of the part of `from` that `to` does not share
  for (std::size_t slash = from.find('/'); slash != std::string_view::npos; slash = from.find('/', slash + 1)) {
    if (up.empty() && to.substr(0, slash + 1) == from.substr(0, slash + 1)) {
      start = slash + 1;
    } else {
      up += "../";
    }
  }
  return up + std::string(to.substr(start));
}

std::string url_encode(std::string_view text, bool keep_slashes) {
  static constexpr std::string_view hex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || c == '-' || c == '_' || c == '.' || c == '~' || (keep_slashes && c == '/')) {
      out += c;
    } else {
      out += '%';
      out += hex[static_cast<unsigned char>(c) >> 4];
      out += hex[static_cast<unsigned char>(c) & 15];
    }
  }
  return out;
}

}  // namespace planbuilder::pack
