#include "planbuilder/emit/bpel/flow.h"

#include <algorithm>

#include "planbuilder/emit/bpel/xpath.h"

namespace planbuilder::emit::bpel {

namespace {

bool is_undone(const Scope& scope) { return !scope.undo.empty(); }

class Flow {
 public:
  Flow(const std::vector<std::string>& links, TemplateEngine& engine) : links_(links), engine_(engine) {}

  /// What takes an activity back must be there when the activity fails halfway: it is a scope of its own before that of the
  /// activity, which is done at once and can be compensated from then on.
  Block forward(Scope& scope) {
    const bool undone = is_undone(scope);
    Block order = order_of(scope.incoming, scope.outgoing);
    Block inner = engine_.block("bpel/scope.bpel.inja", {{"name", scope.name},
                                                         {"activity", xpath_text(scope.activity->id)},
                                                         {"links", undone ? Block() : std::move(order)},
                                                         {"variables", scope.variables},
                                                         {"body", std::move(scope.body)},
                                                         {"failure", std::move(scope.failure)}});
    inner.stands_for({scope.id});
    if (!undone) return inner;
    Block undo = engine_.block("bpel/compensation.bpel.inja",
                               {{"name", scope.name}, {"variables", scope.undo_variables}, {"undo", std::move(scope.undo)}});
    undo.stands_for({scope.id});
    return engine_.block("bpel/undoable.bpel.inja",
                         {{"links", std::move(order)}, {"compensation", std::move(undo)}, {"scope", std::move(inner)}});
  }

  /// The activity in the reverse order, which leads through those that have nothing to take back too.
  Block backward(const Scope& scope) {
    const bool undone = is_undone(scope);
    return engine_.block("bpel/undo.bpel.inja", {{"element", undone ? "compensateScope" : "empty"},
                                                 {"target", undone ? std::string_view(scope.name) : std::string_view()},
                                                 {"links", order_of(scope.outgoing, scope.incoming)}});
  }

  Block around(Block activities) {
    Block links;
    for (const std::string& link : links_) links += engine_.block("bpel/link.bpel.inja", {{"name", link}});
    return engine_.block("bpel/flow.bpel.inja", {{"links", std::move(links)}, {"activities", std::move(activities)}});
  }

 private:
  Block order_of(const std::vector<std::uint32_t>& targets, const std::vector<std::uint32_t>& sources) {
    return engine_.block("bpel/links.bpel.inja", {{"targets", names_of(targets)}, {"sources", names_of(sources)}});
  }

  std::vector<std::string_view> names_of(const std::vector<std::uint32_t>& links) const {
    std::vector<std::string_view> names;
    names.reserve(links.size());
    for (const std::uint32_t link : links) names.push_back(links_[link]);
    return names;
  }

  const std::vector<std::string>& links_;
  TemplateEngine& engine_;
};

}  // namespace

Block flow_of(Skeleton skeleton, TemplateEngine& engine) {
  Flow flow(skeleton.links, engine);
  Block reverse;
  if (std::any_of(skeleton.scopes.begin(), skeleton.scopes.end(), is_undone)) {
    for (const Scope& scope : skeleton.scopes) reverse += flow.backward(scope);
    reverse = flow.around(std::move(reverse));
  }
  Block activities;
  for (Scope& scope : skeleton.scopes) activities += flow.forward(scope);
  return engine.block("bpel/plan.bpel.inja", {{"reverse", std::move(reverse)}, {"flow", flow.around(std::move(activities))}});
}

}  // namespace planbuilder::emit::bpel
