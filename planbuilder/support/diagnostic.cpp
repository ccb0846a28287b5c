#include "planbuilder/support/diagnostic.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_set>

namespace planbuilder {

Diagnostic& Diagnostic::explain(std::string text) {
  detail = std::move(text);
  return *this;
}

Diagnostic& Diagnostic::note(std::string text, SourceRange where) {
  notes.push_back({std::move(text), where});
  return *this;
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
void drop_repeated(std::vector<Diagnostic>& sorted) {
  std::vector<Diagnostic> kept;
  std::unordered_set<std::string> said;  // at the place of the last one
  for (Diagnostic& item : sorted) {
    if (kept.empty() || !item.at.known() || !same_place(kept.back(), item)) said.clear();
    if (said.insert(std::string(to_string(item.code)) + " " + item.summary).second) kept.push_back(std::move(item));
  }
  sorted = std::move(kept);
}

}  // namespace

void Diagnostics::add_new(const Diagnostics& others) {
  std::set<std::tuple<Severity, Code, SourceRange>> said;
  for (const Diagnostic& diagnostic : all_) said.emplace(diagnostic.severity, diagnostic.code, diagnostic.at);
  for (const Diagnostic& diagnostic : others.all_) {
    if (diagnostic.at.known() && said.contains({diagnostic.severity, diagnostic.code, diagnostic.at})) continue;
    add(diagnostic);
  }
}

std::vector<Diagnostic> Diagnostics::in_file_order() const {
  std::vector<Diagnostic> sorted = all_;
  // An unknown file has the largest id, so that what has no place comes last.
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& left, const Diagnostic& right) {
    return std::tie(left.at.file, left.at.line, left.at.column) < std::tie(right.at.file, right.at.line, right.at.column);
  });
  drop_repeated(sorted);
  return sorted;
}

}  // namespace planbuilder
