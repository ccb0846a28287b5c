#include "planbuilder/change/fact.h"

#include <algorithm>
#include <array>

namespace planbuilder::change {

namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, 34> words{"in-model",       "there",          "touched",
                                                 "ours",           "unknown",        "ok",
                                                 "degraded",       "error",          "pending",
                                                 "absent",         "checked",        "has-check",
                                                 "has-discover",   "create-changed", "configure-changed",
                                                 "start-changed",  "reads-changed",  "properties-changed",
                                                 "host-gone",      "host-replaced",  "needs-replaced",
                                                 "renamed",        "protected",      "needed-by-kept",
                                                 "needed",         "left-out",       "force",
                                                 "prune",          "skip-new",       "destroy-unmanaged",
                                                 "replace",        "detect",         "repair",
                                                 "repair-degraded"};
static_assert(words.size() == static_cast<std::size_t>(Fact::repair_degraded) + 1);

}  // namespace

std::optional<Fact> find_fact(std::string_view word) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) return std::nullopt;
  return static_cast<Fact>(found - words.begin());
}

std::string_view to_string(Fact fact) { return words[static_cast<std::size_t>(fact)]; }

}  // namespace planbuilder::change
