#include "planbuilder/support/large_memory.h"

#include <gtest/gtest.h>

#include <string>

namespace planbuilder {

namespace {

TEST(LargeMemory, IsOnlyAHint) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{100}, std::size_t{20} << 20}) {
    std::string text(size, 'x');
    for (const std::size_t offset : {std::size_t{0}, std::size_t{1}}) prefer_large_pages(text.data() + offset, size - offset);
    EXPECT_EQ(text, std::string(size, 'x'));
  }
}

}  // namespace

}  // namespace planbuilder
