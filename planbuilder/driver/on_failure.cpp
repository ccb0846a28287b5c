#include "planbuilder/driver/on_failure.h"

#include <charconv>

namespace planbuilder::driver {

namespace {

using Policy = plan::Failure::Policy;

constexpr std::uint32_t most_retries = 1'000'000;

}  // namespace

std::optional<plan::Failure> read_on_failure(std::string_view text) {
  constexpr std::string_view counted = "retry=";
  if (text == "stop") return plan::Failure{};
  if (text == "undo") return plan::Failure{Policy::undo};
  if (text == "retry") return plan::Failure{Policy::retry, plan::Failure::usual_retries};
  if (!text.starts_with(counted)) return std::nullopt;
  text.remove_prefix(counted.size());
  std::uint32_t retries = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), retries);
  if (problem != std::errc() || end != text.data() + text.size() || retries < 1 || retries > most_retries) return std::nullopt;
  return plan::Failure{Policy::retry, retries};
}

std::string to_text(const plan::Failure& failure) {
  return std::string(to_string(failure.policy)) + (failure.retries > 0 ? "=" + std::to_string(failure.retries) : "");
}

}  // namespace planbuilder::driver
