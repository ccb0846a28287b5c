#include "planbuilder/emit/bpel/flow.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "planbuilder/emit/bpel/xpath.h"

namespace planbuilder::emit::bpel {

namespace {

std::string links(const std::vector<std::string>& targets, const std::vector<std::string>& sources, TemplateEngine& engine) {
  return engine.render_often("bpel/links.bpel.inja", {{"targets", targets}, {"sources", sources}});
}

/// What takes an activity back must be there when the activity fails halfway: it is a scope of its own before that of the
/// activity, which is done at once and can be compensated from then on.
std::string render(const Scope& scope, TemplateEngine& engine) {
  const std::string order = links(scope.incoming, scope.outgoing, engine);
  const bool undone = !scope.undo.empty();
  const std::string text = engine.render_often("bpel/scope.bpel.inja", {{"name", scope.name},
                                                                        {"activity", xpath_text(scope.activity->id)},
                                                                        {"links", undone ? std::string() : order},
                                                                        {"variables", scope.variables},
                                                                        {"body", scope.body},
                                                                        {"failure", scope.failure}});
  if (!undone) return text;
  return engine.render_often(
      "bpel/undoable.bpel.inja",
      {{"name", scope.name}, {"links", order}, {"variables", scope.undo_variables}, {"undo", scope.undo}, {"scope", text}});
}

/// The activity in the reverse order, which leads through those that have nothing to take back too.
std::string render_undo(const Scope& scope, TemplateEngine& engine) {
  const bool undone = !scope.undo.empty();
  return engine.render_often("bpel/undo.bpel.inja", {{"element", undone ? "compensateScope" : "empty"},
                                                     {"target", undone ? scope.name : std::string()},
                                                     {"links", links(scope.outgoing, scope.incoming, engine)}});
}

bool is_undone(const Scope& scope) { return !scope.undo.empty(); }

/// Of the activities and what takes them back, with their frames: rather too much, since what is not written to costs nothing.
std::size_t expected_size(const Skeleton& skeleton) {
  constexpr std::size_t frame = 1500;
  std::size_t size = 0;
  for (const Scope& scope : skeleton.scopes) {
    size += frame + (scope.body.size() + scope.undo.size() + scope.failure.size()) * 3 / 2;
    for (const auto* links : {&scope.incoming, &scope.outgoing}) {
      for (const std::string& link : *links) size += 2 * (3 * link.size() + 100);  // in both directions
    }
  }
  return size;
}

// On lines of their own. No text of a model contains them: XML cannot hold them.
constexpr const char* activities_mark = "\f";
constexpr const char* undo_mark = "\v";

}  // namespace

std::string render_flow(const Skeleton& skeleton, TemplateEngine& engine) {
  const bool undoes = std::any_of(skeleton.scopes.begin(), skeleton.scopes.end(), is_undone);
  return engine.render("bpel/plan.bpel.inja", {{"links", skeleton.links},
                                               {"undoes", undoes},
                                               {"empty", skeleton.scopes.empty()},
                                               {"activities", activities_mark},
                                               {"reverse", undo_mark}});
}

std::string insert_activities(const std::string& text, const Skeleton& skeleton, TemplateEngine& engine) {
  std::string out;
  out.reserve(text.size() + expected_size(skeleton));  // to grow it bit by bit would copy the whole again and again
  std::size_t from = 0;
  for (std::size_t mark = text.find_first_of("\f\v"); mark != std::string::npos; mark = text.find_first_of("\f\v", from)) {
    const std::size_t line = text.rfind('\n', mark) + 1;
    out.append(text, from, line - from);
    for (const Scope& scope : skeleton.scopes) {
      append_indented(out, text[mark] == *undo_mark ? render_undo(scope, engine) : render(scope, engine), mark - line);
      out += '\n';
    }
    from = mark + 2;  // behind the end of its line
  }
  return out.append(text, from);
}

}  // namespace planbuilder::emit::bpel
