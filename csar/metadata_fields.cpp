#include "csar/metadata_fields.h"

#include <algorithm>
#include <array>

#include "csar/paths.h"
#include "planbuilder/support/text.h"

namespace planbuilder::csar {

namespace {

enum class Need {
  optional,
  wanted,    // a warning: the standard asks for it, but nothing depends on it
  mandatory  // an error
};

struct FieldRule {
  std::string_view name;
  std::string_view old_name;  // the same field in TOSCA 1.0 for XML
  Need in_1_0;
  Need in_1_1;
  Need in_2_0;
};

// CSAR 1.0 is that of TOSCA in XML, 1.1 that of the Simple Profiles, 2.0 that of TOSCA 2.0. Only the second must say where to
// start; elsewhere the only file at the root is it.
constexpr std::array<FieldRule, 4> rules = {{
    {"TOSCA-Meta-File-Version", "TOSCA-Meta-Version", Need::mandatory, Need::mandatory, Need::optional},
    {"CSAR-Version", "", Need::mandatory, Need::mandatory, Need::mandatory},
    {"Created-By", "", Need::wanted, Need::wanted, Need::wanted},
    {"Entry-Definitions", "", Need::optional, Need::mandatory, Need::wanted},
}};

constexpr std::array<std::string_view, 3> versions = {"1.0", "1.1", "2.0"};

class Check {
 public:
  Check(const Archive& archive, const Metadata& metadata, bool as_csar, Diagnostics& diagnostics)
      : archive_(archive), metadata_(metadata), as_csar_(as_csar), diagnostics_(diagnostics) {}

  bool run() {
    const std::size_t before = diagnostics_.errors();
    for (const FieldRule& rule : rules) check_presence(rule);
    check_version("TOSCA-Meta-File-Version");
    check_version("TOSCA-Meta-Version");
    check_version("CSAR-Version");
    check_other_definitions();
    return diagnostics_.errors() == before;
  }

 private:
  Diagnostic& report(Need need, SourceRange at, std::string summary) {
    if (need == Need::mandatory && as_csar_) return diagnostics_.error(Code::archive_metadata, at, std::move(summary));
    return diagnostics_.warning(Code::archive_metadata, at, std::move(summary));
  }

  /// Without a version it is taken for one of the Simple Profiles, whose rules are the strictest.
  [[nodiscard]] Need need_of(const FieldRule& rule) const {
    const MetadataField* version = metadata_.find("CSAR-Version");
    if (version != nullptr && version->value == "1.0") return rule.in_1_0;
    return version != nullptr && version->value == "2.0" ? rule.in_2_0 : rule.in_1_1;
  }

  void check_presence(const FieldRule& rule) {
    if (metadata_.find(rule.name) != nullptr || (!rule.old_name.empty() && metadata_.find(rule.old_name) != nullptr)) return;
    const Need need = need_of(rule);
    if (need == Need::optional) return;
    const std::string missing = "'" + std::string(rule.name) + "' is missing";
    for (const MetadataField& field : metadata_.blocks.front()) {
      const bool is_another = std::ranges::any_of(rules, [&](const FieldRule& other) { return other.name == field.key; });
      if (is_another || !closest_match(field.key, {rule.name})) continue;
      report(need, field.at, missing + "; is '" + field.key + "' meant to be it?");
      return;
    }
    report(need, metadata_.blocks.front().front().at, missing);
  }

  void check_version(std::string_view name) {
    const MetadataField* field = metadata_.find(name);
    if (field == nullptr || std::ranges::find(versions, field->value) != versions.end()) return;
    report(Need::mandatory, field->value_at, std::string(name) + " " + quote_name(field->value) + " is not known")
        .explain("Known are 1.0, 1.1 and 2.0.");
  }

  void check_other_definitions() {
    for (const std::string& name : metadata_.other_definitions()) {
      const auto entry = archive_.find(name);
      if (entry && !entry->directory) continue;
      report(Need::mandatory, metadata_.find("Other-Definitions")->value_at,
             "Other-Definitions names " + quote_name(name) + ", which is not in the archive");
    }
  }

  const Archive& archive_;
  const Metadata& metadata_;
  bool as_csar_;
  Diagnostics& diagnostics_;
};

}  // namespace

bool check_metadata_fields(const Archive& archive, const Metadata& metadata, bool as_csar, Diagnostics& diagnostics) {
  return Check(archive, metadata, as_csar, diagnostics).run();
}

}  // namespace planbuilder::csar
