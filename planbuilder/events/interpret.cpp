#include "planbuilder/events/interpret.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace planbuilder::events {

namespace {

// State machines that lead nowhere do so within a few rounds; one that is still busy then never rests.
constexpr std::uint32_t most_repeats = 1000;

class Interpreter {
 public:
  Interpreter(Model& model, State& state, const Start& start, const RunOptions& options)
      : model_(model), state_(state), start_(start), options_(options), judge_(model, state) {
    run_.values_before = state.values;
    run_.first_writes.resize(model.variables(), nothing);
    for (std::uint32_t& version : state_.versions) version = State::initial;
    times_.resize(model.receivers(), 0);
    if (options_.mode == Mode::deferred) handled_at_.resize(model.receivers(), 0);
    if (options_.needs != nullptr) {
      begun_.resize(model.entities(), 0);
      last_handled_.resize(model.receivers(), nothing);
    }
    subscribe();
  }

  Run run() {
    begin();
    while (!run_.endless && (!queue_.empty() || release_one())) {
      const Message message = queue_.front();
      queue_.pop_front();
      receive(message);
    }
    for (const auto& [receiver, message] : pending_) run_.waiting.push_back(receiver);
    std::sort(run_.waiting.begin(), run_.waiting.end());
    for (const Sending* sending : tried_) {
      if (!found_.contains(sending)) run_.unaddressed.push_back(sending);
    }
    std::sort(run_.unaddressed.begin(), run_.unaddressed.end(),
              [](const Sending* left, const Sending* right) { return left->trigger->at < right->trigger->at; });
    return std::move(run_);
  }

 private:
  struct Message {
    ReceiverId receiver;
    std::uint32_t sender;
    const Sending* sending;
    std::uint32_t condition;
    std::uint32_t sent_at;  // how many events were handled by then
    std::uint32_t inputs = nothing;
  };
  struct Reflected {
    EntityIndex entity;
    const Reflex* reflex;
  };

  /// Conditions that look at other entities are looked at again when those change.
  void subscribe() {
    for (std::size_t i = 0; i < model_.entities(); ++i) {
      const EntityIndex entity(i);
      for (const Reflex& reflex : model_.behaviour(entity).reflexes) {
        if (!reflex.reads_others || !reflex.sending.condition) continue;
        collect_variables(*reflex.sending.condition, {entity}, [&](VariableId variable) {
          if (model_.owner(variable) != entity) subscribers_[variable].push_back({entity, &reflex});
        });
      }
    }
  }

  template <class Visit>
  void collect_variables(ExpressionId id, Frame frame, const Visit& visit) {
    const Expression& expression = model_.expressions[id];
    std::vector<Read> reads;
    for (const Operand& operand : expression.operands) judge_.evaluate(operand, frame, reads);
    for (const Read& read : reads) visit(read.variable);
    const bool quantifier = expression.kind == Expression::Kind::for_all || expression.kind == Expression::Kind::exists;
    if (!quantifier) {
      for (const ExpressionId child : expression.children) collect_variables(child, frame, visit);
      return;
    }
    const Place& over = expression.over;
    const EntityIndex from =
        over.variable == Place::itself ? frame.self : frame.variables[static_cast<std::size_t>(over.variable)];
    std::vector<EntityIndex> entities{from};
    if (over.path.valid()) {
      entities.clear();
      const Reach reach = model_.walk.follow(from, over.path);
      for (std::size_t i = 0; i < reach.size(); ++i) entities.push_back(reach[i]);
    }
    for (const EntityIndex entity : entities) {
      Frame inner = frame;
      inner.variables.push_back(entity);
      collect_variables(expression.children.front(), inner, visit);
    }
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
        queue_.push_back({model_.receiver(node, *event), 0, nullptr, nothing, 0});
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
    if (waits_for_data(message)) {
      run_.reads.resize(first_read);
      return;
    }
    Message handled = message;
    if (truth == Truth::unknown) handled.condition = ask_later(message.condition, model_.event(message.receiver).guards, frame);
    handle(handled, first_read);
  }

  template <class Visit>
  void for_each_need(ReceiverId receiver, const Visit& visit) const {
    if (options_.needs == nullptr) return;
    if (const auto own = options_.needs->of_events.find(receiver); own != options_.needs->of_events.end()) {
      for (const DataNeed& need : own->second) visit(need);
    }
    const EntityIndex entity = model_.owner(receiver);
    if (begun_[entity] != 0) return;
    if (const auto own = options_.needs->of_instances.find(entity); own != options_.needs->of_instances.end()) {
      for (const DataNeed& need : own->second) visit(need);
    }
  }

  /// The latest of the events that produce a value; nothing when none was handled yet.
  [[nodiscard]] std::uint32_t producer_of(const DataNeed& need) const {
    std::uint32_t last = nothing;
    for (const ReceiverId producer : need.producers) {
      if (last_handled_[producer] != nothing && (last == nothing || last_handled_[producer] > last))
        last = last_handled_[producer];
    }
    return last;
  }

  bool waits_for_data(const Message& message) {
    if (options_.needs == nullptr || released_.contains(message.receiver)) return false;
    const DataNeed* missing = nullptr;
    for_each_need(message.receiver, [&](const DataNeed& need) {
      if (missing == nullptr && producer_of(need) == nothing) missing = &need;
    });
    if (missing == nullptr) return false;
    for (const ReceiverId producer : missing->producers) waiting_for_[producer].push_back(next_blocked_);
    blocked_.emplace(next_blocked_++, message);
    return true;
  }

  /// Whoever waited for what was just produced may try again.
  void unblock(ReceiverId produced) {
    const auto found = waiting_for_.find(produced);
    if (found == waiting_for_.end()) return;
    for (const std::uint64_t number : found->second) {
      const auto waiting = blocked_.find(number);
      if (waiting == blocked_.end()) continue;
      queue_.push_back(waiting->second);
      blocked_.erase(waiting);
    }
    waiting_for_.erase(found);
  }

  /// Nothing goes on, because values are waited for that do not come: one goes without, rather a relationship, since nodes wait
  /// for these too. False when there is none.
  bool release_one() {
    if (blocked_.empty()) return false;
    const auto joint = std::find_if(blocked_.begin(), blocked_.end(), [&](const auto& waiting) {
      return !model_.walk.is_node(model_.owner(waiting.second.receiver));
    });
    const auto chosen = joint == blocked_.end() ? blocked_.begin() : joint;
    const Message message = chosen->second;
    blocked_.erase(chosen);
    released_.insert(message.receiver);
    queue_.push_back(message);
    return true;
  }

  /// What only the run can tell is added to what must hold anyway.
  std::uint32_t ask_later(std::uint32_t condition, const std::vector<ExpressionId>& open, Frame& frame) {
    std::vector<plan::Expression> parts;
    if (condition != nothing) parts.push_back(run_.conditions[condition]);
    for (const ExpressionId expression : open) {
      plan::Expression part = judge_.residue(expression, frame);
      if (part.get_if<bool>() == nullptr) parts.push_back(std::move(part));
    }
    if (parts.empty()) return condition;
    run_.conditions.push_back(parts.size() == 1 ? std::move(parts.front())
                                                : plan::computed({plan::Formula{plan::Operator::conjunction, std::move(parts)}}));
    return static_cast<std::uint32_t>(run_.conditions.size() - 1);
  }

  void ignore(const Message& message, std::size_t first_read) {
    const bool waits = options_.mode == Mode::deferred;
    const Read because = run_.reads.size() > first_read ? run_.reads[first_read] : Read{};
    if (waits) {
      pending_.try_emplace(message.receiver, message);  // equal ones are one
      for (std::size_t i = first_read; i < run_.reads.size(); ++i) waiters_[run_.reads[i].variable].push_back(message.receiver);
    }
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
    if (options_.needs != nullptr) {
      for_each_need(message.receiver, [&](const DataNeed& need) {
        if (const std::uint32_t producer = producer_of(need); producer != nothing) run_.data.push_back({producer, number, &need});
      });
      begun_[model_.owner(message.receiver)] = 1;
      last_handled_[message.receiver] = number;
      unblock(message.receiver);
    }
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
    wake(variable);
    reflect(variable, number);
  }

  void wake(VariableId variable) {
    if (waiters_.empty()) return;
    const auto found = waiters_.find(variable);
    if (found == waiters_.end()) return;
    for (const ReceiverId receiver : found->second) {
      const auto waiting = pending_.find(receiver);
      if (waiting == pending_.end()) continue;
      queue_.push_back(waiting->second);
      pending_.erase(waiting);
    }
    waiters_.erase(found);
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
      for (const Reflected& other : found->second) send(other.reflex->sending, other.entity, other.reflex->interface, number);
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
    const auto post = [&](ReceiverId receiver) {
      if (number == 0 && !is_in_scope(model_.owner(receiver))) return;
      queue_.push_back({receiver, number, &sending, condition, static_cast<std::uint32_t>(run_.handled.size()), inputs});
    };
    post_to_receivers(sending, entity, interface, post);
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

  template <class Post>
  void post_to_receivers(const Sending& sending, EntityIndex entity, std::uint32_t interface, const Post& post) {
    const auto post_to = [&](EntityIndex receiver) {
      const auto event = model_.behaviour(receiver).find_event(sending.interface, sending.event);
      if (event) post(model_.receiver(receiver, *event));
      return event.has_value();
    };
    if (sending.own_interface) {
      const auto& events = model_.behaviour(entity).events;
      for (std::uint32_t i = 0; i < events.size(); ++i) {
        if (events[i].interface == interface && events[i].symbol == sending.event) return post(model_.receiver(entity, i));
      }
      post_to(model_.walk.service());
      return;
    }
    if (!sending.path.valid()) {
      if (!post_to(entity)) post_to(model_.walk.service());
      return;
    }
    bool any = false;
    const Reach reach = model_.walk.follow(entity, sending.path);
    for (std::size_t i = 0; i < reach.size(); ++i) any = post_to(reach[i]) || any;
    if (any || !sending.via.valid()) return;
    const Reach relationships = model_.walk.follow(entity, sending.via);
    for (std::size_t i = 0; i < relationships.size(); ++i) post_to(relationships[i]);
  }

  Model& model_;
  State& state_;
  const Start& start_;
  const RunOptions& options_;
  Judge judge_;
  Run run_;
  std::deque<Message> queue_;
  IdVector<ReceiverId, std::uint32_t> times_;
  IdVector<ReceiverId, std::uint32_t> handled_at_;
  IdVector<EntityIndex, char> begun_;  // an event of the entity was handled
  IdVector<ReceiverId, std::uint32_t> last_handled_;
  std::map<std::uint64_t, Message> blocked_;  // in the order in which they came
  std::unordered_map<ReceiverId, std::vector<std::uint64_t>> waiting_for_;
  std::uint64_t next_blocked_ = 0;
  std::unordered_set<ReceiverId> released_;
  std::unordered_map<ReceiverId, Message> pending_;
  std::unordered_map<VariableId, std::vector<ReceiverId>> waiters_;
  std::unordered_map<VariableId, std::vector<Reflected>> subscribers_;
  std::unordered_set<const Sending*> tried_;
  std::unordered_set<const Sending*> found_;
};

}  // namespace

Run interpret(Model& model, State& state, const Start& start, const RunOptions& options) {
  return Interpreter(model, state, start, options).run();
}

}  // namespace planbuilder::events
