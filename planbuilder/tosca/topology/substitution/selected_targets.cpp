#include "planbuilder/tosca/topology/substitution/selected_targets.h"

#include <algorithm>
#include <unordered_map>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/topology/substitution/substitute.h"

namespace planbuilder::tosca {

namespace {

using Entry = SubstitutionMapping::Entry;

class SelectedTargets {
 public:
  SelectedTargets(const ServiceTemplate& service, const Types& types, const TypeNames& names) : types_(types), names_(names) {
    for (const NodeTemplate& node : service.nodes) {
      if (is_to_be_selected(node.directives)) selected_.emplace(node.name, &node);
    }
  }

  [[nodiscard]] bool are_named_by(const Entry& entry) const {
    if (entry.path.size() < 2) return false;
    const bool all =
        std::all_of(entry.path.begin(), entry.path.end(), [&](const std::string& name) { return selected_.contains(name); });
    return all && (entry.path.size() > 2 || !has_requirement(*selected_.at(entry.path[0]), entry.path[1]));
  }

 private:
  [[nodiscard]] bool has_requirement(const NodeTemplate& node, const std::string& name) const {
    const TypeId type = names_.find(TypeKind::node, node.type);
    return type.valid() && find_by_name(types_[type].requirements, name) != nullptr;
  }

  const Types& types_;
  const TypeNames& names_;
  std::unordered_map<std::string_view, const NodeTemplate*> selected_;
};

}  // namespace

void write_out_selected_targets(ServiceTemplate& service, const Types& types, const TypeNames& names) {
  if (!service.substitution) return;
  const SelectedTargets selected(service, types, names);
  std::vector<Entry> written;
  for (Entry& entry : service.substitution->requirements) {
    if (!selected.are_named_by(entry)) {
      written.push_back(std::move(entry));
      continue;
    }
    for (const std::string& node : entry.path) {
      written.push_back(entry);
      written.back().path = {node};
    }
  }
  service.substitution->requirements = std::move(written);
}

}  // namespace planbuilder::tosca
