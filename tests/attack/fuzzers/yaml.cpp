#include "planbuilder/tosca/yaml/read_yaml.h"
#include "tests/attack/reading.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  planbuilder::testing::Reading reading(planbuilder::testing::text_of(bytes, size));
  planbuilder::tosca::yaml::read_yaml(reading.sources, reading.file, {}, reading.diagnostics);
  return 0;
}
