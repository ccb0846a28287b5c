#include "planbuilder/change/blueprint.h"

#include <algorithm>

namespace planbuilder::change {

namespace {

/// Which part of a life an operation is that leads to this state.
std::optional<Phase> phase_towards(std::string_view state) {
  if (state == "created") return Phase::create;
  if (state == "configured") return Phase::configure;
  if (state == "started") return Phase::start;
  return std::nullopt;
}

/// By the state that comes after it; of relationships, all that they do is configuring.
void find_phases(Part& part) {
  Phase next = Phase::create;
  for (auto work = part.works.rbegin(); work != part.works.rend(); ++work) {
    if (const plan::SetState* set = work->set_state()) next = phase_towards(set->state).value_or(next);
    work->phase = work->record() != nullptr                              ? Phase::record
                  : part.entity.kind == plan::Entity::Kind::relationship ? Phase::configure
                                                                         : next;
    if (const plan::Invoke* invoke = work->invoke(); invoke != nullptr && invoke->operation == "start")
      work->phase = Phase::start;
  }
  std::string state;
  for (Work& work : part.works) {
    work.state_before = state;
    if (const plan::SetState* set = work.set_state(); set != nullptr && !set->state.empty()) state = set->state;
  }
  part.last_state = state;
}

}  // namespace

std::string Work::name() const {
  const plan::Invoke* call = invoke();
  return call == nullptr ? "" : call->interface + "." + call->operation;
}

const std::vector<plan::Argument>& Part::properties() const {
  static const std::vector<plan::Argument> none;
  for (const Work& work : works) {
    if (const plan::Record* record = work.record()) return record->properties;
  }
  return none;
}

bool Part::calls() const {
  return std::any_of(works.begin(), works.end(),
                     [](const Work& work) { return work.record() == nullptr && work.set_state() == nullptr; });
}

Blueprint::Blueprint(const plan::Plan& plan) : plan_(plan) {
  for (const plan::UsedFile& file : plan.files) digests_.emplace(file.file, file.digest);
  for (const plan::ActivityId id : plan.activities.ids()) {
    const plan::Activity& activity = plan.activities[id];
    if (activity.entity.kind == plan::Entity::Kind::service) continue;
    const auto [known, is_new] = number_.try_emplace({activity.entity, activity.index}, parts_.size());
    if (is_new) {
      parts_.push_back({activity.entity, activity.index, activity.type, activity.digest, activity.host, activity.source,
                        activity.target, activity.at});
    }
    for (const plan::Step& step : activity.steps) parts_[known->second].works.push_back({id, &step});
  }
  for (Part& part : parts_) find_phases(part);
}

const Part* Blueprint::find(const plan::Entity& entity, std::optional<std::uint32_t> index) const {
  auto found = number_.find({entity, index});
  if (found == number_.end() && index) found = number_.find({entity, std::nullopt});
  return found == number_.end() ? nullptr : &parts_[found->second];
}

const std::string& Blueprint::digest_of(const std::string& file) const {
  static const std::string unknown;
  const auto found = digests_.find(file);
  return found == digests_.end() ? unknown : found->second;
}

}  // namespace planbuilder::change
