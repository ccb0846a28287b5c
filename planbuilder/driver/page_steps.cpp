#include "planbuilder/driver/page_steps.h"

#include <stdexcept>
#include <unordered_set>

#include "planbuilder/emit/registry/targets.h"
#include "planbuilder/review/page/secrets.h"
#include "planbuilder/support/text.h"

namespace planbuilder::driver {

namespace {

/// Of the targets that are shown, the first that runs operations itself; else the first that does at all.
const emit::Hands& hands_of(const std::vector<const emit::Target*>& shown) {
  for (const auto* list : {&shown, &emit::targets()}) {
    for (const emit::Target* target : *list) {
      if (target->hands.start != nullptr) return target->hands;
    }
  }
  throw std::logic_error("no target runs operations");
}

/// How people would do what the steps call, each program and each variable once.
class HandsOn {
 public:
  HandsOn(const emit::Hands& hands, review::Page& page) : hands_(hands), page_(page) {}

  void add(const plan::Step& step) {
    if (const auto* invoke = std::get_if<plan::Invoke>(&step.action)) add(*invoke);
    if (step.undo.present()) add(*step.undo);
  }

 private:
  void add(const plan::Invoke& invoke) {
    const auto& [file, type] = invoke.artifact;
    if (files_.insert(file + '\n' + type).second) {
      emit::ByHand by_hand = hands_.start(invoke.artifact);
      page_.programs.push_back(
          {file, type, std::move(by_hand.command), std::move(by_hand.folder), std::move(by_hand.inputs_file)});
    }
    for (const plan::Argument& input : invoke.inputs) {
      if (!inputs_.insert(input.name).second) continue;
      std::string variable = hands_.variable(input.name);
      if (variable != input.name) page_.variables.push_back({input.name, std::move(variable)});
    }
  }

  const emit::Hands& hands_;
  review::Page& page_;
  std::unordered_set<std::string> files_;
  std::unordered_set<std::string> inputs_;
};

constexpr std::size_t most_shown = 200'000;  // bytes of one file
constexpr std::size_t most_shown_in_all = 4'000'000;
constexpr std::size_t most_read = 2'000'000;  // bytes of one file in which risks are looked for

bool is_text(std::string_view content) { return content.find('\0') == std::string_view::npos && is_utf8(content); }

/// Reads one file after the other, as long as the page has room for them.
class ContentReader {
 public:
  ContentReader(review::Page& page, const diff::Contents& content) : page_(page), content_(content) {}

  void read(const plan::UsedFile& file) {
    if (file.digest.empty() || !known_.insert(file.file).second) return;
    std::string text;
    std::string note = read_text(file, text);
    if (note.empty() && !has_room(text)) {
      note = "Other files took the room that this page has for them.";
      ++left_out_;
    }
    page_.contents.push_back({file.file, note.empty() ? std::move(text) : "", note});
  }

  [[nodiscard]] std::size_t left_out() const { return left_out_; }

 private:
  /// Also looks for risks in it. The note says why it is not shown.
  std::string read_text(const plan::UsedFile& file, std::string& text) {
    if (file.size > most_read) return "It is too large to be read here.";
    const auto content = content_(file.file);
    if (!content) return "It cannot be read any more.";
    if (!is_text(*content)) return "It is no text.";
    text = review::hide_secrets(page_.secrets, *content);
    page_.risks.emplace(file.file, review::risks_in_file(file.file, text));
    return text.size() > most_shown ? "It is too large to be shown." : "";
  }

  bool has_room(const std::string& text) {
    if (shown_ + text.size() > most_shown_in_all) return false;
    shown_ += text.size();
    return true;
  }

  review::Page& page_;
  const diff::Contents& content_;
  std::unordered_set<std::string_view> known_;  // of the plans
  std::size_t shown_ = 0;
  std::size_t left_out_ = 0;
};

}  // namespace

void add_programs(review::Page& page, const std::vector<const emit::Target*>& targets) {
  HandsOn hands(hands_of(targets), page);
  for (const review::PagePlan& each : page.plans) {
    for (const plan::Activity& activity : each.plan->activities) {
      for (const plan::Step& step : activity.steps) hands.add(step);
    }
  }
}

void add_contents(review::Page& page, const diff::Contents& content) {
  if (page.secrets.size() > review::most_secrets) {
    page.left_out.emplace_back("what is in the files of steps: the service has more secrets than can be hidden in them");
    return;
  }
  ContentReader reader(page, content);
  for (const review::PagePlan& each : page.plans) {
    for (const plan::UsedFile& file : each.plan->files) reader.read(file);
  }
  if (reader.left_out() > 0)
    page.left_out.push_back("what is in " + count_of(reader.left_out(), "file") + " of steps: they are too large together");
}

}  // namespace planbuilder::driver
