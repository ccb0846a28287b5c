#include "planbuilder/driver/change_service.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <set>

#include "planbuilder/change/change_plan.h"
#include "planbuilder/change/read_state.h"
#include "planbuilder/change/situation_after.h"
#include "planbuilder/change/verdicts.h"
#include "planbuilder/driver/findings.h"
#include "planbuilder/driver/read_side.h"
#include "planbuilder/plan_kinds/plan_kinds.h"
#include "planbuilder/support/text.h"

namespace planbuilder::driver {

namespace {

constexpr std::string_view update_kind = "update";

/// What is there, and where the files of the old model are.
struct Old {
  change::Situation there;
  std::function<std::optional<std::string>(const std::string& file)> content;
};

class Changer {
 public:
  Changer(const Options& options, const ChangeOptions& change, std::string kind, Session& session)
      : options_(options), change_(change), how_(change.how), kind_(std::move(kind)), session_(session) {}

  std::optional<plan::Plan> run() {
    const std::size_t reported = session_.diagnostics.size();
    if (session_.load() == nullptr || !find_direction()) return std::nullopt;
    auto now = session_.make_plan({PlanKinds::shipped().usual()});
    if (!now || !find_old()) return std::nullopt;
    StageTimer deciding(&session_.timings, "deciding what changes");
    if (old_.there.plan) before_.emplace(*old_.there.plan);
    // What is taken away is what was made, whatever the model says now.
    if (removes_) now = old_.there.plan ? *old_.there.plan : std::move(*now);
    const change::Blueprint blueprint(*now);
    if (!check_names(blueprint)) return std::nullopt;
    const change::Blueprint* before = before_ ? &*before_ : nullptr;
    const std::vector<change::Verdict> verdicts =
        change::judge(old_.there, blueprint, before, removes_ ? "terminate" : "build", how_);
    report_refused(verdicts);
    if (session_.diagnostics.has_errors()) return std::nullopt;
    change::ChangePlan made = change::make_change(*now, blueprint, before, old_.there, verdicts, how_);
    name(made.plan);
    report_not_repaired(verdicts, made.plan);
    bring_old_files(made);
    made.plan.diagnostics = findings_of(session_.diagnostics.since(reported), session_.sources);
    deciding.stop(count_of(verdicts.size(), "decision"));
    if (session_.diagnostics.has_errors()) return std::nullopt;
    return std::move(made.plan);
  }

 private:
  bool find_direction() {
    if (kind_ == update_kind) {
      how_.prune = true;
      return true;
    }
    const PlanKind* kind = PlanKinds::shipped().find(kind_);
    if (kind == nullptr || (*kind)->subject != Subject::service || (*kind)->direction == Direction::none) {
      session_.diagnostics.error(Code::unknown_name, {}, "no plan of the kind '" + kind_ + "' is made from a state")
          .explain("deploy, undeploy and update are");
      return false;
    }
    removes_ = (*kind)->direction == Direction::terminate;
    return true;
  }

  bool find_old() {
    if (!change_.state.empty()) {
      auto there = change::read_state(change_.state, session_.sources, session_.diagnostics);
      if (!there) return false;
      old_.there = *std::move(there);
      old_.content = [state = change_.state](const std::string& file) { return change::read_kept_file(state, file); };
    }
    if (!change_.from.empty() && !read_old_model()) return false;
    const std::string& service = session_.topology().name;
    if (!old_.there.service.empty() && !service.empty() && old_.there.service != service) {
      session_.diagnostics.error(Code::unknown_name, {},
                                 "what is there is the service '" + old_.there.service + "', and this is '" + service + "'");
      return false;
    }
    return true;
  }

  /// With a state, it stands for the plan that the state lacks.
  bool read_old_model() {
    side_ = std::make_unique<Side>(options_, change_.from);
    PlanChoice build;
    auto plans = side_->plans(&build);
    for (const Diagnostic& problem : side_->diagnostics().since(0)) {
      if (problem.severity == Severity::error)
        session_.diagnostics.error(problem.code, {}, "of " + change_.from + ", " + in_old_words(problem));
    }
    if (!plans || plans->empty()) {
      if (!session_.diagnostics.has_errors())
        session_.diagnostics.error(Code::no_plans, {}, change_.from + " has no plan that builds a service");
      return false;
    }
    if (change_.state.empty()) {
      old_.there = change::situation_after(std::move(plans->front()));
    } else if (!old_.there.plan) {
      old_.there.plan = std::move(plans->front());
    } else {
      return true;
    }
    old_.content = [this](const std::string& file) { return side_->content(file); };
    return true;
  }

  /// With its place: the sources of the old model are not those of the session.
  [[nodiscard]] std::string in_old_words(const Diagnostic& problem) const {
    const auto at = findings_of({&problem, 1}, side_->sources()).front().at;
    if (!at) return problem.summary;
    return at->file + ":" + std::to_string(at->line) + ":" + std::to_string(at->column) + ": " + problem.summary;
  }

  bool check_names(const change::Blueprint& blueprint) {
    std::set<std::string> known;
    for (const change::Part& part : blueprint.parts()) known.insert(part.entity.id);
    for (const change::Instance& instance : old_.there.instances) known.insert(instance.entity.id);
    const std::vector<std::string_view> names(known.begin(), known.end());
    for (const std::set<std::string>* asked : {&how_.replace, &how_.exclude, &how_.only}) {
      for (const std::string& name : *asked) {
        if (!known.contains(name))
          session_.diagnostics.error(Code::unknown_name, {}, "there is no entity '" + name + "'" + did_you_mean(name, names));
      }
    }
    std::vector<std::string_view> inputs;
    for (const plan::Input& input : blueprint.plan().inputs) inputs.push_back(input.name);
    for (const auto& [name, value] : how_.inputs) {
      if (std::find(inputs.begin(), inputs.end(), name) == inputs.end())
        session_.diagnostics.error(Code::unknown_name, {}, "the plan has no input '" + name + "'" + did_you_mean(name, inputs));
    }
    return !session_.diagnostics.has_errors();
  }

  void report_refused(const std::vector<change::Verdict>& verdicts) {
    for (const change::Verdict& verdict : verdicts) {
      if (verdict.does("refuse"))
        session_.diagnostics
            .error(Code::still_needed, {}, "'" + verdict.entity.id + "' cannot be removed: " + verdict.needed_by + " needs it")
            .explain("Remove that, too, or all that needs it; it is still at work.");
    }
  }

  /// Something is wrong with it, and there is nothing that could be done.
  void report_not_repaired(const std::vector<change::Verdict>& verdicts, const plan::Plan& plan) {
    std::set<plan::Entity> done;
    for (const plan::Activity& activity : plan.activities) {
      if (!activity.steps.empty()) done.insert(activity.entity);
    }
    for (const change::Verdict& verdict : verdicts) {
      if (verdict.does("go-on") && !done.contains(verdict.entity))
        session_.diagnostics
            .warning(Code::not_repaired, {},
                     "'" + verdict.entity.id + "' cannot be repaired as it stands: it has no operation for that")
            .explain("--replace " + verdict.entity.id + " makes it anew, with all that stands on it.");
    }
  }

  void bring_old_files(const change::ChangePlan& made) {
    for (const change::OldFile& old : made.old_files) {
      auto content = old_.content ? old_.content(old.file) : std::nullopt;
      if (!content) {
        session_.diagnostics.error(Code::artifact_missing, {}, "the file '" + old.file + "' of the old model is not there")
            .explain("What the model no longer has is taken away by it. Name the old model by --from.");
        continue;
      }
      session_.bring({old.path, *std::move(content), true});
    }
  }

  void name(plan::Plan& plan) const {
    plan.kind = PlanKinds::shipped().named(removes_               ? "terminate"
                                           : kind_ == update_kind ? update_kind
                                                                  : PlanKinds::shipped().usual()->name);
    plan.name = plan.kind->name;
    if (removes_) plan.outputs.clear();
    plan.scaling.clear();
  }

  const Options& options_;
  const ChangeOptions& change_;
  change::Options how_;
  std::string kind_;
  Session& session_;
  bool removes_ = false;
  std::unique_ptr<Side> side_;
  Old old_;
  std::optional<change::Blueprint> before_;
};

}  // namespace

std::optional<plan::Plan> make_change_plan(const Options& options, const ChangeOptions& change, const std::string& kind,
                                           Session& session) {
  return Changer(options, change, kind, session).run();
}

bool does_something(const plan::Plan& plan) {
  return std::any_of(plan.activities.begin(), plan.activities.end(),
                     [](const plan::Activity& activity) { return !activity.steps.empty(); });
}

}  // namespace planbuilder::driver
