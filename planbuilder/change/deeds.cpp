#include "planbuilder/change/deeds.h"

#include <algorithm>

namespace planbuilder::change {

namespace {

std::string last_part(const std::string& id) { return id.substr(id.rfind('/') + 1); }

/// The state from which a life goes on that was left in this one: what was begun is done again.
std::string_view resting(std::string_view state) {
  if (state == "creating" || state == "deleting" || state == "deleted") return "initial";
  if (state == "configuring") return "created";
  if (state == "starting" || state == "stopping" || state == "stopped") return "configured";
  return state;
}

class Deeds {
 public:
  explicit Deeds(const Verdict& verdict) : verdict_(verdict), part_(verdict.part) {}

  Deed run() {
    const std::string_view deed = verdict_.deed();
    if (deed == "make") {
      make();
    } else if (deed == "redo") {
      renew();
      all_again();
    } else if (deed == "go-on") {
      go_on();
    } else if (deed == "reconfigure" || deed == "reconfigure+start") {
      renew();
      again(Phase::configure, false);
      if (deed == "reconfigure+start") restart();
    } else if (deed == "start") {
      renew();
      restart();
    } else if (deed == "bounce") {
      take_back(verdict_.before != nullptr ? *verdict_.before : *part_, Phase::start);
      down_to("stopped");
      renew();
      again(Phase::configure, true);
      again(Phase::start, true);
    } else if (deed == "replace") {
      take_back(verdict_.before != nullptr ? *verdict_.before : *part_, Phase::create);
      down_to("initial");
      make();
    } else if (deed == "remove") {
      remove();
    } else if (deed == "forget") {
      forget();
    } else if (deed == "record") {
      renew();
    }
    if (verdict_.is_renamed() && part_ != nullptr) rename();
    return std::move(deed_);
  }

 private:
  void add_up(plan::ActivityId from, std::string name, plan::Step step) {
    deed_.up.push_back({from, std::move(name), std::move(step)});
  }

  /// An instance that is there keeps its number, and nothing else.
  void make() {
    for (const Work& work : part_->works) add_up(work.activity, last_part(work.step->id), *work.step);
  }

  /// The books get the new properties, and know which version of the entity this is.
  void renew() {
    for (const Work& work : part_->works) {
      const plan::Record* record = work.record();
      if (record == nullptr) continue;
      plan::Record update = *record;
      update.what = plan::Record::What::update;
      update.attributes.clear();
      update.source_index.reset();
      update.target_index.reset();
      update.target_count = 1;
      add_up(work.activity, "record", {{}, std::move(update)});
      return;
    }
  }

  void rename() {
    for (const Work& work : part_->works) {
      const plan::Record* record = work.record();
      if (record == nullptr) continue;
      plan::Record rename;
      rename.what = plan::Record::What::rename;
      rename.was = verdict_.instance->entity.id;
      rename.source = record->source;
      rename.target = record->target;
      deed_.up.insert(deed_.up.begin(), {work.activity, "rename", {{}, std::move(rename)}});
      return;
    }
  }

  void all_again() {
    for (const Work& work : part_->works) {
      if (work.record() == nullptr) add_up(work.activity, last_part(work.step->id), *work.step);
    }
  }

  void again(Phase phase, bool with_states) {
    for (const Work& work : part_->works) {
      if (work.phase == phase && (with_states || work.set_state() == nullptr))
        add_up(work.activity, last_part(work.step->id), *work.step);
    }
  }

  /// Stopped by the inverse of what starts it, if it has one.
  void restart() {
    for (const Work& work : part_->works) {
      if (work.phase != Phase::start || !work.step->undo.present()) continue;
      add_up(work.activity, work.step->undo->operation, {{}, *work.step->undo});
    }
    again(Phase::start, true);
  }

  /// What comes after its state; of one that is at its end, or of which nobody knows where it is, from configuring on.
  void go_on() {
    const std::string_view state = resting(verdict_.instance->state);
    const bool is_lost = state == "error" || state == part_->last_state || state.empty();
    const auto reached = std::find_if(part_->works.begin(), part_->works.end(), [&](const Work& work) {
      return work.set_state() != nullptr && work.set_state()->state == state;
    });
    for (const Work& work : part_->works) {
      if (work.record() != nullptr) continue;
      const bool is_left = is_lost                         ? work.phase == Phase::configure || work.phase == Phase::start
                           : reached == part_->works.end() ? true
                                                           : &work > &*reached;
      if (is_left) add_up(work.activity, last_part(work.step->id), *work.step);
    }
    const bool calls = std::any_of(deed_.up.begin(), deed_.up.end(),
                                   [](const Taken& taken) { return !std::holds_alternative<plan::SetState>(taken.step.action); });
    if (!calls) {
      deed_.up.clear();
      return;
    }
    std::vector<Taken> rest = std::move(deed_.up);
    deed_.up.clear();
    renew();
    for (Taken& taken : rest) deed_.up.push_back(std::move(taken));
  }

  [[nodiscard]] bool runs() const {
    const std::string& state = verdict_.instance->state;
    return state == "started" || state == "starting" || state == "stopping" || verdict_.instance->status == Status::unknown;
  }

  /// The inverses of its steps from that phase on, the last first.
  void take_back(const Part& part, Phase from) {
    for (auto work = part.works.rbegin(); work != part.works.rend(); ++work) {
      if (work->phase < from || !work->step->undo.present()) continue;
      if (work->phase == Phase::start && part.entity.kind == plan::Entity::Kind::node && !runs()) continue;
      deed_.down.push_back({work->activity, work->step->undo->operation, {{}, *work->step->undo}});
    }
  }

  void down_to(std::string state) {
    const Part& part = verdict_.before != nullptr ? *verdict_.before : *part_;
    if (part.entity.kind == plan::Entity::Kind::node && !part.works.empty())
      deed_.down.push_back({part.works.front().activity, "set-" + state, {{}, plan::SetState{std::move(state)}}});
  }

  void remove() {
    const Part* part = verdict_.before != nullptr ? verdict_.before : part_;
    if (part != nullptr) take_back(*part, Phase::create);
    forget();
  }

  void forget() {
    const Part* part = verdict_.before != nullptr ? verdict_.before : part_;
    const plan::ActivityId from = part == nullptr || part->works.empty() ? plan::ActivityId() : part->works.front().activity;
    plan::Record record;
    record.what = plan::Record::What::remove;
    deed_.down.push_back({from, "record", {{}, std::move(record)}});
  }

  const Verdict& verdict_;
  const Part* part_;
  Deed deed_;
};

}  // namespace

Deed deed_of(const Verdict& verdict) { return Deeds(verdict).run(); }

}  // namespace planbuilder::change
