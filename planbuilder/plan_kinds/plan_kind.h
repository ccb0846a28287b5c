// A kind of plan: a value that refers to a row of the table of kinds. Code asks the row for facts, never for its name.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planbuilder {

/// What a plan does with instances.
enum class Direction {
  build,      // it makes them
  terminate,  // it removes them
  none,       // neither
};

/// What a plan is about, which is also what must be named to ask for it.
enum class Subject {
  service,    // the service: nothing must be named
  region,     // a region of it
  event,      // an event of it, or one that is sent
  workflow,   // one that the model writes out
  trigger,    // one of a policy
  operation,  // one of what is there
  unknown,    // of a kind that no row knows
};

/// Whether a plan is among all plans of a service that nothing else is said of. Those of regions, events... follow the model.
enum class Given {
  when_asked,
  if_implemented,  // something in the model implements what it calls
  always,
};

/// In which order operations of what is there are called.
enum class CallOrder {
  build,          // as what is there is built
  terminate,      // as it is terminated
  sources_first,  // who needs others before them, whatever relationship joins them
  targets_first,  // the other way round
  any,            // all side by side
};

/// An operation, by the name of its interface or of the interface's type; `*` is any interface.
struct CalledOperation {
  std::string interface;
  std::string operation;
};

/// One call for each entity of what is there. The phases of a plan come one after the other, entity by entity.
struct Phase {
  std::vector<CalledOperation> of_nodes = {};  // the first that is implemented is called
  std::vector<CalledOperation> of_relationships = {};
  CallOrder order = CallOrder::build;
  std::vector<std::string> from = {};  // only what is in one of these states; empty: in any
  std::string during = {};             // its state while the operation runs; empty: as before
  std::string state = {};              // its state afterwards; empty: as before
  std::string status = {};             // its status afterwards; empty: what the operation reports
  bool notes_failure = false;          // an operation that fails is noted, and the others are called all the same
  bool finds = false;                  // also of what is not there: the operation says whether it is
};

/// A row of the table: all that differs between kinds. README.md says what the lines of kinds.txt are.
struct PlanKindFacts {
  std::string name;                       // in `--kind`, in plan documents and in names of plans
  std::vector<std::string> aliases = {};  // other words for it in `--kind`
  std::string does = {};                  // what such a plan does, in a line without names of the model
  Direction direction = Direction::none;
  Subject subject = Subject::unknown;
  Given given = Given::when_asked;
  bool takes_part = false;          // `--only` may ask for a part of the service
  std::string event = {};           // what the service receives when plans are derived from events; empty: the subject
  std::string workflow = {};        // the normative name of its workflow in YAML; empty: the name of the plan
  std::string plan_type = {};       // of a Plan in XML; empty: it is one of management
  std::string operation = {};       // by which others start it: of a process, and at the boundary of a service in XML
  std::string opentosca_name = {};  // the container's word for it, the subject follows; empty: the plan's name and `Plan`
  std::vector<Phase> phases = {};   // of a plan that calls operations of what is there

  /// It makes the whole service: nothing was there before, and everything is there as often as the model says.
  [[nodiscard]] bool makes_service() const { return direction == Direction::build && subject == Subject::service; }
  /// Operations of what is there are called, by the order of relationships.
  [[nodiscard]] bool calls_operations() const { return !phases.empty(); }
  /// It takes something from what is there, so that who needs that goes first.
  [[nodiscard]] bool goes_down() const {
    return direction == Direction::terminate || (calls_operations() && phases.front().order == CallOrder::terminate);
  }
};

/// Small, and equal only if it is the same row.
class PlanKind {
 public:
  /// The kind that is meant when nothing is said.
  PlanKind();
  explicit PlanKind(PlanKindFacts row) : row_(std::make_shared<const PlanKindFacts>(std::move(row))) {}

  const PlanKindFacts* operator->() const { return row_.get(); }
  bool operator==(const PlanKind&) const = default;

 private:
  std::shared_ptr<const PlanKindFacts> row_;
};

/// A plan is called like its kind, with what it is about after a hyphen.
std::string plan_name(const PlanKind& kind, std::string_view subject);
/// What a plan of that name is about: empty for the service as a whole, nothing when the name is not made so.
std::optional<std::string> subject_in(std::string_view plan_name, const PlanKind& kind);

}  // namespace planbuilder
