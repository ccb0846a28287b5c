// Where the bytes of a new container go: a file, or memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace planbuilder::csar {

class Target {
 public:
  virtual ~Target() = default;

  virtual void append(std::string_view bytes) = 0;
};

class PatchableTarget : public Target {
 public:
  /// Overwrites what was appended before.
  virtual void patch(std::uint64_t offset, std::string_view bytes) = 0;
  [[nodiscard]] std::uint64_t size() const { return size_; }

 protected:
  std::uint64_t size_ = 0;
};

class MemoryTarget : public PatchableTarget {
 public:
  void append(std::string_view bytes) override;
  void patch(std::uint64_t offset, std::string_view bytes) override { bytes_.replace(offset, bytes.size(), bytes); }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// A file that is open for writing and empty; the descriptor stays its owner's. Problems are remembered, not reported: whoever
/// writes asks once, at the end.
class FileTarget : public PatchableTarget {
 public:
  explicit FileTarget(int descriptor) : descriptor_(descriptor) {}

  void append(std::string_view bytes) override;
  void patch(std::uint64_t offset, std::string_view bytes) override;
  /// All bytes are with the system afterwards.
  void flush();
  /// Why something could not be written; empty when all could.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  void write_at(std::uint64_t offset, std::string_view bytes);

  int descriptor_;
  std::string buffer_;  // the last bytes, which are not written yet
  std::string problem_;
};

}  // namespace planbuilder::csar
