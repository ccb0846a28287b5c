// The table of all kinds of plans.
#pragma once

#include "planbuilder/plan_kinds/plan_kind.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder {

class PlanKinds {
 public:
  /// The table that is shipped with planbuilder.
  static const PlanKinds& shipped();

  /// The shipped table with the rows of a file. These call operations; a row takes the place of a shipped one of the same name
  /// that does so, too. Rows that make no sense are reported at their lines; nothing comes back then.
  static std::optional<PlanKinds> read(const Sources& sources, FileId file, Diagnostics& diagnostics);

  explicit PlanKinds(const std::vector<PlanKindFacts>& rows);

  [[nodiscard]] auto begin() const { return kinds_.begin(); }
  [[nodiscard]] auto end() const { return kinds_.end(); }

  /// The first row, which makes the service: what is meant when nothing is said.
  [[nodiscard]] const PlanKind& usual() const { return kinds_.front(); }
  /// The kind of plans for events that no other kind stands for.
  [[nodiscard]] const PlanKind& of_events() const { return about(Subject::event); }
  /// The kind of plans for workflows of the model that no other kind stands for.
  [[nodiscard]] const PlanKind& of_workflows() const { return about(Subject::workflow); }
  /// The kind of plans for what triggers of policies do.
  [[nodiscard]] const PlanKind& of_triggers() const { return about(Subject::trigger); }
  /// The kind of plans that call the one operation that is asked for.
  [[nodiscard]] const PlanKind& of_operations() const { return about(Subject::operation); }
  /// The kind of plans that make one more of a region.
  [[nodiscard]] const PlanKind& that_grows() const;
  /// By its name or another word for it, of those that are asked for so: events and workflows are asked for by their own names.
  [[nodiscard]] const PlanKind* find(std::string_view word) const;
  /// As an action of a model names it: `scale_out`, also as an operation of some interface.
  [[nodiscard]] const PlanKind* find_action(std::string_view name) const;
  /// As a document names it. Of a kind without a row nothing but the name is known.
  [[nodiscard]] PlanKind named(std::string_view name) const;
  /// The service receives this event to be planned by one of the kinds.
  [[nodiscard]] bool has_event(std::string_view event) const;

  /// All words that `find` knows, sorted.
  [[nodiscard]] std::vector<std::string> words() const;
  /// The same for people: `build (deploy), terminate (undeploy) or ...`.
  [[nodiscard]] std::string in_words() const;

 private:
  [[nodiscard]] const PlanKind& about(Subject subject) const;
  void add(const struct WrittenKind& kind, Diagnostics& diagnostics);

  std::vector<PlanKind> kinds_;
};

}  // namespace planbuilder
