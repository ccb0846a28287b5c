// A plan document, which is written and read again if it is one: what is refused then is a defect.
#include <cstdlib>

#include "planbuilder/plan/plan_json.h"
#include "planbuilder/plan/read_plan.h"
#include "tests/attack/reading.h"

namespace {

std::optional<planbuilder::plan::Document> read(std::string text) {
  planbuilder::testing::Reading reading(std::move(text));
  return planbuilder::plan::read_document(reading.sources, reading.file, reading.diagnostics);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto document = read(planbuilder::testing::text_of(bytes, size));
  if (!document) return 0;
  const std::string written = planbuilder::plan::to_json(document->plans);
  const auto again = read(written);
  if (!again || planbuilder::plan::to_json(again->plans) != written) std::abort();
  return 0;
}
