// A hint to the system about memory that is going to be filled at once.
#pragma once

#include <cstddef>

namespace planbuilder {

/// Asks for large pages, where the system has them: to get a hundred megabytes in small ones takes longer than to write them.
void prefer_large_pages(void* start, std::size_t size);

}  // namespace planbuilder
