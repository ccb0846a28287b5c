#include "tests/support/model.h"

#include "csar/archive.h"
#include "csar/entry_definitions.h"
#include "csar/root_template.h"
#include "csar/write.h"
#include "planbuilder/support/render_diagnostics.h"
#include "planbuilder/tosca/load.h"

namespace planbuilder::testing {

namespace {

std::string entry_name(std::string_view text) { return text.starts_with('<') ? "service.tosca" : "service.yaml"; }

}  // namespace

Model::Model(std::string_view text)
    : Model(std::vector<std::pair<std::string, std::string>>{{entry_name(text), std::string(text)}}) {}

Model::Model(const std::vector<std::pair<std::string, std::string>>& files, const tosca::LoadOptions& options,
             bool strict_tosca) {
  if (strict_tosca) diagnostics.refuse_tolerated();
  for (const auto& [name, text] : files) folder_.write(name, text);
  const auto archive = csar::Archive::open(folder_.path(), {}, diagnostics);
  if (archive) topology = tosca::load(*archive, files.front().first, sources, diagnostics, options);
}

Model::Model(const CsarFiles& csar) {
  std::vector<OutputFile> entries;
  for (const auto& [name, text] : csar.files) entries.push_back({name, text});
  const auto archive = csar::Archive::open(folder_.write("service.csar", csar::zip_of(std::move(entries))), {}, diagnostics);
  const auto metadata = archive ? csar::read_metadata(*archive, sources, diagnostics) : std::nullopt;
  const auto entry = metadata ? csar::find_entry_definitions(*archive, *metadata, diagnostics) : std::nullopt;
  if (!entry || !csar::check_root_template(*archive, *metadata, *entry, diagnostics)) return;
  tosca::LoadOptions options;
  options.other_definitions = metadata->other_definitions();
  topology = tosca::load(*archive, *entry, sources, diagnostics, options);
}

std::string Model::problems() const { return render_text(diagnostics, sources, {.color = false, .excerpts = false}); }

}  // namespace planbuilder::testing
