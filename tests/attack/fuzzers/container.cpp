// A zip or a tar, plain or packed: opened, and every entry read.
#include <sys/mman.h>
#include <unistd.h>

#include "csar/archive.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const int file = ::memfd_create("container", 0);
  if (::ftruncate(file, 0) != 0 || ::pwrite(file, bytes, size, 0) != static_cast<ssize_t>(size)) return 0;
  planbuilder::Diagnostics diagnostics;
  const auto archive = planbuilder::csar::Archive::open("/proc/self/fd/" + std::to_string(file), {}, diagnostics);
  if (!archive) return 0;
  for (const planbuilder::csar::Entry& entry : archive->entries()) {
    if (!entry.directory)
      archive->stream(
          entry.path, [](std::string_view) {}, diagnostics);
  }
  return 0;
}
