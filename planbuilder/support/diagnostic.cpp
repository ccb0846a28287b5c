#include "planbuilder/support/diagnostic.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace planbuilder {

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

void Diagnostics::add_new(const Diagnostics& others) {
  std::set<std::tuple<Severity, Code, SourceRange>> said;
  for (const Diagnostic& diagnostic : all_) said.emplace(diagnostic.severity, diagnostic.code, diagnostic.at);
  for (const Diagnostic& diagnostic : others.all_) {
    if (diagnostic.at.known() && said.contains({diagnostic.severity, diagnostic.code, diagnostic.at})) continue;
    if (diagnostic.severity == Severity::error) ++errors_;
    add(diagnostic);
  }
}

std::vector<Diagnostic> Diagnostics::in_file_order() const {
  std::vector<Diagnostic> sorted = all_;
  // An unknown file has the largest id, so that what has no place comes last.
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& left, const Diagnostic& right) {
    return std::tie(left.at.file, left.at.line, left.at.column) < std::tie(right.at.file, right.at.line, right.at.column);
  });
  return sorted;
}

}  // namespace planbuilder
