#include "csar/root_template.h"

#include <algorithm>

#include "csar/paths.h"
#include "planbuilder/support/text.h"

namespace planbuilder::csar {

namespace {

constexpr std::string_view simple_profile = "tosca_simple_yaml_";

struct Head {
  std::string version;
  std::string metadata;  // the lines of this section, as they are
};

std::string_view without_quotes(std::string_view text) {
  text = trim(text.substr(0, text.find(" #")));
  const bool quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
  return quoted ? text.substr(1, text.size() - 2) : text;
}

/// What the keys at the start of a line say.
Head read_head(std::string_view text) {
  Head head;
  bool in_metadata = false;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (const std::string_view line : split(text, '\n')) {
    const bool starts_key = !line.empty() && line.find_first_of(" \t\r#}") != 0;
    if (starts_key) in_metadata = line.starts_with("metadata:");
    if (in_metadata) head.metadata += std::string(line) + "\n";
    constexpr std::string_view version = "tosca_definitions_version:";
    if (line.starts_with(version)) head.version = without_quotes(line.substr(version.size()));
  }
  return head;
}

/// A file that could be the metadata, in a place or under a name where it does not count.
void point_at_lost_metadata(const Archive& archive, Diagnostic& problem) {
  const auto is_meta = [](const Entry& entry) {
    const std::string_view name = std::string_view(entry.path).substr(entry.path.rfind('/') + 1);
    return !entry.directory && (same_but_for_case(name, metadata_at_root) || closest_match(name, {metadata_at_root}));
  };
  const auto found = std::ranges::find_if(archive.entries(), is_meta);
  if (found != archive.entries().end()) problem.note("there is " + quote_name(found->path) + "; is it meant to be that?");
}

}  // namespace

std::string definitions_version(std::string_view text) { return read_head(text).version; }

bool check_root_template(const Archive& archive, const Metadata& metadata, const std::string& entry, Diagnostics& diagnostics) {
  if (!archive.packed() || metadata.present()) return true;
  const auto text = archive.read(entry, diagnostics);
  if (!text) return false;
  const Head head = read_head(*text);
  if (!head.version.starts_with(simple_profile)) return true;
  if (head.version.substr(simple_profile.size()).starts_with("1_0")) {
    Diagnostic& problem =
        diagnostics.error(Code::archive_metadata, {}, archive.display_name() + " has no " + std::string(metadata_in_folder));
    problem.explain("A CSAR of the Simple Profile 1.0 needs it; from 1.1 on it may be left out.");
    point_at_lost_metadata(archive, problem);
    return false;
  }
  for (const std::string_view key : {"template_name", "template_version"}) {
    if (head.metadata.find(std::string(key) + ":") != std::string::npos) continue;
    diagnostics.tolerate(Code::archive_metadata, {},
                         archive.display_name() + ": the metadata of " + quote_name(entry) + " should have a '" +
                             std::string(key) + "', since the archive has no TOSCA.meta",
                         "6.3");
  }
  return true;
}

}  // namespace planbuilder::csar
