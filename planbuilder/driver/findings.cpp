#include "planbuilder/driver/findings.h"

namespace planbuilder::driver {

std::vector<plan::Finding> findings_of(std::span<const Diagnostic> diagnostics, const Sources& sources) {
  std::vector<plan::Finding> findings;
  for (const Diagnostic& item : diagnostics) {
    plan::Finding finding{std::string(to_string(item.severity)),
                          std::string(to_string(item.code)),
                          item.summary,
                          item.detail,
                          sources.locate(item.at),
                          {}};
    for (const Diagnostic::Note& note : item.notes) finding.notes.push_back({note.text, sources.locate(note.at)});
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace planbuilder::driver
