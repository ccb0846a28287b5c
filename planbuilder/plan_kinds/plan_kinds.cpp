#include "planbuilder/plan_kinds/plan_kinds.h"

#include <algorithm>
#include <stdexcept>

#include "planbuilder/plan_kinds/table.h"

namespace planbuilder {

namespace {

bool is_asked_for_by_name(const PlanKind& kind) { return kind->subject == Subject::service || kind->subject == Subject::region; }

std::vector<std::string> words_of(const PlanKind& kind) {
  std::vector<std::string> words = kind->aliases;
  words.insert(words.begin(), kind->name);
  return words;
}

}  // namespace

const PlanKinds& PlanKinds::shipped() {
  static const PlanKinds table(shipped_plan_kinds());
  return table;
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
