#include "planbuilder/change/situation.h"

#include <array>

namespace planbuilder::change {

namespace {

constexpr std::array<std::string_view, 6> status_words{"unknown", "ok", "degraded", "error", "pending", "absent"};

}  // namespace

std::optional<Status> find_status(std::string_view word) {
  for (std::size_t i = 0; i < status_words.size(); ++i) {
    if (status_words[i] == word) return static_cast<Status>(i);
  }
  return std::nullopt;
}

std::string_view to_string(Status status) { return status_words[static_cast<std::size_t>(status)]; }

std::string_view node_of(std::string_view instance) { return instance.substr(0, instance.rfind('/')); }

}  // namespace planbuilder::change
