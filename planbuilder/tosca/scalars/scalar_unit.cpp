#include "planbuilder/tosca/scalars/scalar_unit.h"

#include <algorithm>
#include <charconv>
#include <span>

#include "planbuilder/support/text.h"

namespace planbuilder::tosca {

namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr double kibi = 1024.0;
constexpr double mebi = kibi * kibi;
constexpr double gibi = mebi * kibi;
constexpr double tebi = gibi * kibi;

constexpr Unit size_units[] = {{"B", 1},    {"kB", 1e3},   {"KiB", kibi}, {"MB", 1e6},  {"MiB", mebi},
                               {"GB", 1e9}, {"GiB", gibi}, {"TB", 1e12},  {"TiB", tebi}};
// Factors are whole numbers: the canonical unit of a kind is its smallest.
constexpr Unit time_units[] = {{"d", 86400e9}, {"h", 3600e9}, {"m", 60e9}, {"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"ns", 1}};
constexpr Unit frequency_units[] = {{"Hz", 1}, {"kHz", 1e3}, {"MHz", 1e6}, {"GHz", 1e9}};
constexpr Unit bitrate_units[] = {
    {"bps", 1},      {"Kbps", 1e3},       {"Kibps", kibi}, {"Mbps", 1e6},       {"Mibps", mebi}, {"Gbps", 1e9},
    {"Gibps", gibi}, {"Tbps", 1e12},      {"Tibps", tebi}, {"Bps", 8},          {"KBps", 8e3},   {"KiBps", 8 * kibi},
    {"MBps", 8e6},   {"MiBps", 8 * mebi}, {"GBps", 8e9},   {"GiBps", 8 * gibi}, {"TBps", 8e12},  {"TiBps", 8 * tebi}};

std::span<const Unit> units_of(UnitKind kind) {
  switch (kind) {
    case UnitKind::size: return size_units;
    case UnitKind::time: return time_units;
    case UnitKind::frequency: return frequency_units;
    case UnitKind::bitrate: return bitrate_units;
  }
  return {};
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_unit(UnitKind kind, std::string_view known, std::string_view given) {
  return std::equal(known.begin(), known.end(), given.begin(), given.end(), [&](char left, char right) {
    const bool bits_or_bytes = kind == UnitKind::bitrate && lower(left) == 'b';
    return bits_or_bytes ? left == right : lower(left) == lower(right);
  });
}

}  // namespace

std::optional<double> parse_scalar_unit(UnitKind kind, std::string_view text) {
  text = trim(text);
  if (text.empty() || (text.front() != '.' && (text.front() < '0' || text.front() > '9'))) return std::nullopt;
  double amount = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  text = trim(text);
  for (const Unit& unit : units_of(kind)) {
    if (same_unit(kind, unit.name, text)) return amount * unit.factor;
  }
  return std::nullopt;
}

std::string_view base_unit(UnitKind kind) { return kind == UnitKind::time ? "s" : units_of(kind).front().name; }

std::string list_units(UnitKind kind) {
  std::string all;
  for (const Unit& unit : units_of(kind)) all += (all.empty() ? "" : ", ") + std::string(unit.name);
  return all;
}

}  // namespace planbuilder::tosca
