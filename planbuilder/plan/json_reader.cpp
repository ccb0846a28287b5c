#include "planbuilder/plan/json_reader.h"

#include <charconv>

#include "planbuilder/support/text.h"

namespace planbuilder::plan {

namespace {

constexpr std::size_t most_depth = 500;  // of objects and lists in each other

void append_utf8(std::string& out, std::uint32_t point) {
  const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (point < 0x80) {
    add(point);
  } else if (point < 0x800) {
    add(0xc0 | point >> 6);
    add(0x80 | (point & 0x3f));
  } else if (point < 0x10000) {
    add(0xe0 | point >> 12);
    add(0x80 | (point >> 6 & 0x3f));
    add(0x80 | (point & 0x3f));
  } else {
    add(0xf0 | point >> 18);
    add(0x80 | (point >> 12 & 0x3f));
    add(0x80 | (point >> 6 & 0x3f));
    add(0x80 | (point & 0x3f));
  }
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string_view to_string(JsonReader::Kind kind) {
  switch (kind) {
    case JsonReader::Kind::object: return "an object";
    case JsonReader::Kind::list: return "a list";
    case JsonReader::Kind::text: return "a text";
    case JsonReader::Kind::number: return "a number";
    case JsonReader::Kind::truth: return "true or false";
    case JsonReader::Kind::null: return "null";
    case JsonReader::Kind::nothing: break;
  }
  return "nothing";
}

void JsonReader::fail(Code code, std::size_t at, std::string summary) {
  if (problem_) return;
  problem_ = Problem{code, at, std::move(summary)};
  at_ = text_.size();
}

void JsonReader::malformed() {
  pass_space();
  if (at_ >= text_.size()) return fail(Code::json_syntax, text_.size(), "the text ends too early");
  const auto byte = static_cast<unsigned char>(current());
  if (byte < 0x20 || byte >= 0x7f) return fail(Code::json_syntax, at_, "this character cannot stand here");
  fail(Code::json_syntax, at_, "'" + std::string(1, current()) + "' cannot stand here");
}

void JsonReader::pass_space() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
}

std::size_t JsonReader::place() {
  pass_space();
  return at_;
}

JsonReader::Kind JsonReader::peek() {
  pass_space();
  switch (current()) {
    case '{': return Kind::object;
    case '[': return Kind::list;
    case '"': return Kind::text;
    case 't':
    case 'f': return Kind::truth;
    case 'n': return Kind::null;
    default: return is_digit(current()) || current() == '-' ? Kind::number : Kind::nothing;
  }
}

bool JsonReader::expect(Kind kind) {
  const Kind found = peek();
  if (found == kind) return true;
  if (found == Kind::nothing) {
    malformed();
  } else {
    fail(Code::bad_plan, at_, std::string(to_string(kind)) + " is expected here, not " + std::string(to_string(found)));
  }
  return false;
}

bool JsonReader::open(Kind kind) {
  if (!expect(kind)) return false;
  if (++depth_ > most_depth) {
    fail(Code::json_syntax, at_, "nested too deeply");
    return false;
  }
  ++at_;
  return true;
}

bool JsonReader::take(char c) {
  pass_space();
  if (current() != c) {
    malformed();
    return false;
  }
  ++at_;
  return true;
}

bool JsonReader::has_next(char close, bool first) {
  if (failed()) return false;
  pass_space();
  if (current() == close) {
    ++at_;
    return false;
  }
  if (!first && !take(',')) return false;
  if (close != '}') return true;
  return peek() == Kind::text || (malformed(), false);
}

void JsonReader::word(std::string_view word) {
  if (text_.substr(at_, word.size()) != word) return malformed();
  at_ += word.size();
}

bool JsonReader::truth() {
  if (!expect(Kind::truth)) return false;
  const bool truth = current() == 't';
  word(truth ? "true" : "false");
  return truth;
}

void JsonReader::null() {
  if (expect(Kind::null)) word("null");
}

JsonReader::Number JsonReader::number() {
  if (!expect(Kind::number)) return {};
  const std::size_t start = at_;
  const auto digits = [&] {
    if (!is_digit(current())) malformed();
    while (is_digit(current())) ++at_;
  };
  bool whole = true;
  if (current() == '-') ++at_;
  if (current() == '0') {
    ++at_;
  } else {
    digits();
  }
  if (current() == '.') {
    whole = false;
    ++at_;
    digits();
  }
  if (current() == 'e' || current() == 'E') {
    whole = false;
    ++at_;
    if (current() == '+' || current() == '-') ++at_;
    digits();
  }
  if (failed()) return {};
  Number number;
  const char* first = text_.data() + start;
  const char* last = text_.data() + at_;
  number.whole = whole && std::from_chars(first, last, number.integer).ec == std::errc();
  if (std::from_chars(first, last, number.real).ec != std::errc()) fail(Code::json_syntax, start, "the number is too large");
  return number;
}

std::int64_t JsonReader::integer() {
  const std::size_t start = place();
  const Number found = number();
  if (!failed() && !found.whole) fail(Code::bad_plan, start, "a whole number is expected here");
  return found.integer;
}

std::string_view JsonReader::text() {
  if (!expect(Kind::text)) return {};
  const std::size_t start = ++at_;
  while (at_ < text_.size()) {
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (byte == '"') return text_.substr(start, at_++ - start);
    if (byte == '\\') return unescaped(start);
    const std::size_t length = byte < 0x80 ? 1 : utf8_length(text_.substr(at_));
    if (byte < 0x20 || length == 0) break;
    at_ += length;
  }
  malformed_text();
  return {};
}

/// The rest of a text in which a backslash was met.
std::string_view JsonReader::unescaped(std::size_t from) {
  scratch_.assign(text_.substr(from, at_ - from));
  while (at_ < text_.size()) {
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (byte == '"') {
      ++at_;
      return scratch_;
    }
    if (byte == '\\') {
      if (!escape()) return {};
      continue;
    }
    const std::size_t length = byte < 0x80 ? 1 : utf8_length(text_.substr(at_));
    if (byte < 0x20 || length == 0) break;
    scratch_.append(text_, at_, length);
    at_ += length;
  }
  malformed_text();
  return {};
}

/// Inside a text space is no space that could be passed over.
void JsonReader::malformed_text() {
  if (at_ >= text_.size()) return fail(Code::json_syntax, text_.size(), "the text ends too early");
  const bool control = static_cast<unsigned char>(current()) < 0x20;
  fail(Code::json_syntax, at_, control ? "a control character inside a text must be escaped" : "this is not UTF-8");
}

bool JsonReader::escape() {
  const std::size_t start = at_++;
  const char c = current();
  ++at_;
  switch (c) {
    case '"':
    case '\\':
    case '/': scratch_ += c; return true;
    case 'b': scratch_ += '\b'; return true;
    case 'f': scratch_ += '\f'; return true;
    case 'n': scratch_ += '\n'; return true;
    case 'r': scratch_ += '\r'; return true;
    case 't': scratch_ += '\t'; return true;
    case 'u': break;
    default: fail(Code::json_syntax, start, "there is no such escape"); return false;
  }
  std::uint32_t point = hex();
  if (point >= 0xd800 && point < 0xdc00 && text_.substr(at_, 2) == "\\u") {
    at_ += 2;
    const std::uint32_t low = hex();
    point = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00) : 0xd800;
  }
  if (point >= 0xd800 && point < 0xe000) fail(Code::json_syntax, start, "half a surrogate pair is no character");
  if (failed()) return false;
  append_utf8(scratch_, point);
  return true;
}

std::uint32_t JsonReader::hex() {
  std::uint32_t number = 0;
  const std::string_view digits = text_.substr(std::min(at_, text_.size()), 4);
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  if (digits.size() != 4 || read.ptr != digits.data() + digits.size()) {
    fail(Code::json_syntax, at_, "four hexadecimal digits are expected here");
    return 0;
  }
  at_ += digits.size();
  return number;
}

void JsonReader::skip() {
  switch (peek()) {
    case Kind::object: return object([&](std::string_view) { skip(); });
    case Kind::list: return list([&] { skip(); });
    case Kind::text: text(); return;
    case Kind::number: number(); return;
    case Kind::truth: truth(); return;
    case Kind::null: return null();
    case Kind::nothing: return malformed();
  }
}

std::optional<std::string> JsonReader::find_text(std::string_view wanted) {
  const std::size_t start = place();
  const std::size_t depth = depth_;
  std::optional<std::string> found;
  if (!open(Kind::object)) return found;
  for (bool first = true; !found && has_next('}', first); first = false) {
    const bool is_it = text() == wanted;
    if (!take(':')) break;
    if (is_it && peek() == Kind::text) {
      found = std::string(text());
    } else {
      skip();
    }
  }
  depth_ = depth;
  if (!failed()) at_ = start;
  return found;
}

std::string JsonReader::first_key() {
  const std::size_t start = place();
  if (!open(Kind::object)) return {};
  std::string key;
  if (has_next('}', true)) key = text();
  --depth_;
  if (!failed()) at_ = start;
  return key;
}

void JsonReader::end() {
  if (place() < text_.size()) malformed();
}

}  // namespace planbuilder::plan
