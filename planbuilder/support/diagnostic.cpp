#include "planbuilder/support/diagnostic.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace planbuilder {

Diagnostic& Diagnostic::explain(std::string text) {
  detail = std::move(text);
  return *this;
}

Diagnostic& Diagnostic::note(std::string text, SourceRange where) {
  notes.push_back({std::move(text), where});
  return *this;
}

namespace {

constexpr std::string_view before_concerned = ": ";

}  // namespace

Diagnostic& Diagnostic::concerning(std::string_view whom) {
  problem_length = summary.size();
  summary.append(before_concerned).append(whom);
  return *this;
}

std::string_view Diagnostic::concerned() const {
  return problem_length == 0 ? std::string_view() : std::string_view(summary).substr(problem_length + before_concerned.size());
}

Diagnostic& Diagnostics::error(Code code, SourceRange at, std::string summary) {
  return add({Severity::error, code, std::move(summary), {}, at, {}});
}
Diagnostic& Diagnostics::warning(Code code, SourceRange at, std::string summary) {
  return add({Severity::warning, code, std::move(summary), {}, at, {}});
}
Diagnostic& Diagnostics::note(Code code, SourceRange at, std::string summary) {
  return add({Severity::note, code, std::move(summary), {}, at, {}});
}

Diagnostic& Diagnostics::tolerate(Code code, SourceRange at, std::string summary, std::string_view section) {
  if (!section.empty()) summary.append(" (section ").append(section).append(")");
  Diagnostic problem{Severity::warning, code, std::move(summary), {}, at, {}};
  problem.tolerated = true;
  return add(std::move(problem));
}

Severity Diagnostics::severity_of(const Diagnostic& diagnostic) const {
  return diagnostic.tolerated && refuses_tolerated_ ? Severity::error : diagnostic.severity;
}

Diagnostic& Diagnostics::add(Diagnostic diagnostic) {
  if (diagnostic.tolerated && excused_.contains(diagnostic.at.file)) return unheard_ = std::move(diagnostic);
  diagnostic.severity = severity_of(diagnostic);
  if (diagnostic.severity == Severity::error) ++errors_;
  all_.push_back(std::move(diagnostic));
  return all_.back();
}

std::string_view to_string(Code code) {
  switch (code) {
#define PLANBUILDER_CODE(name, text) \
  case Code::name: return text;
    PLANBUILDER_CODES(PLANBUILDER_CODE)
#undef PLANBUILDER_CODE
  }
  return "internal";
}

std::vector<Code> all_codes() {
  return {
#define PLANBUILDER_CODE(name, text) Code::name,
      PLANBUILDER_CODES(PLANBUILDER_CODE)
#undef PLANBUILDER_CODE
  };
}

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return "error";
}

namespace {

bool same_place(const Diagnostic& left, const Diagnostic& right) {
  return std::tie(left.at.file, left.at.line, left.at.column) == std::tie(right.at.file, right.at.line, right.at.column);
}

/// What a type says wrongly is found again at each of its nodes, in the same words.
void drop_repeated(std::vector<const Diagnostic*>& sorted) {
  const Diagnostic* last = nullptr;
  std::set<std::pair<Code, std::string_view>> said;  // at the place of the last one
  std::erase_if(sorted, [&](const Diagnostic* item) {
    if (last == nullptr || !item->at.known() || !same_place(*last, *item)) said.clear();
    last = item;
    return !said.emplace(item->code, item->summary).second;
  });
}

}  // namespace

void Diagnostics::add_new(const Diagnostics& others) {
  std::set<std::tuple<Severity, Code, SourceRange>> said;
  for (const Diagnostic& diagnostic : all_) said.emplace(diagnostic.severity, diagnostic.code, diagnostic.at);
  for (const Diagnostic& diagnostic : others.all_) {
    if (diagnostic.at.known() && said.contains({severity_of(diagnostic), diagnostic.code, diagnostic.at})) continue;
    add(diagnostic);
  }
}

std::vector<const Diagnostic*> Diagnostics::sorted() const {
  std::vector<const Diagnostic*> sorted;
  sorted.reserve(all_.size());
  for (const Diagnostic& item : all_) sorted.push_back(&item);
  // An unknown file has the largest id, so that what has no place comes last.
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic* left, const Diagnostic* right) {
    return std::tie(left->at.file, left->at.line, left->at.column) < std::tie(right->at.file, right->at.line, right->at.column);
  });
  drop_repeated(sorted);
  return sorted;
}

std::vector<Diagnostic> Diagnostics::in_file_order() const {
  std::vector<Diagnostic> copies;
  for (const Diagnostic* item : sorted()) copies.push_back(*item);
  return copies;
}

}  // namespace planbuilder
