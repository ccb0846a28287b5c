#include "planbuilder/events/interpret.h"

#include <algorithm>
#include <deque>
#include <unordered_set>

#include "planbuilder/events/data_waits.h"
#include "planbuilder/events/deferrals.h"
#include "planbuilder/events/find_receivers.h"
#include "planbuilder/events/subscriptions.h"

namespace planbuilder::events {

namespace {

// State machines that lead nowhere do so within a few rounds; one that is still busy then never rests.
constexpr std::uint32_t most_repeats = 1000;

/// How much of a run may be repetition. Most events are handled once, so what that takes is the measure; without one, a service
/// of many state machines that never rest would fill the memory before one of them has had its thousand rounds.
class Patience {
 public:
  /// What an event took, in reads, writes and events sent.
  void spend(std::size_t amount, bool for_the_first_time) {
    spent_ += amount;
    if (for_the_first_time) allowed_ += most_rounds * amount;
  }
  [[nodiscard]] bool is_over() const { return spent_ > allowed_; }

 private:
  static constexpr std::size_t most_rounds = 16;
  std::size_t spent_ = 0;
  std::size_t allowed_ = 200'000;
};

class Interpreter {
 public:
  Interpreter(Model& model, State& state, const Start& start, const RunOptions& options)
      : model_(model), state_(state), start_(start), options_(options), judge_(model, state), data_(model, options.needs) {
    run_.values_before = state.values;
    run_.first_writes.resize(model.variables(), nothing);
    for (std::uint32_t& version : state_.versions) version = State::initial;
    times_.resize(model.receivers(), 0);
    if (options_.mode == Mode::deferred) handled_at_.resize(model.receivers(), 0);
    subscribers_ = find_subscriptions(model_, judge_);
  }

  Run run() {
    begin();
    patience_.spend(recorded(), true);
    while (const auto message = take_next()) {
      const std::size_t before = recorded();
      const bool is_first = times_[message->receiver] == 0;
      receive(*message);
      patience_.spend(recorded() - before, is_first && times_[message->receiver] > 0);
      if (patience_.is_over() && !run_.endless) run_.endless = busiest();
    }
    run_.waiting = deferred_.waiting();
    for (const Sending* sending : tried_) {
      if (!found_.contains(sending)) run_.unaddressed.push_back(sending);
    }
    std::sort(run_.unaddressed.begin(), run_.unaddressed.end(),
              [](const Sending* left, const Sending* right) { return left->trigger->at < right->trigger->at; });
    return std::move(run_);
  }

 private:
  /// All that is kept of the run so far.
  [[nodiscard]] std::size_t recorded() const {
    return run_.order.size() + run_.reads.size() + run_.writes.size() + run_.inputs.size() + run_.conditions.size() + sent_;
  }

  [[nodiscard]] ReceiverId busiest() const {
    return ReceiverId(static_cast<std::size_t>(std::max_element(times_.begin(), times_.end()) - times_.begin()));
  }

  void enqueue(const Message& message) {
    ++sent_;
    queue_.push_back(message);
  }

  std::optional<Message> take_next() {
    if (run_.endless) return std::nullopt;
    if (queue_.empty()) return data_.release_one();
    const Message message = queue_.front();
    queue_.pop_front();
    return message;
  }

  void begin() {
    if (start_.event) return receive({*start_.event, nothing, nullptr, nothing, 0});
    run_.handled.push_back({});
    run_.order.emplace_back(0, 0);
    const ConstantId name = model_.constants.of_text(start_.send);
    for (std::size_t i = 0; i < model_.topology().nodes.size(); ++i) {
      const EntityIndex node(i);
      if (!is_in_scope(node)) continue;
      if (const auto event = model_.behaviour(node).find_event({}, name))
        enqueue({model_.receiver(node, *event), 0, nullptr, nothing, 0});
    }
  }

  [[nodiscard]] bool is_in_scope(EntityIndex entity) const {
    return start_.scope == nullptr || (*start_.scope)[entity.index()] != 0;
  }

  void receive(const Message& message) {
    if (options_.mode == Mode::deferred && handled_at_[message.receiver] > message.sent_at) return;
    const std::size_t first_read = run_.reads.size();
    Frame frame{model_.owner(message.receiver)};
    Truth truth = Truth::yes;
    for (const ExpressionId guard : model_.event(message.receiver).guards) {
      const std::size_t before = run_.reads.size();
      const Truth next = judge_.judge(guard, frame, run_.reads);
      if (next == Truth::no) {
        run_.reads.erase(run_.reads.begin() + static_cast<std::ptrdiff_t>(first_read),
                         run_.reads.begin() + static_cast<std::ptrdiff_t>(before));
        return ignore(message, first_read);
      }
      if (next == Truth::unknown) truth = Truth::unknown;
    }
    if (data_.keep(message)) {
      run_.reads.resize(first_read);
      return;
    }
    Message handled = message;
    if (truth == Truth::unknown) handled.condition = ask_later(message.condition, model_.event(message.receiver).guards, frame);
    handle(handled, first_read);
  }

  /// What only the run can tell is added to what must hold anyway.
  std::uint32_t ask_later(std::uint32_t condition, const std::vector<ExpressionId>& open, Frame& frame) {
    for (const ExpressionId expression : open) {
      plan::Expression part = judge_.residue(expression, frame);
      if (part.get_if<bool>() == nullptr) condition = run_.conditions.add(condition, std::move(part));
    }
    return condition;
  }

  void ignore(const Message& message, std::size_t first_read) {
    const bool waits = options_.mode == Mode::deferred;
    const Read because = run_.reads.size() > first_read ? run_.reads[first_read] : Read{};
    if (waits) deferred_.defer(message, std::span(run_.reads).subspan(first_read));
    run_.reads.resize(first_read);
    run_.ignored.push_back({message.receiver, message.sender, message.sending, because, waits});
    run_.order.emplace_back(run_.handled.size(), run_.ignored.size());
  }

  void handle(const Message& message, std::size_t first_read) {
    if (++times_[message.receiver] > most_repeats) {
      run_.endless = message.receiver;
      return;
    }
    const auto number = static_cast<std::uint32_t>(run_.handled.size());
    if (options_.mode == Mode::deferred) handled_at_[message.receiver] = number + 1;
    const DataWaits::Handled data = data_.handle(message.receiver, number);
    run_.data.insert(run_.data.end(), data.uses.begin(), data.uses.end());
    for (const Message& released : data.released) enqueue(released);
    const Event& event = model_.event(message.receiver);
    const EntityIndex entity = model_.owner(message.receiver);
    run_.handled.push_back({message.receiver, message.sender, message.sending, static_cast<std::uint32_t>(first_read), 0,
                            static_cast<std::uint32_t>(run_.writes.size()), 0, message.condition, false, message.inputs});
    run_.order.emplace_back(number, 0);
    grant(event, number);

    apply(event.on_entry, entity, event.interface, number);
    Frame frame{entity};
    for (const Operand& input : event.inputs) judge_.evaluate(input, frame, run_.reads);
    const bool fails = options_.failing.contains(message.receiver);
    run_.handled[number].failed = fails;
    if (!fails) {
      for (const std::uint32_t outcome : event.outcomes) write(model_.variable(entity, outcome), Constants::unknown, number);
    }
    apply(fails ? event.on_failure : event.on_success, entity, event.interface, number);
    run_.handled[number].end_of_reads = static_cast<std::uint32_t>(run_.reads.size());
    run_.handled[number].end_of_writes = static_cast<std::uint32_t>(run_.writes.size());
  }

  /// What an event of the service wants is told to all that know the attribute.
  void grant(const Event& event, std::uint32_t number) {
    for (const Wish& wish : event.wishes) {
      for (std::size_t i = 0; i + 1 < model_.entities(); ++i) {
        const EntityIndex entity(i);
        if (!is_in_scope(entity)) continue;
        const auto& attributes = model_.behaviour(entity).attributes;
        for (std::uint32_t attribute = 0; attribute < attributes.size(); ++attribute) {
          if (attributes[attribute].name == wish.attribute) write(model_.variable(entity, attribute), wish.value, number);
        }
      }
    }
  }

  void apply(const Effect& effect, EntityIndex entity, std::uint32_t interface, std::uint32_t number) {
    Frame frame{entity};
    for (const Setting& setting : effect.settings) {
      const ConstantId value = judge_.evaluate(setting.value, frame, run_.reads);
      write(model_.variable(entity, setting.attribute), value.valid() ? value : Constants::unknown, number);
    }
    for (const Sending& sending : effect.sendings) send(sending, entity, interface, number);
  }

  void write(VariableId variable, ConstantId value, std::uint32_t number) {
    const auto version = static_cast<std::uint32_t>(run_.writes.size());
    const std::uint32_t before = state_.versions[variable];
    (before == State::initial ? run_.first_writes[variable] : run_.writes[before].next) = version;
    run_.writes.push_back({variable, value, number, nothing});
    state_.versions[variable] = version;
    state_.values[variable] = value;
    for (const Message& message : deferred_.wake(variable)) enqueue(message);
    reflect(variable, number);
  }

  /// Triggers of interfaces are looked at after each write that their condition reads.
  void reflect(VariableId variable, std::uint32_t number) {
    const EntityIndex entity = model_.owner(variable);
    const Behaviour& behaviour = model_.behaviour(entity);
    const auto attribute = static_cast<std::uint32_t>(variable.index() - model_.variable(entity, 0).index());
    for (const Reflex& reflex : behaviour.reflexes) {
      if (std::find(reflex.attributes.begin(), reflex.attributes.end(), attribute) != reflex.attributes.end())
        send(reflex.sending, entity, reflex.interface, number);
    }
    if (subscribers_.empty()) return;
    if (const auto found = subscribers_.find(variable); found != subscribers_.end()) {
      for (const Subscriber& other : found->second) send(other.reflex->sending, other.entity, other.reflex->interface, number);
    }
  }

  void send(const Sending& sending, EntityIndex entity, std::uint32_t interface, std::uint32_t number) {
    std::uint32_t condition = run_.handled[number].condition;
    if (sending.condition) {
      Frame frame{entity};
      const Truth truth = judge_.judge(*sending.condition, frame, run_.reads);
      if (truth == Truth::no) return;
      if (truth == Truth::unknown) condition = ask_later(condition, {*sending.condition}, frame);
    }
    const std::uint32_t inputs = take_inputs(sending, entity);
    tried_.insert(&sending);
    const std::size_t before = queue_.size();
    find_receivers(model_, sending, entity, interface, receivers_);
    for (const ReceiverId receiver : receivers_) {
      if (number == 0 && !is_in_scope(model_.owner(receiver))) continue;
      enqueue({receiver, number, &sending, condition, static_cast<std::uint32_t>(run_.handled.size()), inputs});
    }
    if (queue_.size() > before) found_.insert(&sending);
  }

  /// Values that go with an event are those of the moment in which it is sent.
  std::uint32_t take_inputs(const Sending& sending, EntityIndex entity) {
    if (sending.inputs.empty()) return nothing;
    const Frame frame{entity};
    auto& taken = run_.inputs.emplace_back();
    for (const SentInput& input : sending.inputs) {
      judge_.evaluate(input.value, frame, run_.reads);
      taken.push_back({input.name, judge_.value_of(input.value, frame)});
    }
    return static_cast<std::uint32_t>(run_.inputs.size() - 1);
  }

  Model& model_;
  State& state_;
  const Start& start_;
  const RunOptions& options_;
  Judge judge_;
  Run run_;
  std::deque<Message> queue_;
  std::size_t sent_ = 0;  // all that was ever in the queue
  Patience patience_;
  IdVector<ReceiverId, std::uint32_t> times_;
  IdVector<ReceiverId, std::uint32_t> handled_at_;
  DataWaits data_;
  Deferrals deferred_;
  Subscriptions subscribers_;
  std::vector<ReceiverId> receivers_;  // of what is being sent; kept for its memory
  std::unordered_set<const Sending*> tried_;
  std::unordered_set<const Sending*> found_;
};

}  // namespace

Run interpret(Model& model, State& state, const Start& start, const RunOptions& options) {
  return Interpreter(model, state, start, options).run();
}

}  // namespace planbuilder::events
