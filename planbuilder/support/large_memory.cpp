#include "planbuilder/support/large_memory.h"

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#endif

namespace planbuilder {

#ifdef __linux__

void prefer_large_pages(void* start, std::size_t size) {
  constexpr std::size_t worth_it = std::size_t{4} << 20;
  if (size < worth_it) return;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t unaligned = reinterpret_cast<std::uintptr_t>(start) % page;
  const std::size_t skipped = unaligned == 0 ? 0 : page - unaligned;
  madvise(static_cast<char*>(start) + skipped, size - skipped, MADV_HUGEPAGE);  // if it says no, small ones will do
}

#else

void prefer_large_pages(void*, std::size_t) {}

#endif

}  // namespace planbuilder
