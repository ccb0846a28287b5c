#include "planbuilder/driver/session.h"

#include <algorithm>
#include <fstream>

#include "csar/entry_definitions.h"
#include "csar/manifest.h"
#include "csar/metadata.h"
#include "csar/paths.h"
#include "csar/root_template.h"
#include "planbuilder/driver/findings.h"
#include "planbuilder/driver/plan_choice.h"
#include "planbuilder/driver/read_plugins.h"
#include "planbuilder/events/profile.h"
#include "planbuilder/events/simulation.h"
#include "planbuilder/flow/called_operations.h"
#include "planbuilder/flow/own_operations.h"
#include "planbuilder/flow/scaling.h"
#include "planbuilder/flow/workflow/actions.h"
#include "planbuilder/plan_kinds/plan_kinds.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/checks/check_files.h"
#include "planbuilder/tosca/load.h"
#include "planbuilder/tosca/model/digest.h"
#include "plugins/fill_plan.h"
#include "plugins/lifecycle/idle_events.h"

namespace planbuilder::driver {

namespace {

std::size_t steps_of(const plan::Plan& plan) {
  std::size_t steps = 0;
  for (const plan::Activity& activity : plan.activities) steps += activity.steps.size();
  return steps;
}

}  // namespace

std::optional<FileId> Session::read_option_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    diagnostics.error(Code::file_not_found, {}, "there is no file " + path);
    return std::nullopt;
  }
  return sources.add(path, std::string(std::istreambuf_iterator<char>(in), {}));
}

bool Session::read_semantics() {
  if (options_.semantics.empty()) return true;
  const auto file = read_option_file(options_.semantics);
  if (file) semantics_ = flow::Semantics::read(sources, *file, diagnostics);
  return semantics_.has_value();
}

bool Session::read_kinds() {
  if (options_.kinds.empty()) return true;
  const auto file = read_option_file(options_.kinds);
  if (file) kinds_ = PlanKinds::read(sources, *file, diagnostics);
  return kinds_.has_value();
}

bool Session::find_before() {
  if (!reads_record_) return true;
  auto found = pack::find_before(*archive_, sources, diagnostics);
  if (found) before_ = std::move(*found);
  return found.has_value();
}

std::optional<tosca::LoadOptions> Session::open() {
  if (options_.strict_tosca) diagnostics.refuse_tolerated();
  if (!read_semantics() || !read_kinds() || !read_plugins()) return std::nullopt;
  StageTimer opening(&timings, "opening the input");
  archive_ = csar::Archive::open(options_.input, options_.limits.archive, diagnostics);
  if (!archive_) return std::nullopt;
  opening.stop(count_of(archive_->entries().size(), "entry"));
  read_csar_plugins(*archive_, options_.allow_csar_plugins, plugins_, sources, diagnostics);
  if (diagnostics.has_errors() || !find_before()) return std::nullopt;
  auto metadata = csar::read_metadata(*archive_, sources, diagnostics, packs_);
  const auto entry = metadata ? csar::find_entry_definitions(*archive_, *metadata, diagnostics) : std::nullopt;
  if (!entry || !csar::check_root_template(*archive_, *metadata, *entry, diagnostics)) return std::nullopt;
  tosca::LoadOptions options;
  options.yaml = options_.limits.yaml;
  options.limits = options_.limits.model;
  options.timings = &timings;
  if (packs_) options.restored = before_.restored;
  if (!options_.import_map.empty()) {
    auto map = tosca::ImportMap::read(options_.import_map, sources, diagnostics);
    if (!map) return std::nullopt;
    options.imports = std::move(*map);
  }
  for (const std::string& name : metadata->other_definitions()) {
    if (auto path = csar::resolve({}, name)) options.other_definitions.push_back(std::move(*path));
  }
  metadata_ = std::move(*metadata);
  entry_definitions_ = *entry;
  return options;
}

const tosca::Topology* Session::load() {
  if (!is_loaded_) {
    is_loaded_ = true;
    const auto options = open();
    if (!options) return nullptr;
    topology_ = tosca::load(*archive_, entry_definitions_, sources, diagnostics, *options);
    const bool genuine = csar::check_manifest(*archive_, metadata_, entry_definitions_, sources, diagnostics);
    is_valid_ = topology_ && genuine;
    if (is_valid_) interleaving_ = flow::find_interleaving(*topology_);
  }
  return is_valid_ ? &*topology_ : nullptr;
}

std::vector<tosca::DefinitionsFile> Session::read_files() {
  const auto options = open();
  if (!options) return {};
  return tosca::read_files(*archive_, entry_definitions_, *options, sources, diagnostics);
}

bool Session::read_plugins() {
  for (const std::string& folder : options_.plugin_dirs) read_plugin_folder(folder, plugins_, sources, diagnostics);
  return !diagnostics.has_errors();
}

void Session::bring(OutputFile file) {
  std::string path = file.path;
  brought_.insert_or_assign(std::move(path), std::move(file));
}

const OutputFile* Session::find_brought(const std::string& path) const {
  const auto found = brought_.find(path);
  return found == brought_.end() ? plugins_.find_file(path) : &found->second;
}

bool Session::has_file(const std::string& path) const {
  return find_brought(path) != nullptr || archive_->find(path).has_value();
}

std::optional<OutputFile> Session::read_file(const std::string& path) {
  if (const OutputFile* brought = find_brought(path)) return *brought;
  const auto entry = archive_->find(path);
  auto content = entry ? archive_->read(path, diagnostics) : std::nullopt;
  return content ? std::optional(OutputFile{path, std::move(*content), entry->executable}) : std::nullopt;
}

std::optional<PlanOffers> Session::plugin_offers(const flow::PlanRequest& request) {
  const auto abstract = derive(request);
  if (!abstract) return std::nullopt;
  plugins::Surroundings around(*topology_);
  PlanOffers all{abstract->name, {}};
  for (const flow::Activity& activity : abstract->activities) {
    ActivityOffers& offers = all.activities.emplace_back();
    offers.id = activity.id;
    offers.runs_already = activity.runs_already;
    if (activity.runs_already) continue;
    offers.offers = plugins::collect_offers(activity, plugins_.plugins(), around);
    plugins::choose(activity, offers.offers, diagnostics);
    if (offers.offers.empty()) offers.interfaces = plugins::interfaces_in_words(activity, around);
  }
  return all;
}

void Session::check_files() {
  if (!archive_->packed() || tosca::is_xml(topology_->language)) return;
  Diagnostics problems;
  tosca::check_files(*topology_, problems);
  const bool was_allowed = archive_->find(std::string(pack::record_path)).has_value();  // by who packed it with us
  for (Diagnostic problem : problems.since(0)) {
    if (was_allowed) problem.severity = Severity::warning;
    diagnostics.add(std::move(problem));
  }
}

void Session::check_order() {
  Diagnostics problems;
  flow::check_order(*topology_, semantics(), problems);
  // The model is valid all the same: it is planning that will fail.
  for (Diagnostic problem : problems.since(0)) {
    problem.severity = Severity::warning;
    diagnostics.add(std::move(problem));
  }
}

bool Session::calls_operation(const std::string& name) const {
  if (name.empty() || options_.derive == "events" || events::tells_of_events(*topology_)) return false;
  return !flow::own_operation_names(*topology_, name).empty();
}

std::string Session::sent_event() const { return calls_operation(options_.send) ? "" : options_.send; }

bool Session::wants_events(bool wants_event) const {
  if (options_.derive != "auto") return options_.derive == "events";
  return wants_event || !sent_event().empty() || events::tells_of_events(*topology_);
}

bool Session::derives_from_events(bool wants_event) {
  return wants_events(wants_event) || (options_.derive == "auto" && interleaves());
}

bool Session::interleaves() {
  if (!interleaves_) {
    Diagnostics problems;  // nobody asked for events: that they get stuck is no error, as long as there is another way
    events::Derivation* machines = interleaving_ ? events() : nullptr;
    const auto run = machines == nullptr ? std::nullopt : machines->simulate(flow::PlanRequest(), {}, problems);
    interleaves_ = run && run->as_desired;
    for (const Diagnostic& problem : problems.since(0)) {
      if (problem.severity != Severity::error) continue;
      not_interleaved_ = "relationships order the plan, since by events " + problem.summary + " (--derive events says why)";
      break;
    }
  }
  return *interleaves_;
}

events::Derivation* Session::events() {
  if (events_) return events_.get();
  if (!events::tells_of_events(*topology_)) {
    overlay_ = events::load_shipped_profile(*topology_, *archive_, sources, diagnostics);
    if (!overlay_) return nullptr;
  }
  const events::Mode mode = options_.events == "deferred" ? events::Mode::deferred : events::Mode::strict;
  const auto idle = std::make_shared<plugins::IdleEvents>(*topology_, plugins_.plugins());
  const auto calls_nothing = [idle](const flow::Activity& activity) { return idle->contain(activity); };
  events_ =
      std::make_unique<events::Derivation>(*topology_, overlay_ ? &*overlay_ : nullptr,
                                           events::Options{mode, sent_event(), options_.desired, calls_nothing}, semantics());
  return events_.get();
}

std::vector<flow::PlanRequest> Session::all_plans() {
  std::vector<flow::PlanRequest> all = usual_plans();
  add_calling_plans(all);
  if (calls_operation(options_.send)) {
    for (const std::string& name : flow::own_operation_names(*topology_, options_.send))
      all.push_back({PlanKinds::shipped().of_events(), nullptr, name});
  }
  add_workflow_plans(all);
  return all;
}

void Session::add_calling_plans(std::vector<flow::PlanRequest>& all) {
  for (const PlanKind& kind : flow::implemented_kinds(*topology_, kinds())) all.push_back({kind});
  for (const std::string& word : options_.also) {
    const auto more = additional_plan(word, kinds(), diagnostics);
    const auto is_there = [&](const flow::PlanRequest& other) { return other.name() == more->name(); };
    if (more && std::none_of(all.begin(), all.end(), is_there)) all.push_back(*more);
  }
}

void Session::add_workflow_plans(std::vector<flow::PlanRequest>& all) const {
  for (const tosca::Workflow& workflow : topology_->workflows) {
    flow::PlanRequest request = flow::workflow_plan(workflow);
    const auto has_name = [&](const flow::PlanRequest& other) { return other.name() == request.name(); };
    const bool is_ours = options_.generated && flow::kind_replaced_by(workflow.name) != nullptr;
    if (!is_ours && std::none_of(all.begin(), all.end(), has_name)) all.push_back(std::move(request));
  }
  for (flow::PlanRequest& request : flow::action_plans(*topology_)) all.push_back(std::move(request));
}

flow::PlanRequest Session::as_model_says(flow::PlanRequest request) const {
  if (request.workflow == nullptr && request.region == nullptr && !options_.generated)
    request.workflow = flow::find_replacement(*topology_, request.kind);
  return request;
}

std::optional<flow::AbstractPlan> Session::derive_by_workflow(const flow::PlanRequest& request) {
  const bool replaces = request.kind->subject == Subject::service;
  const std::string reason = "the model has a workflow '" + request.workflow->name + "'";
  if (replaces)
    diagnostics.note(Code::workflow_taken, request.workflow->at, "the " + request.name() + " plan does what this workflow says")
        .explain("--generated plans as if it were not there");
  auto plan = flow::derive(*topology_, request, diagnostics, semantics());
  if (plan && replaces) plan->derivation_reason = reason;
  return plan;
}

std::vector<flow::PlanRequest> Session::usual_plans() {
  if (!derives_from_events()) return flow::all_plans(*topology_);
  events::Derivation* machines = events();
  if (machines == nullptr) return {};
  std::vector<flow::PlanRequest> all = machines->all_plans();
  if (all.empty() && topology_->workflows.empty()) {
    diagnostics.error(Code::no_plans, {}, "the service has no plans: no event of the service starts one")
        .explain("Declare events of the service, such as deploy, or say --derive relationships.");
  }
  return all;
}

std::optional<flow::AbstractPlan> Session::derive_by_relationships(const flow::PlanRequest& request) {
  if (interleaving_ && request.kind->makes_service())
    flow::note_not_interleaved(*interleaving_, *topology_, not_interleaved_, diagnostics);
  return flow::derive(*topology_, request, diagnostics, semantics());
}

std::optional<flow::AbstractPlan> Session::derive_by_events(const flow::PlanRequest& request) {
  events::Derivation* machines = events();
  auto plan = machines == nullptr ? std::nullopt : machines->derive(request, diagnostics);
  const bool is_asked_for = wants_events(request.kind->subject == Subject::event);
  if (plan && !is_asked_for) plan->derivation_reason = flow::in_words(*interleaving_, *topology_);
  return plan;
}

std::optional<flow::AbstractPlan> Session::derive(const flow::PlanRequest& asked) {
  const flow::PlanRequest request = as_model_says(asked);
  StageTimer deriving(&timings, "deriving the " + request.name() + " plan");
  const bool is_event = request.kind->subject == Subject::event;
  const bool by_events = request.workflow == nullptr && !request.kind->calls_operations() &&
                         !(is_event && calls_operation(request.event)) && derives_from_events(is_event);
  auto plan = request.workflow != nullptr ? derive_by_workflow(request)
              : by_events                 ? derive_by_events(request)
                                          : derive_by_relationships(request);
  if (plan) deriving.stop(count_of(plan->activities.size(), "activity") + ", " + count_of(plan->edges.size(), "edge"));
  return plan;
}

std::optional<plan::Plan> Session::make_plan(const flow::PlanRequest& request) {
  const std::size_t before = diagnostics.size();
  const auto abstract = derive(request);
  if (!abstract) return std::nullopt;
  StageTimer filling(&timings, "filling the " + request.name() + " plan");
  if (topology_->digest.empty()) topology_->digest = tosca::digest_of(*topology_);
  plan::Plan plan = plugins::fill_plan(*abstract, *topology_, plugins_.plugins(), sources, diagnostics, &literal_secrets_);
  if (options_.on_failure) plan.failure = *options_.on_failure;
  plan.files = used_files_.of(plan, *archive_, plugins_, diagnostics);
  plan.scaling = flow::scaling_of(*topology_, request);
  plan.diagnostics = findings_of(diagnostics.since(before), sources);
  filling.stop(count_of(steps_of(plan), "step"));
  return plan;
}

std::optional<std::vector<plan::Plan>> Session::make_all_plans() {
  std::vector<plan::Plan> plans;
  for (const flow::PlanRequest& request : all_plans()) {
    if (auto plan = make_plan(request)) plans.push_back(std::move(*plan));
  }
  if (diagnostics.has_errors()) return std::nullopt;
  return plans;
}

}  // namespace planbuilder::driver
