#include "planbuilder/review/decisions.h"

#include <algorithm>
#include <map>

#include "planbuilder/support/display.h"
#include "planbuilder/support/text.h"

namespace planbuilder::review {

namespace {

/// What a deed is to a person. In the order of the summary.
struct DeedSign {
  std::string_view deed;
  std::string_view sign;
  std::string_view done;  // of so many
};

constexpr DeedSign deed_signs[] = {
    {"make", "+", "to create"},
    {"redo", "~", "to do again"},
    {"go-on", "~", "to repair"},
    {"reconfigure", "~", "to reconfigure"},
    {"reconfigure+start", "~", "to reconfigure"},
    {"start", "~", "to restart"},
    {"bounce", "~", "to restart"},
    {"record", "~", "to record anew"},
    {"replace", "-/+", "to replace"},
    {"remove", "-", "to remove"},
    {"forget", "-", "to forget"},
    {"rename", ">", "to rename"},
    {"check", "?", "to check"},
    {"discover", "?", "to look for"},
    {"nothing", "=", "left alone"},
};

const DeedSign& sign_of(const plan::Decision& decision) {
  const auto found = std::find_if(std::begin(deed_signs), std::end(deed_signs),
                                  [&](const DeedSign& sign) { return sign.deed == decision.deed; });
  return found == std::end(deed_signs) ? *std::prev(std::end(deed_signs)) : *found;
}

bool does_nothing(const plan::Decision& decision) { return decision.deed == "nothing"; }

/// A relationship that nobody touches says nothing that its ends do not say.
bool is_shown(const plan::Decision& decision) {
  return decision.entity.kind != plan::Entity::Kind::relationship || !does_nothing(decision);
}

std::string shown_name(const plan::Decision& decision) {
  return (decision.was.empty() ? "" : decision.was + " -> ") + decision.entity.id +
         (decision.instance && *decision.instance > 1 ? "/" + std::to_string(*decision.instance) : "");
}

std::string shown_place(const plan::Decision& decision) {
  if (!decision.at) return "";
  return "  " + decision.at->file + ":" + std::to_string(decision.at->line) + ":" + std::to_string(decision.at->column);
}

std::string padded_to(std::string text, std::size_t width) {
  const std::size_t taken = display_width(text);
  return taken < width ? text + std::string(width - taken, ' ') : text;
}

std::string count_deeds(const std::vector<plan::Decision>& decisions) {
  std::map<std::string_view, std::size_t> counts;
  for (const plan::Decision& decision : decisions) {
    if (is_shown(decision)) ++counts[sign_of(decision).done];
  }
  std::vector<std::string> words;
  for (const DeedSign& sign : deed_signs) {
    const auto count = counts.find(sign.done);
    if (count == counts.end()) continue;
    words.push_back(std::to_string(count->second) + " " + std::string(sign.done));
    counts.erase(count);
  }
  return join(words, ", ");
}

}  // namespace

std::string decisions_text(const plan::Plan& plan) {
  if (!plan.made_from.present()) return "";
  const std::vector<plan::Decision>& decisions = plan.made_from->decisions;
  const bool idle = std::all_of(decisions.begin(), decisions.end(), does_nothing);
  std::string out = plan.name + " plan of " + plan.service.name + ": " + (idle ? "nothing to do" : count_deeds(decisions)) + "\n";
  std::size_t width = 0;
  std::size_t reason = 0;
  for (const plan::Decision& decision : decisions) {
    if (!is_shown(decision)) continue;
    width = std::max(width, std::min<std::size_t>(display_width(printable(shown_name(decision))), 40));
    reason = std::max(reason, decision.reason.size());
  }
  for (const plan::Decision& decision : decisions) {
    if (!is_shown(decision)) continue;
    out += "  " + padded_to(std::string(sign_of(decision).sign), 4) + padded_to(printable(shown_name(decision)), width) + "  " +
           padded_to(decision.reason, reason) + "  " + decision.why + printable(shown_place(decision)) + "\n";
    if (does_nothing(decision) && decision.reason == "ok") continue;
    for (const std::string& change : decision.changes) out += std::string(width + 8, ' ') + printable(change) + "\n";
  }
  if (!plan.made_from->digest.empty()) out += "made from the state " + plan.made_from->digest.substr(0, 12) + "\n";
  return out;
}

}  // namespace planbuilder::review
