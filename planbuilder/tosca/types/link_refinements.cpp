#include "planbuilder/tosca/types/link_refinements.h"

#include "planbuilder/tosca/model/merge_definitions.h"
#include "planbuilder/tosca/types/scope.h"

namespace planbuilder::tosca {

namespace {

std::string key_of(std::initializer_list<std::string_view> parts) {
  std::string key;
  for (const std::string_view part : parts) key.append(part).push_back('\0');
  return key;
}

/// Visits the own properties, attributes and inputs, each with a key that is its own within the type.
template <class Visit>
void for_each_definition(TypeMembers& members, const Visit& visit) {
  const auto visit_all = [&](std::vector<ParameterDefinition>& definitions, std::initializer_list<std::string_view> of) {
    const std::string prefix = key_of(of);
    for (ParameterDefinition& definition : definitions) visit(prefix + definition.name, definition);
  };
  visit_all(members.properties, {"property"});
  visit_all(members.attributes, {"attribute"});
  for (CapabilityDefinition& capability : members.capabilities) {
    visit_all(capability.properties, {"property", capability.name});
    visit_all(capability.attributes, {"attribute", capability.name});
  }
  for (Interface& item : members.interfaces) {
    visit_all(item.inputs, {"input", item.name});
    const auto visit_event = [&](auto& event) {
      visit_all(event.inputs, {"input", item.name, event.name});
      visit_all(event.defined_outputs, {"output", item.name, event.name});
    };
    for (Operation& operation : item.operations) visit_event(operation);
    for (Notification& notification : item.notifications) visit_event(notification);
  }
}

class Linker {
 public:
  explicit Linker(Types& types) : types_(types) {}

  void link() {
    for (const TypeId id : types_.depth_first()) {
      while (!open_.empty() && !types_.is_ancestor(open_.back().type, id)) leave();
      open_.push_back({id, definitions_.mark(), capabilities_.mark()});
      refine(types_[id].own);
      enter(types_[id].own);
    }
  }

 private:
  struct Open {
    TypeId type;
    std::size_t definitions;
    std::size_t capabilities;
  };

  void leave() {
    definitions_.leave(open_.back().definitions);
    capabilities_.leave(open_.back().capabilities);
    open_.pop_back();
  }

  void refine(TypeMembers& own) {
    for (CapabilityDefinition& capability : own.capabilities) {
      const CapabilityDefinition* before = capabilities_.find(capability.name);
      if (before != nullptr && capability.type.empty()) capability.type = before->type;
    }
    for_each_definition(own, [&](const std::string& key, ParameterDefinition& definition) {
      const ParameterDefinition* before = definitions_.find(key);
      if (before == nullptr) return;
      if (key.starts_with("input")) {
        definition = refined_input(*before, definition);
      } else {
        definition = refined_definition(*before, definition);
      }
      definition.refines = before;
    });
  }

  void enter(TypeMembers& own) {
    for (const CapabilityDefinition& capability : own.capabilities) capabilities_.enter(capability.name, capability);
    for_each_definition(
        own, [&](const std::string& key, const ParameterDefinition& definition) { definitions_.enter(key, definition); });
  }

  Types& types_;
  Scope<ParameterDefinition> definitions_;
  Scope<CapabilityDefinition> capabilities_;
  std::vector<Open> open_;  // the ancestors of the type at hand, and where their scopes begin
};

}  // namespace

void link_refinements(Types& types) { Linker(types).link(); }

}  // namespace planbuilder::tosca
