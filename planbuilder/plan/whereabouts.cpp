#include "planbuilder/plan/whereabouts.h"

#include <optional>
#include <unordered_map>

#include "planbuilder/plan/reach.h"
#include "planbuilder/plan/walk.h"

namespace planbuilder::plan {

namespace {

/// What a plan says about the instance of a machine.
struct Said {
  bool is_made = false;                                                          // in this plan
  std::unordered_map<std::string_view, std::optional<std::string>> values = {};  // by name; without a text where it is computed

  void add(const Argument& argument) {
    const bool known = is_literal(argument.value);
    const std::string text = known ? to_text(argument.value) : "";
    if (known && text.empty()) return;  // says nothing
    values.insert_or_assign(argument.name, known ? std::optional(text) : std::nullopt);
  }
  template <class Names>
  [[nodiscard]] std::string_view first_of(const Names& names) const {
    for (const std::string_view name : names) {
      if (values.contains(name)) return name;
    }
    return {};
  }
  [[nodiscard]] std::string text_of(std::string_view name) const {
    const auto found = values.find(name);
    return found == values.end() ? "" : found->second.value_or("");
  }
};

class Listener {
 public:
  explicit Listener(const Plan& plan) {
    for (const Activity& activity : plan.activities) {
      for (const Step& step : activity.steps) {
        for_each_text<Trait::machine>(step, [&](const std::string& host) {
          if (!host.empty()) said_.try_emplace(host);
        });
      }
    }
    for (const Activity& activity : plan.activities) {
      for (const Step& step : activity.steps) std::visit([&](const auto& action) { listen(activity, action); }, step.action);
    }
  }

  [[nodiscard]] const std::unordered_map<std::string, Said>& said() const { return said_; }

 private:
  void listen(const Activity& activity, const Record& record) {
    Said* machine = find(activity.entity);
    if (machine == nullptr || record.what != Record::What::create) return;
    machine->is_made = true;
    for (const Argument& property : record.properties) machine->add(property);
    for (const Argument& attribute : record.attributes) machine->add(attribute);  // these go first, so they come last
  }
  void listen(const Activity&, const Invoke& invoke) {
    for (const OutputMapping& mapping : invoke.outputs) {
      Said* machine = find(mapping.entity);
      if (machine != nullptr) machine->values.insert_or_assign(mapping.attribute, std::nullopt);
    }
  }
  template <class Other>
  static void listen(const Activity&, const Other&) {}

  Said* find(const Entity& entity) {
    const auto found = said_.find(entity.id);
    return entity.kind != Entity::Kind::node || found == said_.end() ? nullptr : &found->second;
  }

  std::unordered_map<std::string, Said> said_;
};

bool leads_here(const Said& said, std::string_view address) {
  const std::string connection = said.text_of(connection_name);
  if (!connection.empty()) return connection != "ssh";
  const std::string text = said.text_of(address);
  return !text.empty() && is_here(text);
}

std::string user_of(const Said& said) {
  const std::string_view name = said.first_of(user_names);
  const std::string known = said.text_of(name);
  return known.empty() ? std::string(name) : known;
}

Whereabouts judge(const Said& said) {
  using Way = Whereabouts::Way;
  if (const std::string_view name = said.first_of(container_names); !name.empty())
    return {Way::container, std::string(name), said.text_of(name)};
  const std::string_view address = said.first_of(address_names);
  if (address.empty()) return {said.is_made ? Way::here : Way::open};
  if (leads_here(said, address)) return {Way::here, std::string(address), said.text_of(address)};
  return {Way::ssh, std::string(address), said.text_of(address), user_of(said)};
}

}  // namespace

Machines find_whereabouts(const Plan& plan) {
  const Listener listener(plan);
  Machines machines;
  for (const auto& [node, said] : listener.said()) machines.emplace(node, judge(said));
  return machines;
}

}  // namespace planbuilder::plan
