#include "planbuilder/emit/bpel/flow.h"

#include <algorithm>

#include "planbuilder/emit/bpel/xpath.h"
#include "planbuilder/support/text.h"

namespace planbuilder::emit::bpel {

namespace {

bool is_undone(const Scope& scope) { return !scope.undo.empty(); }

class Flow {
 public:
  Flow(const std::vector<std::string>& links, TemplateEngine& engine) : links_(links), engine_(engine) {}

  /// What takes an activity back must be there when the activity fails halfway: it is a scope of its own before that of the
  /// activity, which is done at once and can be compensated from then on.
  Block forward(Scope& scope) {
    const bool wrapped = is_undone(scope) || !scope.outcome.empty();
    Block order = order_of(scope);
    Block inner = engine_.block("bpel/scope.bpel.inja", {{"name", scope.name},
                                                         {"activity", xpath_text(scope.activity->id)},
                                                         {"links", wrapped ? Block() : std::move(order)},
                                                         {"variables", scope.variables},
                                                         {"body", std::move(scope.body)},
                                                         {"failure", std::move(scope.failure)},
                                                         {"outcome", scope.outcome}});
    inner.stands_for({scope.id});
    if (!wrapped) return inner;
    return engine_.block("bpel/undoable.bpel.inja", {{"links", std::move(order)},
                                                     {"outcome", scope.outcome},
                                                     {"compensation", compensation_of(scope)},
                                                     {"scope", std::move(inner)}});
  }

  /// The activity in the reverse order, which leads through those that have nothing to take back too.
  Block backward(const Scope& scope) {
    const bool undone = is_undone(scope);
    return engine_.block("bpel/undo.bpel.inja", {{"element", undone ? "compensateScope" : "empty"},
                                                 {"target", undone ? std::string_view(scope.name) : std::string_view()},
                                                 {"links", reverse_order_of(scope)}});
  }

  Block around(Block activities) {
    Block links;
    for (const std::string& link : links_) links += engine_.block("bpel/link.bpel.inja", {{"name", link}});
    return engine_.block("bpel/flow.bpel.inja", {{"links", std::move(links)}, {"activities", std::move(activities)}});
  }

 private:
  Block compensation_of(Scope& scope) {
    if (!is_undone(scope)) return {};
    Block undo = engine_.block("bpel/compensation.bpel.inja",
                               {{"name", scope.name}, {"variables", scope.undo_variables}, {"undo", std::move(scope.undo)}});
    undo.stands_for({scope.id});
    return undo;
  }

  /// What it waits for, and how it leaves: without failure edges it is enough that all is done.
  Block order_of(const Scope& scope) {
    std::vector<std::uint32_t> targets = scope.incoming;
    for (const Awaited& awaited : scope.awaited) targets.insert(targets.end(), awaited.links.begin(), awaited.links.end());
    return links_block(targets, join_of(scope), scope.outgoing, scope.on_failure, scope.outcome);
  }

  /// Whatever came to pass, the way back is open.
  Block reverse_order_of(const Scope& scope) {
    std::vector<std::uint32_t> targets = scope.outgoing;
    targets.insert(targets.end(), scope.on_failure.begin(), scope.on_failure.end());
    std::vector<std::uint32_t> sources = scope.incoming;
    for (const Awaited& awaited : scope.awaited) sources.insert(sources.end(), awaited.links.begin(), awaited.links.end());
    return links_block(targets, "", sources, {}, "");
  }

  Block links_block(const std::vector<std::uint32_t>& targets, std::string join, const std::vector<std::uint32_t>& sources,
                    const std::vector<std::uint32_t>& on_failure, const std::string& outcome) {
    return engine_.block("bpel/links.bpel.inja", {{"targets", names_of(targets)},
                                                  {"join", std::move(join)},
                                                  {"sources", names_of(sources)},
                                                  {"on_failure", names_of(on_failure)},
                                                  {"outcome", outcome}});
  }

  /// `$a and $b and ($c or $d)`; nothing where all must be done.
  [[nodiscard]] std::string join_of(const Scope& scope) const {
    if (scope.awaited.empty()) return "";
    const auto joined = [&](const std::vector<std::uint32_t>& links, std::string_view word) {
      std::vector<std::string> names;
      for (const std::uint32_t link : links) names.push_back("$" + links_[link]);
      return join(names, word);
    };
    std::vector<std::string> parts;
    if (!scope.incoming.empty()) parts.push_back(joined(scope.incoming, " and "));
    for (const Awaited& awaited : scope.awaited) {
      const std::string one = joined(awaited.links, " or ");
      parts.push_back(awaited.links.size() > 1 ? "(" + one + ")" : one);
    }
    return join(parts, " and ");
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
