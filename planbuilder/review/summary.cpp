#include "planbuilder/review/summary.h"

#include <algorithm>
#include <optional>

#include "planbuilder/support/text.h"

namespace planbuilder::review {

namespace {

/// Nothing of what only keeps the books.
struct Words {
  using Text = std::optional<std::string>;

  Text operator()(const plan::Invoke& invoke) const {
    return invoke.plugin.present() ? "run " + invoke.operation : invoke.operation;
  }
  Text operator()(const plan::SetState&) const { return {}; }
  Text operator()(const plan::Record&) const { return {}; }
  Text operator()(const plan::Select& select) const {
    if (select.mode == plan::Select::Mode::strategic) return select.strategy;
    return select.through ? "the one of " + select.through->id : "select";
  }
  Text operator()(const plan::Delegate& delegate) const { return "delegate " + delegate.type; }
  Text operator()(const plan::Emit& emit) const { return "emit " + emit.event; }
  Text operator()(const plan::Transfer& transfer) const { return "transfer " + transfer.file; }
  Text operator()(const plan::Wait&) const { return "wait"; }
};

}  // namespace

std::string summary_of(const plan::Activity& activity) {
  std::vector<std::string> words;
  for (const plan::Step& step : activity.steps) {
    if (auto text = std::visit(Words(), step.action)) words.push_back(std::move(*text));
  }
  if (words.empty()) return activity.filled_by.empty() ? "nobody knows what to do" : "nothing to call";
  return join(words, ", ");
}

bool calls_nothing(const plan::Activity& activity) {
  const auto keeps_books = [](const plan::Step& step) { return !std::visit(Words(), step.action); };
  return !activity.filled_by.empty() && std::all_of(activity.steps.begin(), activity.steps.end(), keeps_books);
}

}  // namespace planbuilder::review
