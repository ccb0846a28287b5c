// Writes a tar in gzip, in stored blocks: what compressors make of a content differs between their versions.
#include <zlib.h>

#include "csar/writer/container_writer.h"
#include "csar/writer/little_endian.h"

namespace planbuilder::csar {

namespace {

constexpr std::size_t largest_block = 0xffff;

class GzipTarget : public Target {
 public:
  explicit GzipTarget(Target& target) : target_(target) {
    // Deflate, no name, no time, no hint at the effort, no system.
    target_.append(std::string_view("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10));
  }

  void append(std::string_view bytes) override {
    crc_ = static_cast<std::uint32_t>(crc32_z(crc_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    total_ += bytes.size();
    while (!bytes.empty()) {
      if (block_.size() == largest_block) write_block(false);
      const std::string_view piece = bytes.substr(0, largest_block - block_.size());
      block_ += piece;
      bytes.remove_prefix(piece.size());
    }
  }

  void finish() {
    write_block(true);
    std::string end;
    append_number(end, crc_, 4);
    append_number(end, total_, 4);
    target_.append(end);
  }

 private:
  void write_block(bool last) {
    std::string head;
    append_number(head, last ? 1 : 0, 1);
    append_number(head, block_.size(), 2);
    append_number(head, ~block_.size(), 2);
    target_.append(head);
    target_.append(block_);
    block_.clear();
  }

  Target& target_;
  std::string block_;
  std::uint32_t crc_ = 0;
  std::uint64_t total_ = 0;
};

class TarGzWriter : public ContainerWriter {
 public:
  explicit TarGzWriter(Target& target) : gzip_(target), tar_(write_tar(gzip_)) {}

  bool add(const Entry& entry, const Content& content, Diagnostics& diagnostics) override {
    return tar_->add(entry, content, diagnostics);
  }
  void finish() override {
    tar_->finish();
    gzip_.finish();
  }

 private:
  GzipTarget gzip_;
  std::unique_ptr<ContainerWriter> tar_;
};

}  // namespace

std::unique_ptr<ContainerWriter> write_tar_gz(Target& target) { return std::make_unique<TarGzWriter>(target); }

}  // namespace planbuilder::csar
