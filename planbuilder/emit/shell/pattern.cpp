#include "planbuilder/emit/shell/pattern.h"

namespace planbuilder::emit {

namespace {

/// What stands inside of brackets for a class such as \d; empty for what is no class.
std::string_view class_of(char letter) {
  switch (letter) {
    case 'd':
    case 'D': return "0-9";
    case 'w':
    case 'W': return "A-Za-z0-9_";
    case 's':
    case 'S': return "[:space:]";
    default: return {};
  }
}

bool is_negated(char letter) { return letter == 'D' || letter == 'W' || letter == 'S'; }

/// The character that an escape stands for. Letters and digits that are left mean something that POSIX has not.
std::optional<char> escaped_character(char letter) {
  switch (letter) {
    case 't': return '\t';
    case 'n': return '\n';
    case 'r': return '\r';
    default: break;
  }
  const bool is_word = (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
  return is_word ? std::nullopt : std::optional(letter);
}

class Translation {
 public:
  explicit Translation(std::string_view pattern) : rest_(pattern) {}

  std::optional<std::string> translate() {
    while (fits_ && !rest_.empty()) take_one();
    if (!fits_) return std::nullopt;
    return "^(" + out_ + ")$";
  }

 private:
  char take() {
    const char next = rest_.front();
    rest_.remove_prefix(1);
    return next;
  }
  bool take_if(std::string_view start) {
    if (!rest_.starts_with(start)) return false;
    rest_.remove_prefix(start.size());
    return true;
  }

  void take_one() {
    const char next = take();
    if (static_cast<unsigned char>(next) >= 0x80) {
      fits_ = false;  // bash compares bytes here
    } else if (next == '\\') {
      take_escape();
    } else if (next == '[') {
      take_brackets();
    } else if (next == '(') {
      // Groups that only group; (?= and its like look at what POSIX cannot see.
      if (!take_if("?:") && rest_.starts_with('?')) fits_ = false;
      out_ += '(';
    } else {
      out_ += next;
      // Which of several matches is found makes no difference to whether there is one.
      if (next == '*' || next == '+' || next == '?' || next == '}') take_if("?");
    }
  }

  void take_escape() {
    if (rest_.empty()) {
      fits_ = false;
      return;
    }
    const char letter = take();
    if (const std::string_view members = class_of(letter); !members.empty()) {
      out_ += (is_negated(letter) ? "[^" : "[") + std::string(members) + "]";
    } else if (const auto character = escaped_character(letter)) {
      const bool is_special = std::string_view("^.[]$()|*+?{}\\").find(*character) != std::string_view::npos;
      if (is_special) out_ += '\\';
      out_ += *character;
    } else {
      fits_ = false;
    }
  }

  /// Inside of brackets a backslash is none: what it protects must stand where it needs no protection.
  void take_brackets() {
    const bool negated = take_if("^");
    std::string members;
    bool bracket = false;
    bool caret = false;
    bool hyphen = false;
    for (bool closed = false; fits_ && !closed;) {
      if (rest_.empty()) {
        fits_ = false;
        return;
      }
      const char next = take();
      closed = next == ']';
      if (closed) continue;
      const bool starts_range = rest_.starts_with('-') && rest_.size() > 1 && rest_[1] != ']';
      if (static_cast<unsigned char>(next) >= 0x80 || (next == '[' && !rest_.empty() && (rest_[0] == ':' || rest_[0] == '.'))) {
        fits_ = false;
      } else if (next == '\\') {
        take_member_escape(members, bracket, caret, hyphen);
      } else if (next == '-' && (members.empty() || rest_.starts_with(']'))) {
        hyphen = true;
      } else if (next == '^' && !starts_range) {
        caret = true;
      } else {
        members += next;
      }
    }
    write_brackets(negated, members, bracket, caret, hyphen);
  }

  void take_member_escape(std::string& members, bool& bracket, bool& caret, bool& hyphen) {
    if (rest_.empty()) {
      fits_ = false;
      return;
    }
    const char letter = take();
    const std::string_view known = class_of(letter);
    const auto character = known.empty() ? escaped_character(letter) : std::nullopt;
    if (!known.empty() && !is_negated(letter)) {
      members += known;
    } else if (!character || rest_.starts_with('-')) {
      fits_ = rest_.starts_with("-]") && character.has_value();
      if (fits_) add_member(*character, members, bracket, caret, hyphen);
    } else {
      add_member(*character, members, bracket, caret, hyphen);
    }
  }

  static void add_member(char character, std::string& members, bool& bracket, bool& caret, bool& hyphen) {
    switch (character) {
      case ']': bracket = true; break;
      case '^': caret = true; break;
      case '-': hyphen = true; break;
      default: members += character;
    }
  }

  void write_brackets(bool negated, const std::string& members, bool bracket, bool caret, bool hyphen) {
    if (members.empty() && !bracket && !hyphen) {
      if (caret && !negated) {
        out_ += "\\^";
      } else {
        fits_ = fits_ && caret;
        out_ += "[^^]";
      }
      return;
    }
    out_ += negated ? "[^" : "[";
    if (bracket) out_ += ']';
    out_ += members;
    if (caret && members.empty() && !bracket && !negated) {
      out_ += "-^";  // there is a hyphen then: a caret must not come first
      hyphen = false;
    } else if (caret) {
      out_ += '^';
    }
    if (hyphen) out_ += '-';
    out_ += ']';
  }

  std::string_view rest_;
  std::string out_;
  bool fits_ = true;
};

}  // namespace

std::optional<std::string> posix_pattern(std::string_view pattern) { return Translation(pattern).translate(); }

}  // namespace planbuilder::emit
