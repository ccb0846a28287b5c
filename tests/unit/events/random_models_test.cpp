// The promise of the compiled order: any run that keeps it, also with operations that overlap in time, handles every event after
// it was sent and with its precondition true, takes the same decisions and ends the same. Thousands of random models say so; and
// leaving out any one of the four kinds of causes breaks the promise.
#include <gtest/gtest.h>

#include <optional>

#include "planbuilder/events/causes.h"
#include "tests/unit/events/toy_model.h"

namespace planbuilder::events {
namespace {

using testing::Random;
using testing::ToyEvent;
using testing::ToyModel;
using testing::ToyState;

constexpr std::size_t longest_run = 60;

/// A run of the compiler, in the words of the toy.
struct Compiled {
  std::vector<ToyEvent> events;  // the first is the start
  std::vector<Cause> causes;
  std::vector<std::multiset<ToyEvent>> sent;  // by event
  ToyState after;
};

ToyEvent toy_event(const Model& model, ReceiverId receiver) {
  return {model.owner(receiver).index(), model.event(receiver).name};
}

std::optional<Compiled> compile(const ToyModel& toy) {
  const tosca::Topology topology = toy.topology();
  Model model(topology);
  State state(model);
  const Run run = interpret(model, state, {.event = {}, .send = "go"});
  if (run.endless || run.handled.size() > longest_run) return std::nullopt;
  Compiled compiled;
  compiled.causes = find_causes(model, run);
  compiled.sent.resize(run.handled.size());
  for (const Handled& handled : run.handled) {
    compiled.events.push_back(handled.receiver.valid() ? toy_event(model, handled.receiver) : ToyEvent(0, ""));
    if (handled.sender != nothing) compiled.sent[handled.sender].insert(compiled.events.back());
  }
  for (const Ignored& ignored : run.ignored) {
    if (ignored.sender != nothing) compiled.sent[ignored.sender].insert(toy_event(model, ignored.receiver));
  }
  compiled.after = initial_state(toy);
  for (std::size_t variable = 0; variable < model.variables(); ++variable) {
    const VariableId id(variable);
    compiled.after[model.owner(id).index()][to_text(model.constants[model.attribute(id).name])] =
        to_text(model.constants[state.values[id]]);
  }
  return compiled;
}

/// Runs the events once more in a random order that the causes allow; several may be on their way at a time. Empty: all is as
/// promised.
std::string replay(const ToyModel& toy, const Compiled& compiled, const std::vector<Cause>& causes, unsigned seed) {
  Random random(seed);
  const std::size_t count = compiled.events.size();
  std::vector<std::size_t> waits_for(count, 0);
  for (const Cause& cause : causes) ++waits_for[cause.to];
  ToyState state = initial_state(toy);
  std::multiset<ToyEvent> sent_so_far;
  std::vector<std::size_t> ready;
  std::vector<std::size_t> running;
  std::vector<std::multiset<ToyEvent>> sent(count);
  const auto finish = [&](std::size_t event) {
    for (const Cause& cause : causes) {
      if (cause.from == event && --waits_for[cause.to] == 0) ready.push_back(cause.to);
    }
    sent_so_far.insert(sent[event].begin(), sent[event].end());
  };
  for (std::size_t event = 1; event < count; ++event) {
    if (waits_for[event] == 0) ready.push_back(event);
  }
  for (std::size_t node = 0; node < toy.nodes(); ++node) sent_so_far.emplace(node, "go");
  finish(0);
  std::size_t done = 1;
  while (!ready.empty() || !running.empty()) {
    const bool begins = !ready.empty() && (running.empty() || random.one_in(2));
    auto& from = begins ? ready : running;
    const std::size_t place = random.below(from.size());
    const std::size_t event = from[place];
    from.erase(from.begin() + static_cast<std::ptrdiff_t>(place));
    const auto& [entity, name] = compiled.events[event];
    const std::string what = name + " of " + std::to_string(entity);
    const auto operation = toy.operation(entity, name);
    if (begins) {
      if (!sent_so_far.contains(compiled.events[event])) return what + " was not sent before";
      if (!may_be_handled(toy, state, compiled.events[event])) return what + " is begun while its precondition is false";
      set(toy, state, entity, operation.on_entry, sent[event]);
      running.push_back(event);
    } else {
      set(toy, state, entity, operation.on_success, sent[event]);
      send(toy, state, compiled.events[event], sent[event]);
      if (sent[event] != compiled.sent[event]) return what + " takes other decisions";
      finish(event);
      ++done;
    }
  }
  if (done != count) return "not every event was handled";
  return state == compiled.after ? "" : "it ends differently";
}

constexpr unsigned models = 4000;
constexpr unsigned replays = 8;

TEST(RandomModels, EveryOrderThatTheCausesAllowIsTheSameRun) {
  constexpr unsigned tried = models / PLANBUILDER_RANDOM_SHARE;
  std::size_t runs = 0;
  std::size_t events = 0;
  std::size_t free = 0;  // models that have an order to choose at all
  for (unsigned seed = 0; seed < tried; ++seed) {
    const ToyModel toy = ToyModel::random(seed);
    const auto compiled = compile(toy);
    if (!compiled) continue;
    ++runs;
    events += compiled->events.size() - 1;
    if (compiled->events.size() > 3) ++free;
    for (unsigned again = 0; again < replays; ++again)
      ASSERT_EQ(replay(toy, *compiled, compiled->causes, seed * replays + again), "") << "model " << seed << ", replay " << again;
  }
  // The models must be worth something.
  EXPECT_GT(runs, tried / 2);
  EXPECT_GT(free, tried / 4);
  EXPECT_GT(events, tried * 2);
}

class LeftOut : public ::testing::TestWithParam<Cause::Kind> {};

TEST_P(LeftOut, BreaksThePromise) {
  std::size_t broken = 0;
  for (unsigned seed = 0; seed < models && broken < 10; ++seed) {
    const ToyModel toy = ToyModel::random(seed);
    const auto compiled = compile(toy);
    if (!compiled) continue;
    std::vector<Cause> causes = compiled->causes;
    std::erase_if(causes, [](const Cause& cause) { return cause.kind == GetParam() && cause.from != 0; });
    for (unsigned again = 0; again < replays; ++again) {
      if (replay(toy, *compiled, causes, seed * replays + again).empty()) continue;
      ++broken;
      break;
    }
  }
  EXPECT_EQ(broken, 10U);
}

std::string name_of(const ::testing::TestParamInfo<Cause::Kind>& param) {
  constexpr const char* names[] = {"Trigger", "Enables", "Protects", "Overwrites"};
  return names[static_cast<std::size_t>(param.param)];
}

INSTANTIATE_TEST_SUITE_P(OfCauses, LeftOut,
                         ::testing::Values(Cause::Kind::trigger, Cause::Kind::enables, Cause::Kind::protects,
                                           Cause::Kind::overwrites),
                         name_of);

}  // namespace
}  // namespace planbuilder::events
