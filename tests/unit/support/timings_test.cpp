#include "planbuilder/support/timings.h"

#include <gtest/gtest.h>

namespace planbuilder {
namespace {

TEST(Timings, KeepTheOrderInWhichStagesBegin) {
  Timings timings;
  {
    StageTimer outer(&timings, "outer");
    StageTimer inner(&timings, "inner");
    inner.stop("3 files");
    inner.stop("said once");
  }
  ASSERT_EQ(timings.size(), 2u);
  EXPECT_EQ(timings[0].stage, "outer");
  EXPECT_EQ(timings[0].amount, "");
  EXPECT_EQ(timings[1].amount, "3 files");
  EXPECT_GE(timings[0].took, timings[1].took);
}

TEST(Timings, AreTakenOnlyWhereSomeoneWantsThem) { StageTimer(nullptr, "nobody").stop("nothing"); }

TEST(Timings, AreALineEach) {
  using namespace std::chrono_literals;
  EXPECT_EQ(to_text({{"reading", "3 files", 12'345us}, {"deriving", "", 2s}}),
            "     12.3 ms  reading: 3 files\n"
            "   2000.0 ms  deriving\n");
}

}  // namespace
}  // namespace planbuilder
