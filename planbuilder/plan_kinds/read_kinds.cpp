#include "planbuilder/plan_kinds/read_kinds.h"

#include <algorithm>
#include <array>

#include "planbuilder/support/text.h"

namespace planbuilder {

namespace {

/// A part of a line that is wrong, and why.
struct Fault {
  std::string_view part;
  std::string why;
};
using MaybeFault = std::optional<Fault>;

template <class T>
using KindWords = std::span<const std::pair<std::string_view, T>>;

template <class T>
MaybeFault take_word(std::string_view text, KindWords<T> words, T& into) {
  std::vector<std::string_view> known;
  for (const auto& [word, meaning] : words) {
    known.push_back(word);
    if (word != text) continue;
    into = meaning;
    return std::nullopt;
  }
  return Fault{text,
               "'" + std::string(text) + "' is none of " + join({known.begin(), known.end()}, ", ") + did_you_mean(text, known)};
}

constexpr std::pair<std::string_view, Direction> direction_words[] = {
    {"build", Direction::build}, {"terminate", Direction::terminate}, {"none", Direction::none}};
constexpr std::pair<std::string_view, Subject> subject_words[] = {
    {"service", Subject::service},   {"region", Subject::region},   {"event", Subject::event},
    {"workflow", Subject::workflow}, {"trigger", Subject::trigger}, {"operation", Subject::operation}};
constexpr std::pair<std::string_view, Given> given_words[] = {
    {"when-asked", Given::when_asked}, {"if-implemented", Given::if_implemented}, {"always", Given::always}};
constexpr std::pair<std::string_view, CallOrder> call_order_words[] = {{"build", CallOrder::build},
                                                                       {"terminate", CallOrder::terminate},
                                                                       {"sources-first", CallOrder::sources_first},
                                                                       {"targets-first", CallOrder::targets_first},
                                                                       {"any", CallOrder::any}};
constexpr std::pair<std::string_view, bool> yes_words[] = {{"yes", true}, {"no", false}};
constexpr std::pair<std::string_view, bool> failure_words[] = {{"stops", false}, {"noted", true}};
constexpr std::array<std::string_view, 6> statuses = {"unknown", "ok", "degraded", "error", "pending", "absent"};

/// Between commas.
std::vector<std::string_view> items_of(std::string_view text) {
  std::vector<std::string_view> items;
  for (const std::string_view item : split(text, ',')) items.push_back(trim(item));
  return items;
}

bool is_word(std::string_view text) {
  const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z' && std::all_of(text.begin(), text.end(), fits);
}

MaybeFault expect_word(std::string_view text) {
  if (is_word(text)) return std::nullopt;
  return Fault{text, "'" + std::string(text) + "' is no word of small letters, digits and hyphens"};
}

MaybeFault take_operations(std::string_view text, std::vector<CalledOperation>& into) {
  for (const std::string_view item : items_of(text)) {
    const std::size_t dot = item.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || dot + 1 == item.size())
      return Fault{item, "'" + std::string(item) + "' is no operation: INTERFACE.OPERATION or *.OPERATION is wanted"};
    into.push_back(to_called_operation(item));
  }
  return std::nullopt;
}

MaybeFault take_words(std::string_view text, std::vector<std::string>& into) {
  for (const std::string_view item : items_of(text)) {
    if (auto fault = expect_word(item)) return fault;
    into.emplace_back(item);
  }
  return std::nullopt;
}

template <std::string PlanKindFacts::*Member>
MaybeFault text_line(std::string_view text, PlanKindFacts& row) {
  row.*Member = text;
  return std::nullopt;
}

template <auto Member, auto& Words>
MaybeFault word_line(std::string_view text, PlanKindFacts& row) {
  return take_word<std::remove_cvref_t<decltype(row.*Member)>>(text, Words, row.*Member);
}

template <auto Member, auto& Words>
MaybeFault phase_word_line(std::string_view text, PlanKindFacts& row) {
  Phase& phase = row.phases.back();
  return take_word<std::remove_cvref_t<decltype(phase.*Member)>>(text, Words, phase.*Member);
}

/// `STATE`, or `STATE STATUS`.
MaybeFault then_line(std::string_view text, PlanKindFacts& row) {
  Phase& phase = row.phases.back();
  const std::size_t space = text.find(' ');
  phase.state = text.substr(0, space);
  if (space == std::string_view::npos) return std::nullopt;
  const std::string_view status = trim(text.substr(space));
  phase.status = status;
  if (std::find(statuses.begin(), statuses.end(), status) != statuses.end()) return std::nullopt;
  return Fault{status, "'" + std::string(status) + "' is no status" + did_you_mean(status, {statuses.begin(), statuses.end()})};
}

struct Keyname {
  std::string_view name;
  bool of_phase;  // it stands below `calls`
  MaybeFault (*read)(std::string_view text, PlanKindFacts& row);
};

constexpr Keyname keynames[] = {
    {"aliases", false, [](std::string_view text, PlanKindFacts& row) { return take_words(text, row.aliases); }},
    {"does", false, text_line<&PlanKindFacts::does>},
    {"direction", false, word_line<&PlanKindFacts::direction, direction_words>},
    {"about", false, word_line<&PlanKindFacts::subject, subject_words>},
    {"given", false, word_line<&PlanKindFacts::given, given_words>},
    {"part", false, word_line<&PlanKindFacts::takes_part, yes_words>},
    {"event", false, text_line<&PlanKindFacts::event>},
    {"workflow", false, text_line<&PlanKindFacts::workflow>},
    {"plan-type", false, text_line<&PlanKindFacts::plan_type>},
    {"operation", false, text_line<&PlanKindFacts::operation>},
    {"opentosca-name", false, text_line<&PlanKindFacts::opentosca_name>},
    {"calls", false,
     [](std::string_view text, PlanKindFacts& row) { return take_operations(text, row.phases.emplace_back().of_nodes); }},
    {"calls-of-relationships", true,
     [](std::string_view text, PlanKindFacts& row) { return take_operations(text, row.phases.back().of_relationships); }},
    {"order", true, phase_word_line<&Phase::order, call_order_words>},
    {"from", true, [](std::string_view text, PlanKindFacts& row) { return take_words(text, row.phases.back().from); }},
    {"during", true,
     [](std::string_view text, PlanKindFacts& row) {
       row.phases.back().during = text;
       return MaybeFault();
     }},
    {"then", true, then_line},
    {"failure", true, phase_word_line<&Phase::notes_failure, failure_words>},
    {"finds", true, phase_word_line<&Phase::finds, yes_words>},
};

class KindReader {
 public:
  KindReader(FileId file, Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

  void read(std::string_view line, std::uint32_t number) {
    line_ = line;
    number_ = number;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return report({trim(line), "a line is a keyname, a colon and a value"});
    const std::string_view name = trim(line.substr(0, colon));
    const std::string_view value = trim(line.substr(colon + 1));
    if (value.empty()) return report({name, "'" + std::string(name) + "' has no value"});
    if (name == "kind") return begin(value);
    if (kinds_.empty()) return report({name, "a kind begins with a line 'kind: NAME'"});
    read(name, value);
  }

  std::vector<WrittenKind> take() {
    for (WrittenKind& kind : kinds_) finish(kind);
    return std::move(kinds_);
  }

 private:
  void begin(std::string_view name) {
    kinds_.push_back({{.name = std::string(name)}, at(name)});
    seen_.clear();
    if (const auto fault = expect_word(name)) report(*fault);
  }

  void read(std::string_view name, std::string_view value) {
    std::vector<std::string_view> known = {"kind"};
    for (const Keyname& keyname : keynames) {
      known.push_back(keyname.name);
      if (keyname.name == name) return read(keyname, name, value);
    }
    report({name, "a kind of plan has no '" + std::string(name) + "'" + did_you_mean(name, known)});
  }

  void read(const Keyname& keyname, std::string_view written, std::string_view value) {
    PlanKindFacts& row = kinds_.back().facts;
    if (keyname.name == "calls") {
      std::erase_if(seen_, [](const Keyname* other) { return other->of_phase || other->name == "calls"; });
    } else if (keyname.of_phase && row.phases.empty()) {
      // What one operation is called by stands for what is named when a plan is asked for.
      if (row.subject != Subject::operation)
        return report({written, "'" + std::string(written) + "' says how operations are called: a line 'calls' comes first"});
      row.phases.emplace_back();
    }
    if (std::find(seen_.begin(), seen_.end(), &keyname) != seen_.end())
      return report({written, "'" + std::string(written) + "' is there already"});
    seen_.push_back(&keyname);
    if (const auto fault = keyname.read(value, row)) report(*fault);
  }

  /// What is asked of every row.
  void finish(WrittenKind& kind) {
    PlanKindFacts& row = kind.facts;
    const auto miss = [&](const char* what) {
      diagnostics_.error(Code::bad_semantics, kind.at, "the kind '" + row.name + "' has no '" + what + "'");
    };
    if (row.does.empty()) miss("does");
    if (row.subject == Subject::unknown) miss("about");
    if (row.subject == Subject::service && row.direction == Direction::none && row.phases.empty()) miss("calls");
    if (row.operation.empty()) row.operation = "initiate";
  }

  [[nodiscard]] SourceRange at(std::string_view part) const {
    const auto column = static_cast<std::uint32_t>(part.data() - line_.data() + 1);
    return {file_, number_, column, static_cast<std::uint32_t>(part.size())};
  }
  void report(const Fault& fault) { diagnostics_.error(Code::bad_semantics, at(fault.part), fault.why); }

  FileId file_;
  Diagnostics& diagnostics_;
  std::uint32_t number_ = 0;
  std::string_view line_;
  std::vector<WrittenKind> kinds_;
  std::vector<const Keyname*> seen_;  // of the row, or of its phase
};

}  // namespace

CalledOperation to_called_operation(std::string_view words) {
  const std::size_t dot = words.rfind('.');
  if (dot == std::string_view::npos) return {"*", std::string(words)};
  return {std::string(words.substr(0, dot)), std::string(words.substr(dot + 1))};
}

std::vector<WrittenKind> read_kinds(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  KindReader reader(file, diagnostics);
  std::uint32_t number = 0;
  for (std::string_view line : split(sources.text(file), '\n')) {
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (trim(line).empty() || line.starts_with('#')) continue;
    reader.read(line, number);
  }
  return reader.take();
}

}  // namespace planbuilder
