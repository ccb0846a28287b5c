#include "tests/attack/readers.h"

#include "csar/archive.h"
#include "planbuilder/plan/plan_json.h"
#include "planbuilder/plan/read_plan.h"
#include "planbuilder/tosca/xml/read_definitions.h"
#include "planbuilder/tosca/yaml/read_definitions.h"
#include "planbuilder/tosca/yaml/read_yaml.h"
#include "tests/attack/reading.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {

namespace {

/// There is a result, or a reason why there is none.
Verdict judge_reading(const Diagnostics& diagnostics, bool has_result) {
  for (const Diagnostic& problem : diagnostics.in_file_order()) {
    if (problem.code == Code::internal) return {false, "reading: error[internal]: " + problem.summary};
  }
  if (!has_result && !diagnostics.has_errors()) return {false, "reading: no result, and no error"};
  return {has_result && !diagnostics.has_errors()};
}

}  // namespace

Verdict read_yaml_alone(const Trial& trial) {
  Reading reading(read_file(trial.file));
  const auto tree = tosca::yaml::read_yaml(reading.sources, reading.file, {}, reading.diagnostics);
  const bool has_result =
      tree && tosca::yaml::read_definitions(*tree, tosca::yaml::Version::yaml_1_3, false, reading.diagnostics);
  return judge_reading(reading.diagnostics, has_result);
}

Verdict read_xml_alone(const Trial& trial) {
  Reading reading(read_file(trial.file));
  const bool has_result = tosca::xml::read_definitions(reading.sources, reading.file, {}, reading.diagnostics).has_value();
  return judge_reading(reading.diagnostics, has_result);
}

Verdict read_container_alone(const Trial& trial) {
  Diagnostics diagnostics;
  const auto archive = csar::Archive::open(trial.file, {}, diagnostics);
  if (!archive) return judge_reading(diagnostics, false);
  for (const csar::Entry& entry : archive->entries()) {
    if (!entry.directory)
      archive->stream(
          entry.path, [](std::string_view) {}, diagnostics);
  }
  return judge_reading(diagnostics, true);
}

Verdict read_document_alone(const Trial& trial) {
  Reading reading(read_file(trial.file));
  const auto document = plan::read_document(reading.sources, reading.file, reading.diagnostics);
  if (!document) return judge_reading(reading.diagnostics, false);
  const std::string written = plan::to_json(document->plans);
  Reading second(written);
  const auto again = plan::read_document(second.sources, second.file, second.diagnostics);
  if (!again) return {false, "a plan document that is written is not read again"};
  if (plan::to_json(again->plans) != written) return {false, "a plan document that is read and written is another one"};
  return judge_reading(reading.diagnostics, true);
}

}  // namespace planbuilder::testing
