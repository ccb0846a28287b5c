#include <unordered_map>

#include "planbuilder/events/draft.h"
#include "planbuilder/events/handled_event.h"

namespace planbuilder::events {

namespace {

class EventAdder {
 public:
  explicit EventAdder(Draft& draft) : draft_(draft), model_(draft.model) {}

  flow::Activity activity_of(std::uint32_t number) {
    const Handled& handled = draft_.run.handled[number];
    const EntityIndex entity = model_.owner(handled.receiver);
    flow::Activity activity;
    activity.of_service = entity == model_.walk.service();
    activity.entity = activity.of_service ? tosca::EntityId(tosca::NodeId()) : model_.walk.entity(entity);
    activity.transition = flow::Transition::handle;
    activity.event = shared_event(handled.receiver);
    activity.id = draft_.ids.next(handled.receiver);
    activity.at = activity.of_service ? model_.event(handled.receiver).at : model_.at(entity);
    activity.reason = reason_of(handled);
    if (handled.condition != nothing) activity.condition = draft_.run.conditions[handled.condition];
    if (handled.inputs != nothing) activity.inputs = draft_.run.inputs[handled.inputs];
    if (!activity.of_service && draft_.scenario.contains(entity)) keep_books(number, entity, activity);
    return activity;
  }

 private:
  /// The first event of an entity makes its instance, the last one removes it.
  void keep_books(std::uint32_t number, EntityIndex entity, flow::Activity& activity) {
    const auto is_only = [&](const std::vector<std::uint32_t>& ends) { return ends.size() == 1 && ends.front() == number; };
    draft_.loop(activity);
    const ActivityId id(draft_.plan.activities.size());
    Part& part = draft_.parts[entity];
    if (draft_.scenario.makes_instances && is_only(part.firsts)) {
      activity.makes_instance = true;
      part.maker = id;
    }
    if (draft_.scenario.removes_instances && is_only(part.lasts)) {
      activity.removes_instance = true;
      part.remover = id;
    }
  }

  [[nodiscard]] std::string reason_of(const Handled& handled) const {
    if (handled.sender == nothing) return "it is what the plan is for";
    const ReceiverId sender = draft_.run.handled[handled.sender].receiver;
    return "it is sent by " + (sender.valid() ? model_.name(sender) : "the start");
  }

  std::shared_ptr<const flow::HandledEvent> shared_event(ReceiverId receiver) {
    auto& shared = events_[&model_.event(receiver)];
    if (!shared) {
      shared = std::make_shared<const flow::HandledEvent>(
          handled_event(model_.behaviour(model_.owner(receiver)), model_.event(receiver)));
    }
    return shared;
  }

  Draft& draft_;
  const Model& model_;
  std::unordered_map<const Event*, std::shared_ptr<const flow::HandledEvent>> events_;
};

}  // namespace

void add_events(Draft& draft) {
  EventAdder adder(draft);
  for (std::uint32_t handled = 0; handled < draft.run.handled.size(); ++handled) {
    if (draft.is_activity(handled)) draft.numbers[handled] = draft.plan.activities.add(adder.activity_of(handled));
  }
}

}  // namespace planbuilder::events
