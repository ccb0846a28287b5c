#include "planbuilder/plan_kinds/plan_kinds.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "planbuilder/plan_kinds/read_kinds.h"
#include "planbuilder/support/embedded.h"

namespace planbuilder::embedded {
std::span<const File> plan_kinds();
}

namespace planbuilder {

namespace {

bool is_asked_for_by_name(const PlanKind& kind) {
  return kind->subject == Subject::service || kind->subject == Subject::region || kind->subject == Subject::operation;
}

std::vector<std::string> words_of(const PlanKind& kind) {
  std::vector<std::string> words = kind->aliases;
  words.insert(words.begin(), kind->name);
  return words;
}

}  // namespace

const PlanKinds& PlanKinds::shipped() {
  static const PlanKinds table = [] {
    constexpr const char* name = "kinds.txt";
    Sources sources;
    Diagnostics diagnostics;
    const FileId file = sources.add(name, std::string(embedded::find(embedded::plan_kinds(), name).value()));
    std::vector<PlanKindFacts> rows;
    for (WrittenKind& kind : read_kinds(sources, file, diagnostics)) rows.push_back(std::move(kind.facts));
    if (diagnostics.has_errors()) throw std::logic_error("kinds.txt: " + diagnostics.since(0).front().summary);
    return PlanKinds(rows);
  }();
  return table;
}

std::optional<PlanKinds> PlanKinds::read(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  PlanKinds table = shipped();
  const std::size_t before = diagnostics.errors();
  const std::vector<WrittenKind> written = read_kinds(sources, file, diagnostics);
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto same = [&](const WrittenKind& other) { return other.facts.name == written[i].facts.name; };
    const auto first = std::find_if(written.begin(), written.end(), same);
    if (first == written.begin() + static_cast<std::ptrdiff_t>(i)) {
      table.add(written[i], diagnostics);
    } else {
      diagnostics.error(Code::bad_semantics, written[i].at, "there is a kind '" + written[i].facts.name + "' already")
          .note("here", first->at);
    }
  }
  return diagnostics.errors() == before ? std::optional(std::move(table)) : std::nullopt;
}

void PlanKinds::add(const WrittenKind& kind, Diagnostics& diagnostics) {
  const PlanKindFacts& row = kind.facts;
  const auto refuse = [&](const std::string& why) { diagnostics.error(Code::bad_semantics, kind.at, why); };
  if (row.subject != Subject::service || row.direction != Direction::none)
    return refuse("the kind '" + row.name +
                  "' must be about the service and have no direction: it calls operations of what is there");
  const auto place = std::find_if(kinds_.begin(), kinds_.end(), [&](const PlanKind& known) { return known->name == row.name; });
  if (place != kinds_.end() && ((*place)->phases.empty() || (*place)->subject != Subject::service))
    return refuse("the kind '" + row.name + "' does more than call operations: no other can take its place");
  PlanKind added(row);
  for (const PlanKind& known : kinds_) {
    if (known->name == row.name) continue;
    const std::vector<std::string> taken = words_of(known);
    for (const std::string& word : words_of(added)) {
      if (std::find(taken.begin(), taken.end(), word) != taken.end())
        return refuse("'" + word + "' is a word for the kind '" + known->name + "' already");
    }
  }
  if (place != kinds_.end()) {
    *place = std::move(added);
  } else {
    kinds_.push_back(std::move(added));
  }
}

PlanKind::PlanKind() : PlanKind(PlanKinds::shipped().usual()) {}

PlanKinds::PlanKinds(const std::vector<PlanKindFacts>& rows) {
  for (const PlanKindFacts& row : rows) kinds_.emplace_back(row);
}

const PlanKind& PlanKinds::about(Subject subject) const {
  const auto found = std::find_if(begin(), end(), [&](const PlanKind& kind) { return kind->subject == subject; });
  if (found == end()) throw std::logic_error("no kind of plan is about this");
  return *found;
}

const PlanKind& PlanKinds::that_grows() const {
  const auto found = std::find_if(begin(), end(), [](const PlanKind& kind) {
    return kind->subject == Subject::region && kind->direction == Direction::build;
  });
  if (found == end()) throw std::logic_error("no kind of plan makes one more of a region");
  return *found;
}

const PlanKind* PlanKinds::find(std::string_view word) const {
  for (const PlanKind& kind : kinds_) {
    const std::vector<std::string> words = words_of(kind);
    if (is_asked_for_by_name(kind) && std::find(words.begin(), words.end(), word) != words.end()) return &kind;
  }
  return nullptr;
}

const PlanKind* PlanKinds::find_action(std::string_view name) const {
  std::string word(name.substr(name.rfind('.') + 1));
  std::replace(word.begin(), word.end(), '_', '-');
  return find(word);
}

PlanKind PlanKinds::named(std::string_view name) const {
  const auto found = std::find_if(begin(), end(), [&](const PlanKind& kind) { return kind->name == name; });
  return found != end() ? *found : PlanKind(PlanKindFacts{.name = std::string(name), .operation = std::string(name)});
}

bool PlanKinds::has_event(std::string_view event) const {
  return std::any_of(begin(), end(), [&](const PlanKind& kind) { return !event.empty() && kind->event == event; });
}

std::vector<std::string> PlanKinds::words() const {
  std::vector<std::string> all;
  for (const PlanKind& kind : kinds_) {
    if (!is_asked_for_by_name(kind)) continue;
    for (std::string& word : words_of(kind)) all.push_back(std::move(word));
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::string PlanKinds::in_words() const {
  std::vector<std::string> all;
  for (const PlanKind& kind : kinds_) {
    if (!is_asked_for_by_name(kind)) continue;
    std::string& text = all.emplace_back(kind->name);
    for (std::size_t i = 0; i < kind->aliases.size(); ++i) text += (i == 0 ? " (" : ", ") + kind->aliases[i];
    if (!kind->aliases.empty()) text += ")";
  }
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) text += (i == 0 ? "" : i + 1 == all.size() ? " or " : ", ") + all[i];
  return text;
}

}  // namespace planbuilder
