// Contents of entries in a temporary file without a name: it is gone with the process, however that ends.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "csar/container/container.h"

namespace planbuilder::csar {

class Spool {
 public:
  /// In the system's folder for temporary files (TMPDIR). Check problem() afterwards.
  Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;
  ~Spool();

  /// Why the last call failed; empty when none did.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }

  bool append(std::string_view bytes);
  bool stream(std::uint64_t offset, std::uint64_t size, const Sink& sink);

  /// For who fills it otherwise, and then copies all of it to another file.
  [[nodiscard]] int descriptor() const { return descriptor_; }
  bool copy_to(int other);

 private:
  /// The number of bytes that were read, -1 after a failure.
  std::int64_t read_at(std::uint64_t offset, char* bytes, std::size_t size);
  bool fail();

  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::string problem_;
};

}  // namespace planbuilder::csar
