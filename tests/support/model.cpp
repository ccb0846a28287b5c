#include "tests/support/model.h"

#include "csar/archive.h"
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

std::string Model::problems() const { return render_text(diagnostics, sources, {.color = false, .excerpts = false}); }

}  // namespace planbuilder::testing
