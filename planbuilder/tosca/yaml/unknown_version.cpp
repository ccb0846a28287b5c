#include "planbuilder/tosca/yaml/unknown_version.h"

#include "planbuilder/support/text.h"

namespace planbuilder::tosca::yaml {

namespace {

/// A dialect by how its versions start.
struct Dialect {
  std::string_view start;
  std::string_view whose;
  std::string_view remedy;
};

constexpr std::string_view as_1_3 = "Its grammar is near to 1.3: write tosca_simple_yaml_1_3, and mend what is then reported.";

constexpr Dialect dialects[] = {
    {"cloudify_dsl_", "a blueprint of Cloudify, which is no TOSCA",
     "Cloudify runs it. For planbuilder, write its nodes as a topology template of tosca_simple_yaml_1_3: interfaces, plugins "
     "and "
     "relationships are other ones there."},
    {"tosca_simple_unfurl_", "Unfurl's dialect of the Simple Profile", as_1_3},
    {"unfurl", "a file of Unfurl", "Give planbuilder the service template that it has inside or includes, as a file of its own."},
    {"yorc_tosca_simple_yaml_", "the version in which Yorc writes its own types",
     "Services for Yorc are written in alien_dsl_2_0_0, which is read: import such types by name:version and --import-map."},
    {"alien_dsl_", "a version of Alien4Cloud's dialect that is not known", "Read are alien_dsl_1_0_0 to alien_dsl_3_0_0."},
    {"aria_", "ARIA's dialect of the Simple Profile", as_1_3},
    {"tosca_simple_yaml_1_0_0_wd", "a working draft of the Simple Profile 1.0",
     "Write tosca_simple_yaml_1_0, or alien_dsl_1_0_0 if it is a file for Alien4Cloud, and mend what is then reported."},
    {"tosca_simple_profile_for_nfv_", "the draft of a TOSCA profile for NFV, which Tacker used to read",
     "ETSI NFV-SOL 001 took its place: write tosca_simple_yaml_1_3, and import the published types of SOL 001 from the package."},
    {"tosca_simple_profile_for_mec_", "Apmec's dialect of the draft for NFV",
     "Write tosca_simple_yaml_1_3, and import the types that it uses from the package."},
    {"tosca_simple_profile_for_", "an extension of the Simple Profile for one program",
     "Write tosca_simple_yaml_1_3, and import the types that it uses from the package."},
    {"puccini", "a name of Puccini's, and no version of TOSCA",
     "Puccini reads the versions of TOSCA itself: write tosca_simple_yaml_1_3 or tosca_2_0."},
    {"opera", "a name of xOpera's, and no version of TOSCA", "xOpera reads tosca_simple_yaml_1_3: write that."},
};

}  // namespace

void report_unknown_version(Node version, Diagnostics& diagnostics) {
  static const std::vector<std::string_view> all = {
      "tosca_simple_yaml_1_0", "tosca_simple_yaml_1_1", "tosca_simple_yaml_1_2", "tosca_simple_yaml_1_3", "tosca_2_0",
      "alien_dsl_2_0_0"};
  const std::string text(version.is_scalar() ? version.text() : "");
  for (const Dialect& dialect : dialects) {
    if (!text.starts_with(dialect.start)) continue;
    diagnostics.error(Code::unknown_version, version.at(), "'" + text + "' is " + std::string(dialect.whose))
        .explain(std::string(dialect.remedy));
    return;
  }
  diagnostics.error(Code::unknown_version, version.at(), "unknown version '" + text + "'" + did_you_mean(text, all))
      .explain(
          "known are tosca_simple_yaml_1_0, tosca_simple_yaml_1_1, tosca_simple_yaml_1_2, tosca_simple_yaml_1_3 and tosca_2_0, "
          "and "
          "Alien4Cloud's alien_dsl_1_0_0 to alien_dsl_3_0_0");
}

}  // namespace planbuilder::tosca::yaml
