#include "planbuilder/pack/declaration.h"

#include "planbuilder/support/text.h"

namespace planbuilder::pack {

OperationName operation_of(const plan::Plan& plan) {
  const std::string subject = subject_in(plan.name, plan.kind).value_or("");
  if (plan.kind->subject == Subject::region) return {subject, plan.kind->operation};
  if (plan.kind->subject == Subject::service && subject.empty()) return {"OpenTOSCA-Lifecycle-Interface", plan.kind->operation};
  return {"planbuilder-" + plan.kind->name + "s", subject};
}

std::string workflow_of(const plan::Plan& plan) {
  const bool normative = !plan.kind->workflow.empty() && plan.name == plan.kind->name;
  return normative ? plan.kind->workflow : plan.name;
}

std::string description_of(const plan::Plan& plan) { return plan.kind->does + "; written by planbuilder."; }

std::string plan_type_of(const plan::Plan& plan) {
  const std::string& type = plan.kind->plan_type;
  return "http://docs.oasis-open.org/tosca/ns/2011/12/PlanTypes/" + (type.empty() ? "ManagementPlan" : type);
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
