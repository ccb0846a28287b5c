// Reads damaged services: whatever they contain, loading ends with a topology or with diagnostics.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "csar/entry_definitions.h"
#include "csar/metadata.h"
#include "csar/write.h"
#include "planbuilder/support/render_diagnostics.h"
#include "planbuilder/tosca/load.h"
#include "tests/fuzz/mutate.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {

namespace {

constexpr unsigned hang_after = 300;  // seconds for one input

/// Of each kind, always the same ones; more is asked for by hand when looking for trouble.
std::uint32_t count_of_inputs() {
  const char* given = std::getenv("PLANBUILDER_FUZZ_INPUTS");
  return given == nullptr ? 500 : static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10));
}

const std::string samples = std::string(PLANBUILDER_SOURCE) + "/samples/";

void load(const std::filesystem::path& path) {
  Sources sources;
  Diagnostics diagnostics;
  std::optional<tosca::Topology> topology;
  if (const auto archive = csar::Archive::open(path, {}, diagnostics)) {
    const auto metadata = csar::read_metadata(*archive, sources, diagnostics);
    const auto entry = metadata ? csar::find_entry_definitions(*archive, *metadata, diagnostics) : std::nullopt;
    if (entry) topology = tosca::load(*archive, *entry, sources, diagnostics);
  }
  EXPECT_NE(topology.has_value(), diagnostics.has_errors());
  render_text(diagnostics, sources, {.color = false, .excerpts = true});  // places and excerpts must exist, too
}

/// Damages one file of an input again and again. A crash leaves the folder with the input that caused it.
void fuzz(const Folder& folder, const std::string& file, const std::filesystem::path& input) {
  const std::string healthy = read_file(folder / file);
  std::cout << "the current input is " << folder / file << std::endl;
  for (std::uint32_t seed = 0; seed < count_of_inputs(); ++seed) {
    folder.write(file, Mutator(seed).mutate(healthy));
    ::alarm(hang_after);  // ends the program: a loop cannot be left otherwise
    try {
      load(input);
    } catch (const std::exception& escaped) {
      ADD_FAILURE() << "an exception escaped: " << escaped.what();
    }
    ::alarm(0);
    if (::testing::Test::HasFailure()) FAIL() << "seed " << seed << ":\n" << read_file(folder / file);
  }
}

/// A copy of a sample in a folder of the test's own.
void copy_sample(const Folder& folder, const std::string& name) {
  std::filesystem::copy(samples + name, folder.path(), std::filesystem::copy_options::recursive);
}

TEST(Fuzz, Yaml) {
  const Folder folder;
  copy_sample(folder, "guestbook");
  fuzz(folder, "guestbook.yaml", folder.path());
}

TEST(Fuzz, Xml) {
  const Folder folder;
  copy_sample(folder, "figures/xml");
  fuzz(folder, "Definitions/figures.tosca", folder.path());
}

TEST(Fuzz, Zip) {
  const Folder folder;
  Diagnostics diagnostics;
  const auto archive = csar::Archive::open(samples + "figures/yaml-1.3", {}, diagnostics);
  ASSERT_TRUE(archive && csar::write_csar(*archive, {}, folder / "figures.csar", {}, diagnostics));
  fuzz(folder, "figures.csar", folder / "figures.csar");
}

}  // namespace

}  // namespace planbuilder::testing
