#include "planbuilder/support/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace planbuilder {

namespace {

constexpr std::size_t longest = 64;  // beyond that nobody mistypes a single letter
constexpr std::size_t most_edits = 3;

/// Edits to turn one word into the other, as far as they are fewer than `limit`; a swap of neighbours counts once.
std::size_t edit_distance(std::string_view left, std::string_view right, std::size_t limit) {
  while (!left.empty() && !right.empty() && left.front() == right.front()) {
    left.remove_prefix(1);
    right.remove_prefix(1);
  }
  while (!left.empty() && !right.empty() && left.back() == right.back()) {
    left.remove_suffix(1);
    right.remove_suffix(1);
  }
  std::array<std::array<std::uint8_t, longest + most_edits + 1>, 3> rows = {};  // the one at hand and the two before
  for (std::size_t j = 0; j <= right.size(); ++j) rows[0][j] = static_cast<std::uint8_t>(j);
  for (std::size_t i = 1; i <= left.size(); ++i) {
    const auto& before = rows[(i + 1) % 3];
    const auto& previous = rows[(i + 2) % 3];
    auto& current = rows[i % 3];
    current[0] = static_cast<std::uint8_t>(i);
    std::uint8_t least = current[0];
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const int replace = previous[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1);
      int edits = std::min({previous[j] + 1, current[j - 1] + 1, replace});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
        edits = std::min(edits, before[j - 2] + 1);
      current[j] = static_cast<std::uint8_t>(edits);
      least = std::min(least, current[j]);
    }
    if (least >= limit) return limit;  // it only grows
  }
  return rows[left.size() % 3][right.size()];
}

}  // namespace

std::optional<std::string> closest_match(std::string_view word, const std::vector<std::string_view>& candidates) {
  if (word.size() < 2 || word.size() > longest) return std::nullopt;  // any letter is near any other
  const std::size_t near_enough = word.size() <= 3 ? 1 : word.size() <= 6 ? 2 : most_edits;
  std::optional<std::string> best;
  std::size_t best_distance = near_enough + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t difference =
        candidate.size() > word.size() ? candidate.size() - word.size() : word.size() - candidate.size();
    if (difference >= best_distance || candidate == word) continue;
    const std::size_t distance = edit_distance(word, candidate, best_distance);
    if (distance < best_distance) {
      best_distance = distance;
      best = std::string(candidate);
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  const auto match = closest_match(word, candidates);
  return match ? " (did you mean '" + *match + "'?)" : "";
}

std::string escape_id(std::string_view name) {
  static constexpr std::string_view hex = "0123456789ABCDEF";
  std::string out;
  for (const char c : name) {
    if (std::string_view("/#[]%").find(c) == std::string_view::npos) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += hex[byte >> 4];
    out += hex[byte & 15];
  }
  return out;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (const std::string& part : parts) {
    if (!out.empty()) out += separator;
    out += part;
  }
  return out;
}

std::string count_of(std::size_t count, std::string_view noun) {
  std::string out = std::to_string(count) + " " + std::string(noun);
  if (count == 1) return out;
  const bool activity = noun.ends_with('y') && !noun.ends_with("ay") && !noun.ends_with("ey");
  if (activity) out.pop_back();
  return out + (activity ? "ies" : "s");
}

std::string format_double(double number) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  std::string out(buffer, end);
  if (out.find_first_of(".en") == std::string::npos) out += ".0";  // 'n': nan and inf stay as they are
  return out;
}

std::string format_number(double number) {
  constexpr double exact = 1e15;  // up to there doubles hold every whole number
  if (number == std::trunc(number) && std::abs(number) < exact) return std::to_string(static_cast<std::int64_t>(number));
  return format_double(number);
}

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (text.size() < length) return 0;
  for (std::size_t at = 1; at < length; ++at) {
    if ((byte(at) & 0xc0) != 0x80) return 0;
  }
  // Overlong forms, surrogates and what lies beyond Unicode show in the second byte.
  const bool overlong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  const bool beyond = (first == 0xed && byte(1) > 0x9f) || (first == 0xf4 && byte(1) > 0x8f);
  return overlong || beyond ? 0 : length;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string json_quote(std::string_view text) {
  static constexpr std::string_view hex = "0123456789abcdef";
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char c = text.front();
    if (length == 0) {
      out += "\xEF\xBF\xBD";
      text.remove_prefix(1);
      continue;
    }
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00";
      out += hex[static_cast<unsigned char>(c) >> 4];
      out += hex[static_cast<unsigned char>(c) & 15];
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return out + '"';
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace planbuilder
