#include "planbuilder/diff/names.h"

#include "planbuilder/support/text.h"

namespace planbuilder::diff {

using Kind = plan::Entity::Kind;

Names::Names(const std::vector<Rename>& renames, std::string new_service) : service_(std::move(new_service)) {
  for (const Rename& rename : renames) {
    auto& names = rename.before.kind == Kind::node ? nodes_ : relationships_;
    names.emplace(rename.before.id, rename.after);
  }
}

const std::string& Names::of(Kind kind, const std::string& id) const {
  if (kind == Kind::service) return service_.empty() ? id : service_;
  const auto& names = kind == Kind::node ? nodes_ : relationships_;
  if (names.empty()) return id;
  const auto found = names.find(id);
  return found == names.end() ? id : found->second;
}

std::string Names::of_activity(const plan::Activity& activity) const {
  const std::string& name = of(activity.entity);
  if (name == activity.entity.id) return activity.id;
  const std::string old_start = escape_id(activity.entity.id);
  if (!activity.id.starts_with(old_start)) return activity.id;
  return escape_id(name) + activity.id.substr(old_start.size());
}

}  // namespace planbuilder::diff
