#include "planbuilder/tosca/types/complete_interfaces.h"

#include <map>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/model/merge.h"
#include "planbuilder/tosca/model/merge_events.h"

namespace planbuilder::tosca {

namespace {

class Completer {
 public:
  Completer(const Types& types, const TypeNames& names) : types_(types), names_(names) {}

  void complete(Interface& item) {
    const Interface* of_type = interface_type(item);
    if (of_type == nullptr) return;
    std::vector<Interface> completed{*of_type};
    completed.front().name = item.name;
    completed.front().type = item.type;
    refine_interfaces(completed, {item});
    share_rules(*of_type, item, completed.front());
    item = std::move(completed.front());
  }

 private:
  /// Named, or (as 1.x does in templates) the name of the interface is that of its type.
  const Interface* interface_type(Interface& item) const {
    const bool by_name = item.type.empty();
    const TypeId type = names_.find(TypeKind::interface, by_name ? Reference{item.name, item.at} : item.type);
    if (!type.valid() || types_[type].interfaces.empty()) return nullptr;
    if (by_name) item.type = {item.name, item.at};
    return &types_[type].interfaces.front();
  }

  /// Types that refine an operation in the same way, by inheriting it, go on to share the result.
  void share_rules(const Interface& of_type, const Interface& own, Interface& completed) {
    for (Operation& operation : completed.operations) {
      const Operation* base = find_by_name(of_type.operations, operation.name);
      const Operation* refinement = find_by_name(own.operations, operation.name);
      if (base == nullptr || refinement == nullptr || !base->rules || !refinement->rules) continue;
      const auto [known, fresh] = merged_.emplace(std::pair(base->rules.get(), refinement->rules.get()), operation.rules);
      if (!fresh) operation.rules = known->second;
      kept_.push_back(refinement->rules);  // what a key points to must not be given to another
    }
  }

  const Types& types_;
  const TypeNames& names_;
  std::map<std::pair<const EventRules*, const EventRules*>, std::shared_ptr<const EventRules>> merged_;
  std::vector<std::shared_ptr<const EventRules>> kept_;
};

bool has_interfaces(TypeKind kind) { return kind == TypeKind::node || kind == TypeKind::relationship; }

template <class Entity>
void complete_own(Entity& entity, const Types& types, Completer& completer) {
  for (Interface& item : entity.interfaces) {
    const bool known = entity.type.valid() && find_by_name(types[entity.type].interfaces, item.name) != nullptr;
    if (!known) completer.complete(item);
  }
}

}  // namespace

void complete_interfaces(Types& types, const TypeNames& names) {
  Completer completer(types, names);
  for (const TypeId id : types.ids()) {
    if (!types[id].is_complete || !has_interfaces(types[id].kind)) continue;
    for (Interface& item : types[id].interfaces) completer.complete(item);
  }
}

void complete_interfaces(Topology& topology, const TypeNames& names) {
  Completer completer(topology.types, names);
  for (Node& node : topology.nodes) complete_own(node, topology.types, completer);
  for (Relationship& relationship : topology.relationships) complete_own(relationship, topology.types, completer);
}

}  // namespace planbuilder::tosca
