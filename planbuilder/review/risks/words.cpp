#include "planbuilder/review/risks/words.h"

#include "planbuilder/support/text.h"

namespace planbuilder::review {

namespace {

// The locale must not have a say in what a letter is.
bool is_large(char c) { return c >= 'A' && c <= 'Z'; }
char small(char c) { return is_large(c) ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr std::string_view between_words = " \t\r\"'{}[]<>,!=$\\*";
constexpr std::string_view between_commands = ";|&()`";

/// `become:` of YAML is the word `become`.
void add_word(std::string& word, std::vector<std::string>& words) {
  while (word.ends_with(':')) word.pop_back();
  if (!word.empty()) words.push_back(std::move(word));
  word.clear();
}

/// The commands of a text, one character after the other.
class CommandReader {
 public:
  explicit CommandReader(const VisitCommand& visit) : visit_(visit) {}

  void read_line(std::string_view line, std::uint32_t number) {
    if (trim(line).starts_with('#')) return end_command();
    if (words_.empty()) begin(line, number);
    for (const char c : line) {
      const bool ends_command = between_commands.find(c) != std::string_view::npos;
      if (ends_command || between_words.find(c) != std::string_view::npos) {
        add_word(word_, words_);
      } else {
        word_ += small(c);
      }
      if (!ends_command) continue;
      end_command();
      begin(line, number);
    }
    add_word(word_, words_);
    if (!line.ends_with('\\')) end_command();
  }

  void end_command() {
    if (!words_.empty()) visit_(words_, number_, line_);
    words_.clear();
  }

 private:
  void begin(std::string_view line, std::uint32_t number) {
    line_ = line;
    number_ = number;
  }

  const VisitCommand& visit_;
  std::vector<std::string> words_;
  std::string word_;
  std::string_view line_;
  std::uint32_t number_ = 0;
};

}  // namespace

void for_each_command(std::string_view text, const VisitCommand& visit) {
  CommandReader reader(visit);
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    reader.read_line(line, ++number);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  reader.end_command();
}

std::vector<std::string> spellings_of(const std::string& word) {
  std::vector<std::string> all = {word};
  const std::size_t slash = word.rfind('/');
  if (word.starts_with('/') && slash + 1 < word.size()) all.push_back(word.substr(slash + 1));
  const std::size_t dot = word.rfind('.');
  if (dot != std::string::npos && dot + 1 < word.size()) all.push_back("*" + word.substr(dot));
  return all;
}

bool is_word(const std::string& word, const std::string& of_rule) {
  const bool is_letter = of_rule.size() == 2 && of_rule.front() == '-' && of_rule.back() != '-';
  if (!is_letter) return word == of_rule;
  return word.starts_with('-') && !word.starts_with("--") && word.find(of_rule.back(), 1) != std::string::npos;
}

std::vector<std::string> words_of_name(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  for (std::size_t at = 0; at < name.size(); ++at) {
    const bool parts = name[at] == '_' || name[at] == '-' || name[at] == '.' || name[at] == ' ';
    const bool begins = is_large(name[at]) && at > 0 && !is_large(name[at - 1]);
    if (parts || begins) add_word(word, words);
    if (!parts) word += small(name[at]);
  }
  add_word(word, words);
  return words;
}

}  // namespace planbuilder::review
