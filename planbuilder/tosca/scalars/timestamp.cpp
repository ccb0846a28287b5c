#include "planbuilder/tosca/scalars/timestamp.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <string>

namespace planbuilder::tosca {

namespace {

/// Takes pieces off the front of a text; after a piece that does not fit, nothing fits.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool fits() const { return fits_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

  int number(std::size_t least, std::size_t most) {
    std::size_t digits = 0;
    int value = 0;
    while (digits < most && digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9') {
      value = value * 10 + (rest_[digits++] - '0');
    }
    if (digits < least) fits_ = false;
    rest_.remove_prefix(digits);
    return value;
  }

  bool take(char wanted) {
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char wanted) { fits_ = take(wanted) && fits_; }

  bool take_blanks() {
    const std::size_t before = rest_.size();
    while (take(' ') || take('\t')) {
    }
    return rest_.size() != before;
  }

  /// The digits behind a decimal point; there may be none.
  double fraction() {
    double value = 0;
    double place = 0.1;
    for (; !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; place /= 10) {
      value += place * (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    return value;
  }

 private:
  std::string_view rest_;
  bool fits_ = true;
};

/// Seconds east of UTC: `Z`, `-5`, `+01:30`, or nothing.
int read_zone(Scanner& scan) {
  scan.take_blanks();
  if (scan.take('Z') || scan.take('z')) return 0;
  const bool west = scan.take('-');
  if (!west && !scan.take('+')) return 0;
  const int hours = scan.number(1, 2);
  const int minutes = scan.take(':') ? scan.number(2, 2) : 0;
  return (west ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/// `0` stands for any digit, `T` also for a small one.
bool has_form(std::string_view text, std::string_view form) {
  return std::equal(text.begin(), text.end(), form.begin(), form.end(), [](char given, char wanted) {
    if (wanted == '0') return given >= '0' && given <= '9';
    return given == wanted || (wanted == 'T' && given == 't');
  });
}

}  // namespace

std::optional<Timestamp> parse_timestamp(std::string_view text) {
  Scanner scan(text);
  const std::chrono::year year(scan.number(4, 4));
  scan.expect('-');
  const std::chrono::month month(static_cast<unsigned>(scan.number(1, 2)));
  scan.expect('-');
  const std::chrono::day day(static_cast<unsigned>(scan.number(1, 2)));
  const std::chrono::year_month_day date{year, month, day};
  if (!scan.fits() || !date.ok()) return std::nullopt;
  Timestamp time{std::chrono::sys_days(date).time_since_epoch().count() * std::int64_t{86400}, 0};
  // A date alone has all its digits.
  if (scan.at_end()) return text.size() == 10 ? std::optional(time) : std::nullopt;

  if (!scan.take('T') && !scan.take('t') && !scan.take_blanks()) return std::nullopt;
  const int hour = scan.number(1, 2);
  scan.expect(':');
  const int minute = scan.number(2, 2);
  scan.expect(':');
  const int second = scan.number(2, 2);
  if (scan.take('.')) time.fraction = scan.fraction();
  const int zone = read_zone(scan);
  if (!scan.fits() || !scan.at_end() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  time.seconds += hour * 3600 + minute * 60 + second - zone;
  return time;
}

bool is_rfc_3339(std::string_view text) {
  static constexpr std::string_view date_and_time = "0000-00-00T00:00:00";
  if (!parse_timestamp(text) || !has_form(text.substr(0, date_and_time.size()), date_and_time)) return false;
  std::string_view zone = text.substr(date_and_time.size());
  if (zone.starts_with('.')) {
    const std::size_t end = std::min(zone.find_first_not_of("0123456789", 1), zone.size());
    if (end == 1) return false;
    zone.remove_prefix(end);
  }
  return zone == "Z" || zone == "z" || has_form(zone, "+00:00") || has_form(zone, "-00:00");
}

}  // namespace planbuilder::tosca
