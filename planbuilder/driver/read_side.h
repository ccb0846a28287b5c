// One side of a comparison: a service that is planned, or plans that were written before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planbuilder/driver/plan_choice.h"
#include "planbuilder/driver/session.h"
#include "planbuilder/driver/spooled_input.h"

namespace planbuilder::driver {

class Side {
 public:
  /// The options hold for services; `input` may be a plan document instead, `-` for standard input, or /dev/null for a service
  /// that is not there.
  Side(Options options, const std::string& input);
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  /// All plans, or those that are chosen, of which there may be none; nothing after a diagnostic.
  std::optional<std::vector<plan::Plan>> plans(const PlanChoice* choice);

  /// Of the service; none when the plans were read from a document.
  [[nodiscard]] const tosca::Topology* topology() const { return topology_; }

  /// Of a file that the plans use; nothing when it is not at hand, as for plans that were read from a document.
  [[nodiscard]] std::optional<std::string> content(const std::string& file) const;

  [[nodiscard]] Diagnostics& diagnostics() { return session_.diagnostics; }
  [[nodiscard]] const Sources& sources() const { return session_.sources; }
  [[nodiscard]] const Session& session() const { return session_; }

 private:
  std::optional<std::vector<plan::Plan>> read_document(std::string text, const PlanChoice* choice);
  std::optional<std::vector<plan::Plan>> plan_service(const PlanChoice* choice);
  std::optional<std::vector<plan::Plan>> take_standard_input(const PlanChoice* choice);

  Options options_;
  std::string name_;  // as the user gave it
  Session session_;
  const tosca::Topology* topology_ = nullptr;  // of the session
  SpooledInput spooled_;
};

}  // namespace planbuilder::driver
