// What is known of an entity when it is decided what is done about it: the words of the table of decisions.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace planbuilder::change {

/// README.md says when each of them holds.
enum class Fact : std::uint8_t {
  in_model,
  there,
  touched,
  ours,
  unknown,
  ok,
  degraded,
  error,
  pending,
  absent,
  checked,
  has_check,
  has_discover,
  create_changed,
  configure_changed,
  start_changed,
  reads_changed,
  properties_changed,
  host_gone,
  host_replaced,
  needs_replaced,
  renamed,
  is_protected,
  needed_by_kept,
  needed,
  left_out,
  force,
  prune,
  skip_new,
  destroy_unmanaged,
  replace,
  detect,
  repair,
  repair_degraded,
};

/// Nothing when no fact has this name.
std::optional<Fact> find_fact(std::string_view word);
std::string_view to_string(Fact fact);

class Facts {
 public:
  Facts() = default;
  Facts(std::initializer_list<Fact> facts) {
    for (const Fact fact : facts) set(fact);
  }

  void set(Fact fact, bool holds = true) { bits_ = holds ? bits_ | bit(fact) : bits_ & ~bit(fact); }
  void add(const Facts& others) { bits_ |= others.bits_; }
  [[nodiscard]] bool has(Fact fact) const { return (bits_ & bit(fact)) != 0; }
  [[nodiscard]] bool has_all(const Facts& others) const { return (bits_ & others.bits_) == others.bits_; }
  [[nodiscard]] bool has_none(const Facts& others) const { return (bits_ & others.bits_) == 0; }

 private:
  static std::uint64_t bit(Fact fact) { return std::uint64_t{1} << static_cast<unsigned>(fact); }
  std::uint64_t bits_ = 0;
};

}  // namespace planbuilder::change
