#include "planbuilder/review/summary.h"

#include "planbuilder/support/text.h"

namespace planbuilder::review {

std::string summary_of(const plan::Activity& activity) {
  std::vector<std::string> words;
  for (const plan::Step& step : activity.steps) {
    if (const auto* invoke = std::get_if<plan::Invoke>(&step.action)) words.push_back(invoke->operation);
    if (const auto* delegate = std::get_if<plan::Delegate>(&step.action)) words.push_back("delegate " + delegate->type);
    if (const auto* transfer = std::get_if<plan::Transfer>(&step.action)) words.push_back("transfer " + transfer->file);
    if (std::holds_alternative<plan::Wait>(step.action)) words.push_back("wait");
    if (const auto* select = std::get_if<plan::Select>(&step.action)) {
      words.push_back(select->mode == plan::Select::Mode::strategic ? select->strategy : "the one of " + select->through->id);
    }
  }
  if (words.empty()) return activity.filled_by.empty() ? "nobody knows what to do" : "nothing to call";
  return join(words, ", ");
}

}  // namespace planbuilder::review
