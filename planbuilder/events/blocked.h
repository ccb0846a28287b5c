// Why an operation was not handled: what its precondition waits for, who would change that, and so on to the root.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "planbuilder/events/run.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::events {

/// What the precondition of an event reads, at the end of a run.
struct Verdict {
  std::vector<Read> reads;    // of the parts that hold
  std::vector<Read> against;  // of those that do not
};

/// Who would send an event.
struct Senders {
  std::vector<std::pair<ReceiverId, const Sending*>> operations;  // had they been handled
  std::vector<const Sending*> triggers;                           // of interfaces, were their conditions true

  [[nodiscard]] bool empty() const { return operations.empty() && triggers.empty(); }
};

class Blocked {
 public:
  Blocked(Model& model, const Run& run, const State& after) : model_(model), run_(run), after_(after), judge_(model, after) {}

  Verdict judge(ReceiverId event);
  [[nodiscard]] bool was_sent(ReceiverId event) const;
  /// Among the entity's own operations and those of what it is joined with.
  [[nodiscard]] Senders senders_of(ReceiverId event, std::size_t most) const;
  /// The operations of the entity after which the question is answered differently.
  [[nodiscard]] std::vector<ReceiverId> changers_of(const Read& read) const;
  /// The first operation of the shortest way from the value that an attribute has to another one; else one that leads there, and
  /// that only other attributes hold back.
  std::optional<ReceiverId> way_to(VariableId variable, ConstantId wanted);
  /// Notes why the event is not handled, link by link, up to what nothing changes. The first link is said already.
  void follow(Diagnostic& problem, ReceiverId event);

 private:
  std::optional<ReceiverId> next_operation(VariableId variable, ConstantId wanted);
  /// A link of the chain: the operation that must be handled first. Nothing when the chain ends here, with a note why.
  std::optional<ReceiverId> before(Diagnostic& problem, ReceiverId event);
  std::optional<ReceiverId> changer(Diagnostic& problem, const Read& read);
  void note_link(Diagnostic& problem, ReceiverId event);
  [[nodiscard]] bool has_failed(ReceiverId event) const;
  [[nodiscard]] std::set<EntityIndex> neighbours(EntityIndex entity) const;
  [[nodiscard]] bool reaches(const Sending& sending, EntityIndex from, ReceiverId wanted) const;

  Model& model_;
  const Run& run_;
  const State& after_;
  Judge judge_;
};

}  // namespace planbuilder::events
