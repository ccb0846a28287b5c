#include "planbuilder/react/reactions.h"

#include <algorithm>

namespace planbuilder::react {

bool Reaction::is_by_clock() const {
  const auto has_condition = [](const Subject& subject) { return !subject.condition.is_null(); };
  return !is_heard && (from || until || std::any_of(subjects.begin(), subjects.end(), has_condition));
}

}  // namespace planbuilder::react
