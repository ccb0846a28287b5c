// Plans derived from events, and questions about their order.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "csar/archive.h"
#include "planbuilder/events/derive.h"
#include "planbuilder/events/profile.h"
#include "tests/support/model.h"
#include "tests/support/plan_kinds.h"

namespace planbuilder::testing {

/// A service as a test writes it, with the shipped life cycle if it has none of its own.
class EventService {
 public:
  explicit EventService(std::string_view text, events::Options options = {});

  Model model;
  Diagnostics diagnostics;
  std::optional<events::Overlay> overlay;
  std::optional<events::Derivation> derivation;

  std::optional<flow::AbstractPlan> plan(const flow::PlanRequest& request = {kinds::build});
  /// The summaries of what was reported, one a line.
  [[nodiscard]] std::string problems() const;
};

/// The ids of the activities, in the order of the document.
std::vector<std::string> ids(const flow::AbstractPlan& plan);
/// True when the first must be done before the second begins.
bool is_before(const flow::AbstractPlan& plan, std::string_view first, std::string_view second);
bool are_unordered(const flow::AbstractPlan& plan, std::string_view one, std::string_view other);
/// "a/create -> b/create", one a line, of edges that do not follow from others.
std::string reduced_edges(const flow::AbstractPlan& plan);

}  // namespace planbuilder::testing
