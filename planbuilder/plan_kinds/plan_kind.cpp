#include "planbuilder/plan_kinds/plan_kind.h"

namespace planbuilder {

std::string plan_name(const PlanKind& kind, std::string_view subject) {
  return subject.empty() ? kind->name : kind->name + "-" + std::string(subject);
}

std::optional<std::string> subject_in(std::string_view plan_name, const PlanKind& kind) {
  if (!plan_name.starts_with(kind->name)) return std::nullopt;
  plan_name.remove_prefix(kind->name.size());
  if (plan_name.empty()) return "";
  if (!plan_name.starts_with('-')) return std::nullopt;
  return std::string(plan_name.substr(1));
}

}  // namespace planbuilder
