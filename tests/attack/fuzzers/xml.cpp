#include "planbuilder/tosca/xml/document.h"
#include "tests/attack/reading.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  planbuilder::testing::Reading reading(planbuilder::testing::text_of(bytes, size));
  planbuilder::tosca::xml::parse_document(reading.sources, reading.file, reading.diagnostics);
  return 0;
}
