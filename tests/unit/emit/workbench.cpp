#include "tests/unit/emit/workbench.h"

#include <filesystem>
#include <stdexcept>

#include "planbuilder/plan_kinds/plan_kinds.h"

namespace planbuilder::testing {

namespace fs = std::filesystem;

plan::Plan new_plan(const std::string& name, const std::string& kind) {
  plan::Plan plan;
  plan.name = name;
  plan.kind = PlanKinds::shipped().named(kind);
  plan.derivation = "relationships";
  plan.service = {"shop", "service.yaml", "sha256:0123"};
  return plan;
}

namespace {

plan::Activity& add(plan::Plan& plan, plan::Entity entity, const std::string& transition) {
  plan::Activity activity;
  activity.id = entity.id + "/" + transition;
  activity.entity = std::move(entity);
  activity.transition = transition;
  return plan.activities[plan.activities.add(std::move(activity))];
}

plan::ActivityId find(const plan::Plan& plan, const std::string& id) {
  for (const plan::ActivityId activity : plan.activities.ids()) {
    if (plan.activities[activity].id == id) return activity;
  }
  throw std::runtime_error("no activity " + id);
}

}  // namespace

plan::Activity& add_activity(plan::Plan& plan, const std::string& node, const std::string& transition) {
  return add(plan, {plan::Entity::Kind::node, node}, transition);
}

plan::Activity& add_relationship(plan::Plan& plan, const std::string& id, const std::string& transition) {
  return add(plan, {plan::Entity::Kind::relationship, id}, transition);
}

void add_step(plan::Activity& activity, const std::string& name, plan::Action action) {
  activity.steps.push_back({activity.id + "/" + name, std::move(action)});
}

plan::Invoke invoke(const std::string& operation, const std::string& file, std::vector<plan::Argument> inputs) {
  plan::Invoke invoke;
  invoke.interface = "Standard";
  invoke.operation = operation;
  invoke.artifact = {file, ""};  // its name or itself says what runs it
  invoke.inputs = std::move(inputs);
  return invoke;
}

plan::Activity& add_provision(plan::Plan& plan, const std::string& node, const std::string& file,
                              std::vector<plan::Argument> inputs) {
  plan::Activity& activity = add_activity(plan, node, "provision");
  add_step(activity, "record", plan::Record{});
  add_step(activity, "create", invoke("create", file, std::move(inputs)));
  return activity;
}

void add_edge(plan::Plan& plan, const std::string& from, const std::string& to, bool redundant) {
  plan.edges.push_back({find(plan, from), find(plan, to), redundant, {{"test", "", {}}}});
}

void add_failure_edge(plan::Plan& plan, const std::string& from, const std::string& to, const std::string& step) {
  plan.edges.push_back({find(plan, from), find(plan, to), false, {{"test", "", {}}}, step});
}

plan::Plan new_scale_out() {
  using plan::Select;
  plan::Plan plan = new_plan("scale-out-apps", "scale-out");
  plan.inputs = {{"port", "integer", true, number(8080), false, ""},
                 {"password", "string", true, {}, true, ""},
                 {"which", "string", false, {}, false, ""}};
  add_step(add_activity(plan, "lb", "select"), "choose", Select{Select::Mode::strategic, "UserProvided", {}, "which"});
  add_step(add_relationship(plan, "route", "select"), "choose",
           Select{Select::Mode::recursive, "", plan::Entity{plan::Entity::Kind::node, "lb"}, ""});
  return plan;
}

void order_scale_out(plan::Plan& plan) {
  add_edge(plan, "lb/select", "route/select");
  add_edge(plan, "lb/select", "app/provision", true);
  add_edge(plan, "route/select", "app/provision");
  add_edge(plan, "lb/select", "link/provision");
  add_edge(plan, "app/provision", "link/provision");
}

emit::Emission emit_for(std::string_view target, const plan::Plan& plan, const emit::EmitOptions& options) {
  Diagnostics diagnostics;
  auto emission = emit::emit(*emit::find_target(target), plan, options, diagnostics);
  if (!emission) throw std::runtime_error(diagnostics.since(0).front().summary);
  return std::move(*emission);
}

std::string said_of(std::string_view target, const plan::Plan& plan) {
  Diagnostics diagnostics;
  const auto emission = emit::emit(*emit::find_target(target), plan, {}, diagnostics);
  if (emission.has_value() == diagnostics.has_errors()) throw std::runtime_error("written although there are errors, or not");
  std::string said;
  for (const Diagnostic& each : diagnostics.since(0)) {
    if (each.at.line > 0) said += std::to_string(each.at.line) + ": ";
    said += std::string(to_string(each.severity)) + "[" + std::string(to_string(each.code)) + "]: " + each.summary + "\n";
    if (!each.detail.empty()) said += "  " + each.detail + "\n";
  }
  return said;
}

std::string emit_shell(const plan::Plan& plan) { return emit_for("shell", plan).files.front().content; }

void Workbench::install(const plan::Plan& plan) const {
  for (const OutputFile& file : emit_for("shell", plan).files) {
    const std::string path = folder_.write(plan.name + "/shell/" + file.path, file.content);
    if (file.executable) fs::permissions(path, fs::perms::owner_all);
  }
}

void Workbench::script(const std::string& file, const std::string& content) const { folder_.write("files/" + file, content); }

Result Workbench::run_broken(std::vector<std::string> arguments, const std::string& broken) const {
  RunOptions with_broken = options();
  with_broken.environment.emplace_back("BROKEN", broken);
  arguments.insert(arguments.begin(), command("build").front());
  return testing::run(arguments, with_broken);
}

std::vector<std::string> Workbench::command(const std::string& plan) const { return {folder_ / (plan + "/shell/plan.sh")}; }

RunOptions Workbench::options() const {
  RunOptions options;
  options.folder = folder_.path().string();
  options.environment = {{"TRACE", folder_ / "trace"}, {"PLANBUILDER_STATE", folder_ / "state"}, {"PLANBUILDER_NO_SYNC", "1"}};
  return options;
}

Result Workbench::run(const std::string& plan, std::vector<std::string> arguments) const {
  std::vector<std::string> words = command(plan);
  words.insert(words.end(), arguments.begin(), arguments.end());
  return testing::run(words, options());
}

std::string Workbench::trace() const { return fs::exists(folder_ / "trace") ? read_file(folder_ / "trace") : ""; }

std::string Workbench::state(const std::string& file) const { return read_file(folder_ / ("state/" + file)); }

bool Workbench::has_state(const std::string& file) const { return fs::exists(folder_ / ("state/" + file)); }

}  // namespace planbuilder::testing
