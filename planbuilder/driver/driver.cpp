#include "planbuilder/driver/driver.h"

#include <filesystem>

#include "planbuilder/driver/approve.h"
#include "planbuilder/driver/artifacts.h"
#include "planbuilder/driver/findings.h"
#include "planbuilder/driver/pack_service.h"
#include "planbuilder/driver/plan_choice.h"
#include "planbuilder/driver/review_page.h"
#include "planbuilder/driver/session.h"
#include "planbuilder/support/render_diagnostics.h"

namespace planbuilder::driver {

namespace {

std::vector<plan::Finding> all_findings(const Session& session) {
  const std::vector<Diagnostic> problems = session.diagnostics.in_file_order();
  return findings_of(problems, session.sources);
}

}  // namespace

struct Service::Parts {
  explicit Parts(Options given) : options(std::move(given)), session(options) {}
  Options options;
  Session session;
  bool is_planned = false;
  std::optional<Plans> plans;
};

Service::Service(Options options) : parts_(std::make_unique<Parts>(std::move(options))) {}
Service::Service(Service&&) noexcept = default;
Service& Service::operator=(Service&&) noexcept = default;
Service::~Service() = default;

bool Service::valid() { return parts_->session.load() != nullptr; }

std::vector<plan::Finding> Service::problems() const { return all_findings(parts_->session); }

std::string Service::problems_in_words(bool color) const {
  return render_text(parts_->session.diagnostics, parts_->session.sources, {.color = color, .grouped = true});
}

std::optional<plan::Plan> Service::plan(const PlanChoice& choice) {
  Session& session = parts_->session;
  const tosca::Topology* topology = session.load();
  if (topology == nullptr) return std::nullopt;
  PlanChoice wanted = choice;
  const std::size_t errors = session.diagnostics.errors();
  const auto request = chosen_plan(wanted, parts_->options.send, session.kinds(), *topology, session.diagnostics);
  auto plan = request ? session.make_plan(*request) : std::nullopt;
  if (session.diagnostics.errors() > errors) return std::nullopt;
  return plan;
}

std::optional<Plans> Service::plans() {
  if (!parts_->is_planned && valid()) parts_->plans = parts_->session.make_all_plans();
  parts_->is_planned = true;
  return parts_->plans;
}

std::optional<Files> Service::emit(const TargetOptions& options) {
  auto all = plans();
  if (!all) return std::nullopt;
  const std::string name = std::filesystem::path(parts_->options.input).filename().string();
  auto made = emit_plans(options, parts_->session, std::move(*all), "../../files", name);
  if (!made) return std::nullopt;
  for (OutputFile& file : copy_used_files(*made, parts_->session)) made->files.push_back(std::move(file));
  for (OutputFile& file : made->reactor.files) made->files.push_back(std::move(file));
  if (parts_->session.diagnostics.has_errors()) return std::nullopt;
  return std::move(made->files);
}

std::optional<std::string> Service::page(const Plans* before, const std::string& against) {
  auto all = plans();
  if (!all) return std::nullopt;
  PageRequest request;
  request.input = input_name(parts_->options.input);
  request.options = options_in_words(parts_->options);
  request.against = against;
  request.before = before;
  request.secrets = &parts_->session.literal_secrets();
  return make_page(request, std::move(*all), parts_->session.sources, parts_->session.diagnostics);
}

Packed pack(PackOptions options) {
  Session session(options);
  const auto made = pack_service(options, session);
  Packed packed{{}, all_findings(session)};
  if (!made || session.diagnostics.has_errors()) return packed;
  for (const plan::Plan& plan : made->plans) packed.plans.push_back(plan.name);
  return packed;
}

ApprovalResult approve(const ApproveOptions& options) {
  Session session(options);
  auto approved = approve(options, session);
  return {session.diagnostics.has_errors() ? std::nullopt : std::move(approved), all_findings(session)};
}

}  // namespace planbuilder::driver
