// A plan that builds a service, looked at entity by entity: what each is made of, and by which steps.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::change {

/// The part of a life that a step belongs to: what must be done again when its values change.
enum class Phase : std::uint8_t { record, create, configure, start };

/// A step of an entity, in the plan.
struct Work {
  plan::ActivityId activity;
  const plan::Step* step = nullptr;
  Phase phase = Phase::create;
  std::string state_before = {};  // the state that the steps before it set last

  [[nodiscard]] const plan::Invoke* invoke() const { return std::get_if<plan::Invoke>(&step->action); }
  [[nodiscard]] const plan::SetState* set_state() const { return std::get_if<plan::SetState>(&step->action); }
  [[nodiscard]] const plan::Record* record() const { return std::get_if<plan::Record>(&step->action); }
  /// `INTERFACE.OPERATION` of an operation; empty for all else.
  [[nodiscard]] std::string name() const;
};

/// An entity, or one representation of it.
struct Part {
  plan::Entity entity;
  std::optional<std::uint32_t> index = {};
  std::string type = {};
  std::string digest = {};
  std::string host = {};    // of a node: the one that it stands on
  std::string source = {};  // of a relationship
  std::string target = {};
  std::optional<Location> at = {};
  std::string last_state = {};
  std::vector<Work> works = {};

  [[nodiscard]] const std::vector<plan::Argument>& properties() const;
  [[nodiscard]] bool calls() const;  // an operation, or something that is done for it
};

/// Refers to the plan, which must stay where it is.
class Blueprint {
 public:
  explicit Blueprint(const plan::Plan& plan);

  [[nodiscard]] const plan::Plan& plan() const { return plan_; }
  /// In the order of their first activities.
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  /// The one with that index; without an index the only one.
  [[nodiscard]] const Part* find(const plan::Entity& entity, std::optional<std::uint32_t> index = {}) const;
  /// The content of a file of the plan; empty when it is not known.
  [[nodiscard]] const std::string& digest_of(const std::string& file) const;

 private:
  const plan::Plan& plan_;
  std::vector<Part> parts_;
  std::map<std::pair<plan::Entity, std::optional<std::uint32_t>>, std::size_t> number_;
  std::map<std::string, std::string> digests_;
};

}  // namespace planbuilder::change
