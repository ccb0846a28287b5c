#include "planbuilder/review/page/pack_steps.h"

#include <initializer_list>
#include <map>
#include <utility>

#include "planbuilder/plan/whereabouts.h"
#include "planbuilder/review/page/list.h"
#include "planbuilder/review/summary.h"
#include "planbuilder/support/text.h"

namespace planbuilder::review {

namespace {

/// `"key":n` for each, with commas between them.
std::string numbered(std::initializer_list<std::pair<std::string_view, std::string_view>> texts, Packer& packer) {
  std::string out;
  for (const auto& [key, text] : texts) {
    if (!out.empty()) out += ',';
    out += json_quote(key) + ":" + std::to_string(packer.number_of(text));
  }
  return out;
}

std::string packed_risk(const Risk& risk, Packer& packer) {
  return "{\"mark\":" + std::to_string(static_cast<std::size_t>(risk.mark)) + ",\"line\":" + std::to_string(risk.line) + "," +
         numbered({{"why", risk.why}, {"file", risk.file}, {"text", risk.text}}, packer) + "}";
}

}  // namespace

std::string packed_quiet(const plan::Plan& plan) {
  std::vector<std::size_t> quiet;
  for (std::size_t i = 0; i < plan.activities.size(); ++i) {
    if (calls_nothing(plan.activities[plan::ActivityId(i)])) quiet.push_back(i);
  }
  return list_of(quiet, [](std::size_t number) { return std::to_string(number); });
}

std::string packed_machines(const plan::Plan& plan, Packer& packer) {
  const plan::Machines found = plan::find_whereabouts(plan);
  const std::map<std::string, plan::Whereabouts> sorted(found.begin(), found.end());
  return list_of(sorted, [&](const auto& each) {
    const auto& [node, where] = each;
    return "{\"way\":" + json_quote(to_string(where.way)) + "," +
           numbered({{"node", node}, {"by", where.by}, {"value", where.value}, {"user", where.user}}, packer) + "}";
  });
}

std::string packed_risks(const plan::Plan& plan, const RisksOfFiles& files, Packer& packer) {
  const PlanRisks found = find_risks(plan, files);
  const auto number = [](std::uint32_t each) { return std::to_string(each); };
  return "{\"risks\":" + list_of(found.risks, [&](const Risk& risk) { return packed_risk(risk, packer); }) +
         ",\"lists\":" + list_of(found.lists, [&](const auto& list) { return list_of(list, number); }) + ",\"steps\":" +
         list_of(found.steps,
                 [](const PlanRisks::At& at) {
                   return std::to_string(at.activity.index()) + "," + std::to_string(at.step) + "," + std::to_string(at.list);
                 }) +
         "}";
}

std::string packed_marks() {
  return list_of(marks, [](const MarkWords& mark) {
    return "{\"name\":" + json_quote(mark.name) + ",\"label\":" + json_quote(mark.label) + ",\"sign\":" + json_quote(mark.sign) +
           ",\"meaning\":" + json_quote(mark.meaning) + "}";
  });
}

std::string packed_programs(const std::vector<PageProgram>& programs, Packer& packer) {
  return list_of(programs, [&](const PageProgram& each) {
    return "{" +
           numbered({{"file", each.file},
                     {"type", each.type},
                     {"command", each.command},
                     {"folder", each.folder},
                     {"inputs_file", each.inputs_file}},
                    packer) +
           "}";
  });
}

std::string packed_contents(const std::vector<PageContent>& contents, Packer& packer) {
  return list_of(contents, [&](const PageContent& each) {
    const bool is_shown = each.note.empty();
    return "{" + numbered({{"file", each.path}, {is_shown ? "text" : "note", is_shown ? each.text : each.note}}, packer) + "}";
  });
}

std::string packed_variables(const std::vector<PageVariable>& variables, Packer& packer) {
  return list_of(variables, [&](const PageVariable& each) {
    return std::to_string(packer.number_of(each.input)) + "," + std::to_string(packer.number_of(each.variable));
  });
}

}  // namespace planbuilder::review
