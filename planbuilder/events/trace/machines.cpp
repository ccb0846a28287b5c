#include "planbuilder/events/trace/machines.h"

#include <algorithm>
#include <map>
#include <set>

#include "planbuilder/events/describe.h"
#include "planbuilder/events/transitions.h"
#include "planbuilder/support/display.h"

namespace planbuilder::events {

namespace {

/// The text after a colon must not have two of them in a row.
std::string label(const std::string& text) {
  std::string out;
  for (const char c : mermaid_text(text)) out += c == ':' ? std::string("#58;") : std::string(1, c);
  return out;
}

/// The arrows of a machine: operations that lead from one state to the same other one share theirs.
class Arrows {
 public:
  Arrows(const Model& model, const Behaviour& behaviour, const std::vector<Transition>& transitions) {
    for (const Transition& transition : transitions) {
      const std::size_t from = state(value_text(model, transition.from));
      const std::size_t to = state(value_text(model, transition.to));
      const std::string name = behaviour.events[transition.event].name + (transition.fails ? " fails" : "");
      const auto [place, added] = known_.try_emplace({from, to}, arrows_.size());
      if (added) {
        arrows_.push_back({from, to, name});
      } else {
        arrows_[place->second].name += ", " + name;
      }
    }
  }

  [[nodiscard]] std::string text(const std::string& initial, const std::string& prefix, const std::string& indent) const {
    std::string out;
    for (std::size_t i = 0; i < states_.size(); ++i)
      out += indent + "state \"" + mermaid_text(states_[i]) + "\" as " + prefix + std::to_string(i) + "\n";
    const auto first = std::find(states_.begin(), states_.end(), initial);
    if (first != states_.end()) out += indent + "[*] --> " + prefix + std::to_string(first - states_.begin()) + "\n";
    for (const Arrow& arrow : arrows_) {
      out += indent + prefix + std::to_string(arrow.from) + " --> " + prefix + std::to_string(arrow.to) + ": " +
             label(arrow.name) + "\n";
    }
    return out;
  }

 private:
  struct Arrow {
    std::size_t from;
    std::size_t to;
    std::string name;
  };
  std::size_t state(const std::string& name) {
    const auto number = static_cast<std::size_t>(std::find(states_.begin(), states_.end(), name) - states_.begin());
    if (number == states_.size()) states_.push_back(name);
    return number;
  }
  std::vector<std::string> states_;
  std::vector<Arrow> arrows_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> known_;
};

class Drawer {
 public:
  explicit Drawer(Model& model) : model_(model) {}

  std::optional<std::string> draw() {
    for (std::size_t i = 0; i + 1 < model_.entities(); ++i) {
      const EntityIndex entity(i);
      if (!done_.insert(model_.behaviour_id(entity)).second) continue;
      const Behaviour& behaviour = model_.behaviour(entity);
      for (std::uint32_t attribute = 0; attribute < behaviour.attributes.size(); ++attribute) draw(entity, behaviour, attribute);
      if (out_.size() > most_mermaid_characters) return std::nullopt;
    }
    return out_;
  }

 private:
  void draw(EntityIndex entity, const Behaviour& behaviour, std::uint32_t attribute) {
    const std::vector<Transition> transitions = transitions_of(model_, behaviour, attribute);
    if (transitions.empty()) return;
    const Attribute& item = behaviour.attributes[attribute];
    const tosca::Interface& interface = behaviour.interfaces[item.interface];
    std::string title =
        (interface.type.name.empty() ? interface.name : interface.type.name) + ": " + to_text(model_.constants[item.name]);
    const std::string prefix = "m" + std::to_string(drawn_.size());
    const Arrows arrows(model_, behaviour, transitions);
    // What is drawn before is known by how it would look at the first place.
    if (!drawn_.insert(title + "\n" + arrows.text(value_text(model_, item.initial), "", "")).second) return;
    if (!titles_.insert(title).second) title += " of " + model_.name(entity);
    out_ += "  state \"" + mermaid_text(title) + "\" as " + prefix + " {\n" +
            arrows.text(value_text(model_, item.initial), prefix + "s", "    ") + "  }\n";
  }

  Model& model_;
  std::set<BehaviourId> done_;
  std::set<std::string> drawn_;
  std::set<std::string> titles_;
  std::string out_ = "stateDiagram-v2\n";
};

}  // namespace

std::optional<std::string> machines_to_mermaid(Model& model) { return Drawer(model).draw(); }

}  // namespace planbuilder::events
