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
  service,   // the service: nothing must be named
  region,    // a region of it
  event,     // an event of it, or one that is sent
  workflow,  // one that the model writes out
  trigger,   // one of a policy
  unknown,   // of a kind that no row knows
};

/// A row of the table: all that differs between kinds.
struct PlanKindFacts {
  std::string name;                       // in `--kind`, in plan documents and in names of plans
  std::vector<std::string> aliases = {};  // other words for it in `--kind`
  std::string does = {};                  // what such a plan does, in a line without names of the model
  Direction direction = Direction::none;
  Subject subject = Subject::unknown;
  bool is_always_there = false;     // every service has such a plan; else the model must have its subject
  bool takes_part = false;          // `--only` may ask for a part of the service
  std::string event = {};           // what the service receives when plans are derived from events; empty: the subject
  std::string workflow = {};        // the normative name of its workflow in YAML; empty: the name of the plan
  std::string plan_type = {};       // of a Plan in XML; empty: it is one of management
  std::string operation = {};       // by which others start it: of a process, and at the boundary of a service in XML
  std::string opentosca_name = {};  // the container's word for it, the subject follows; empty: the plan's name and `Plan`

  /// It makes the whole service: nothing was there before, and everything is there as often as the model says.
  [[nodiscard]] bool makes_service() const { return direction == Direction::build && subject == Subject::service; }
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
