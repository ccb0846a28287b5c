#include "planbuilder/driver/read_side.h"

#include <filesystem>

#include "planbuilder/driver/plan_choice.h"
#include "planbuilder/driver/plan_document.h"
#include "planbuilder/flow/called_operations.h"
#include "planbuilder/plan/read_plan.h"

namespace planbuilder::driver {

namespace fs = std::filesystem;

namespace {

using MaybePlans = std::optional<std::vector<plan::Plan>>;

Options with_input(Options options, const std::string& input) {
  options.input = input;
  return options;
}

/// A definitions file may have been handed over alone, as by git: what it names is elsewhere, rather than gone.
void forget_missing_files(std::vector<plan::Plan>& plans) {
  for (plan::Plan& plan : plans) std::erase_if(plan.files, [](const plan::UsedFile& file) { return file.is_missing(); });
}

}  // namespace

Side::Side(Options options, const std::string& input)
    : options_(with_input(std::move(options), input)), name_(input), session_(options_) {}

MaybePlans Side::plans(const PlanChoice* choice) {
  std::error_code ignored;
  if (name_ == "-") return take_standard_input(choice);
  if (fs::is_character_file(name_, ignored)) return std::vector<plan::Plan>();
  if (fs::is_regular_file(name_, ignored) && is_document(name_)) return read_document(read_whole(name_), choice);
  return plan_service(choice);
}

MaybePlans Side::read_document(std::string text, const PlanChoice* choice) {
  const FileId file = session_.sources.add(name_, std::move(text));
  auto document = plan::read_document(session_.sources, file, session_.diagnostics);
  if (!document) return std::nullopt;
  if (choice != nullptr)
    std::erase_if(document->plans,
                  [&](const plan::Plan& plan) { return !is_chosen(*choice, session_.kinds(), plan.kind, plan.name); });
  return std::move(document->plans);
}

MaybePlans Side::plan_service(const PlanChoice* choice) {
  topology_ = session_.load();
  if (topology_ == nullptr) return std::nullopt;
  std::vector<flow::PlanRequest> requests = session_.all_plans();
  PlanChoice wanted = choice != nullptr ? *choice : PlanChoice();  // it keeps a part of the service that is asked for
  if (choice != nullptr && chooses_calls(*choice, session_.kinds())) {
    requests = chosen_plans(wanted, {}, session_.kinds(), *topology_, session_.diagnostics);
    std::erase_if(requests, [&](const flow::PlanRequest& request) { return !flow::calls_anything(*topology_, request); });
  } else if (choice != nullptr) {
    std::erase_if(requests, [&](const flow::PlanRequest& request) {
      return !is_chosen(*choice, session_.kinds(), request.kind, request.name());
    });
  }
  std::vector<plan::Plan> plans;
  for (const flow::PlanRequest& request : requests) {
    if (auto plan = session_.make_plan(request)) plans.push_back(std::move(*plan));
  }
  if (session_.archive().kind() == csar::InputKind::single_file) forget_missing_files(plans);
  if (session_.diagnostics.has_errors()) return std::nullopt;
  return plans;
}

std::optional<std::string> Side::content(const std::string& file) const {
  if (topology_ == nullptr) return std::nullopt;
  if (const OutputFile* brought = session_.plugins().find_file(file)) return brought->content;
  Diagnostics ignored;  // it was read before
  return session_.archive().read(file, ignored);
}

MaybePlans Side::take_standard_input(const PlanChoice* choice) {
  options_.input = spooled_.take(session_.diagnostics);
  name_ = "standard input";
  if (options_.input.empty()) return std::nullopt;
  return is_document(options_.input) ? read_document(read_whole(options_.input), choice) : plan_service(choice);
}

}  // namespace planbuilder::driver
