#include "planbuilder/events/event_ids.h"

#include <algorithm>

#include "planbuilder/support/text.h"

namespace planbuilder::events {

namespace {

/// A relationship may have the name of a node.
bool shares_name(const Model& model, EntityIndex entity) {
  if (entity == model.walk.service()) return false;
  const std::string& name = model.topology().id_of(model.walk.entity(entity));
  return model.walk.is_node(entity) ? model.topology().find_relationship(name).valid() : model.topology().find_node(name).valid();
}

}  // namespace

std::string event_id(const Model& model, ReceiverId receiver) {
  const EntityIndex entity = model.owner(receiver);
  const Event& event = model.event(receiver);
  const Behaviour& behaviour = model.behaviour(entity);
  const bool shared = std::count_if(behaviour.events.begin(), behaviour.events.end(),
                                    [&](const Event& other) { return other.symbol == event.symbol; }) > 1;
  const bool of_service = entity == model.walk.service();
  std::string id = escape_id(of_service ? model.topology().name : model.topology().id_of(model.walk.entity(entity))) + "/";
  if (shared) id += escape_id(behaviour.interfaces[event.interface].name) + ".";
  return id + escape_id(event.name);
}

std::string EventIds::next(ReceiverId receiver) {
  std::string id = event_id(model_, receiver);
  const std::uint32_t repeat = ++times_[receiver.index()];
  if (repeat > 1) id += "#" + std::to_string(repeat);
  return shares_name(model_, model_.owner(receiver)) ? unique(std::move(id)) : id;
}

std::string EventIds::unique(std::string id) {
  const std::size_t repeat = ++given_[id];
  return repeat == 1 ? id : id + "#" + std::to_string(repeat);
}

std::set<ReceiverId> find_events(const Model& model, const std::vector<std::string>& ids, Diagnostics& diagnostics) {
  std::set<ReceiverId> found;
  if (ids.empty()) return found;
  std::unordered_map<std::string, std::vector<ReceiverId>> known;
  for (std::size_t i = 0; i < model.receivers(); ++i) known[event_id(model, ReceiverId(i))].emplace_back(i);
  for (const std::string& id : ids) {
    if (const auto events = known.find(id); events != known.end()) {
      found.insert(events->second.begin(), events->second.end());
      continue;
    }
    const auto names = [&] {
      std::vector<std::string_view> all;
      for (const auto& [name, receivers] : known) all.push_back(name);
      std::sort(all.begin(), all.end());
      return all;
    };
    diagnostics.error(Code::unknown_name, {}, "no entity has an operation '" + id + "'" + diagnostics.guess(id, names));
  }
  return found;
}

}  // namespace planbuilder::events
