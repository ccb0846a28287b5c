#include "planbuilder/pack/restore.h"

#include "csar/digest.h"
#include "planbuilder/pack/marks.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/language.h"

namespace planbuilder::pack {

namespace {

/// The start of the white space that a comment stands behind, with its line end.
std::size_t space_before(std::string_view text, std::size_t at) { return text.find_last_not_of(" \t\r\n", at - 1) + 1; }

std::optional<std::string> without_elements(std::string_view text) {
  const std::string begin = "<!-- " + std::string(mark_begin) + " -->";
  const std::string end = "<!-- " + std::string(mark_end) + " -->";
  std::string rest;
  std::size_t from = 0;
  for (std::size_t first = text.find(begin); first != std::string_view::npos; first = text.find(begin, from)) {
    const std::size_t last = text.find(end, first);
    if (last == std::string_view::npos || first == 0) return std::nullopt;
    rest += text.substr(from, space_before(text, first) - from);
    from = last + end.size();
  }
  if (from == 0) return std::nullopt;
  return rest += text.substr(from);
}

std::optional<std::string> without_lines(std::string_view text) {
  const std::string begin = "# " + std::string(mark_begin);
  const std::string end = "# " + std::string(mark_end);
  std::string rest;
  bool found = false;
  bool inside = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view line = text.substr(at, next - at);
    if (!inside && trim(line) == begin) {
      inside = found = true;
    } else if (inside) {
      inside = trim(line) != end;
    } else {
      rest += line;
    }
    at = next;
  }
  if (!found || inside) return std::nullopt;
  return rest;
}

}  // namespace

std::optional<std::string> without_marked(std::string_view text) {
  return tosca::looks_like_xml(text) ? without_elements(text) : without_lines(text);
}

std::optional<Before> find_before(const csar::Archive& archive, Sources& sources, Diagnostics& diagnostics) {
  Before before;
  // What lies beside a single file is not part of it.
  if (archive.kind() == csar::InputKind::single_file || !archive.find(record_path)) return before;
  auto text = archive.read(record_path, diagnostics);
  if (!text) return std::nullopt;
  before.record = read_record(sources, sources.add(std::string(record_path), std::move(*text)), diagnostics);
  if (!before.record) return std::nullopt;
  for (const EditedDefinitions& file : before.record->definitions) {
    if (!archive.find(file.path)) continue;
    const auto now = archive.read(file.path, diagnostics);
    if (!now) return std::nullopt;
    auto original = csar::sha256(*now) == file.sha256 ? take_back(*now, file.edits) : without_marked(*now);
    if (original) before.restored.emplace(file.path, std::move(*original));
  }
  return before;
}

}  // namespace planbuilder::pack
