#include "csar/container/unpacked_bytes.h"

#include "planbuilder/support/limit_remedy.h"

namespace planbuilder::csar {

namespace {

constexpr std::size_t piece_size = 1 << 16;
constexpr int gzip_only = 16 + MAX_WBITS;

}  // namespace

UnpackedBytes::UnpackedBytes(const std::filesystem::path& path, const Limits& limits)
    : in_(path, std::ios::binary), limits_(limits), packed_(piece_size, '\0'), unpacked_(piece_size, '\0') {
  if (!in_.is_open()) fail({Code::file_unreadable, "cannot be read", ""});
  gzip_ = in_.get() == 0x1f && in_.get() == 0x8b;
  in_.clear();
  in_.seekg(0);
  if (gzip_ && ::inflateInit2(&inflate_, gzip_only) != Z_OK)
    fail({Code::internal, "cannot be unpacked: zlib does not start", ""});
}

UnpackedBytes::~UnpackedBytes() { ::inflateEnd(&inflate_); }

std::string_view UnpackedBytes::fail(Failure failure) {
  failure_ = std::move(failure);
  return {};
}

std::string_view UnpackedBytes::count(std::string_view piece) {
  if (const std::size_t last = piece.find_last_not_of('\0'); last != std::string_view::npos) used_ = total_ + last + 1;
  total_ += piece.size();
  return exceeds_ratio(total_) ? std::string_view() : piece;
}

bool UnpackedBytes::exceeds_ratio(std::uint64_t unpacked) {
  if (unpacked < ratio_counts_from || unpacked / packed_total_ <= limits_.ratio) return false;
  fail({Code::archive_limit,
        "is compressed suspiciously well: its first " + std::to_string(packed_total_) + " bytes give " +
            std::to_string(unpacked) + " and more",
        limit_remedy("archive-ratio", limits_.ratio)});
  return true;
}

std::string_view UnpackedBytes::next() {
  if (failure_) return {};
  if (gzip_) return inflate_some();
  in_.read(unpacked_.data(), static_cast<std::streamsize>(unpacked_.size()));
  if (in_.bad()) return fail({Code::file_unreadable, "cannot be read to its end", ""});
  packed_total_ += static_cast<std::uint64_t>(in_.gcount());
  return count(std::string_view(unpacked_).substr(0, static_cast<std::size_t>(in_.gcount())));
}

/// False at the end of the file.
bool UnpackedBytes::refill() {
  if (inflate_.avail_in > 0) return true;
  in_.read(packed_.data(), static_cast<std::streamsize>(packed_.size()));
  inflate_.next_in = reinterpret_cast<Bytef*>(packed_.data());
  inflate_.avail_in = static_cast<uInt>(in_.gcount());
  packed_total_ += inflate_.avail_in;
  return inflate_.avail_in > 0;
}

/// Behind a member there is another one, or nothing but zeros, with which tapes are filled up.
bool UnpackedBytes::starts_member() {
  while (refill()) {
    if (*inflate_.next_in != 0) {
      ::inflateReset(&inflate_);
      return true;
    }
    ++inflate_.next_in;
    --inflate_.avail_in;
  }
  return false;
}

std::string_view UnpackedBytes::inflate_some() {
  inflate_.next_out = reinterpret_cast<Bytef*>(unpacked_.data());
  inflate_.avail_out = static_cast<uInt>(unpacked_.size());
  while (inflate_.avail_out == unpacked_.size()) {
    if (!in_member_ && !starts_member()) return {};
    in_member_ = true;
    if (!refill()) return fail({Code::archive_damaged, "ends in the middle of its compressed data"});
    const int result = ::inflate(&inflate_, Z_NO_FLUSH);
    if (result == Z_STREAM_END) {
      in_member_ = false;
    } else if (result != Z_OK) {
      const std::string why = inflate_.msg != nullptr ? inflate_.msg : "it is not gzip from here on";
      return fail({Code::archive_damaged, "cannot be unpacked (" + why + ")"});
    }
  }
  return count(std::string_view(unpacked_).substr(0, unpacked_.size() - inflate_.avail_out));
}

}  // namespace planbuilder::csar
