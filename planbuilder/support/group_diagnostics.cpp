#include "planbuilder/support/group_diagnostics.h"

#include <unordered_map>

namespace planbuilder {

namespace {

constexpr std::size_t most_next = 3;

/// What makes two of them the same.
struct Saying {
  explicit Saying(const Diagnostic& item)
      : severity(item.severity), code(item.code), problem(item.problem()), detail(item.detail) {}

  Severity severity;
  Code code;
  std::string_view problem;
  std::string_view detail;

  bool operator==(const Saying&) const = default;
};

struct HashOfSaying {
  std::size_t operator()(const Saying& saying) const {
    const std::hash<std::string_view> hash;
    return hash(saying.problem) ^ (hash(saying.detail) << 1) ^ static_cast<std::size_t>(saying.code);
  }
};

}  // namespace

std::vector<DiagnosticGroup> group_same(std::span<const Diagnostic* const> diagnostics) {
  std::vector<DiagnosticGroup> groups;
  std::unordered_map<Saying, std::size_t, HashOfSaying> group_of;
  for (const Diagnostic* item : diagnostics) {
    const auto [known, is_new] = group_of.emplace(Saying(*item), groups.size());
    if (is_new) {
      groups.push_back({item});
      continue;
    }
    DiagnosticGroup& same = groups[known->second];
    ++same.count;
    if (same.next.size() < most_next) same.next.push_back(item);
  }
  return groups;
}

}  // namespace planbuilder
