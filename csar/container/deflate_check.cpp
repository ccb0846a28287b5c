#include "csar/container/deflate_check.h"

#include <stdexcept>

namespace planbuilder::csar {

DeflateCheck::DeflateCheck() : unpacked_(1 << 16, '\0') {
  constexpr int without_header = -15;
  if (inflateInit2(&inflate_, without_header) != Z_OK) throw std::runtime_error("no memory to unpack");
}

DeflateCheck::~DeflateCheck() { inflateEnd(&inflate_); }

void DeflateCheck::take(std::string_view bytes, std::uint64_t most) {
  bad_ = bad_ || ended_;  // there is something behind the end
  inflate_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  inflate_.avail_in = static_cast<uInt>(bytes.size());
  bool full = true;
  while (!bad_ && !ended_ && (inflate_.avail_in > 0 || full)) {
    inflate_.next_out = reinterpret_cast<Bytef*>(unpacked_.data());
    inflate_.avail_out = static_cast<uInt>(unpacked_.size());
    const int result = ::inflate(&inflate_, Z_NO_FLUSH);
    ended_ = result == Z_STREAM_END;
    full = inflate_.avail_out == 0;
    const std::size_t count = unpacked_.size() - inflate_.avail_out;
    crc_ = static_cast<std::uint32_t>(crc32_z(crc_, reinterpret_cast<const Bytef*>(unpacked_.data()), count));
    total_ += count;
    bad_ = (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) || total_ > most;
  }
  bad_ = bad_ || (ended_ && inflate_.avail_in > 0);
}

bool DeflateCheck::is_whole(std::uint64_t size, std::uint32_t crc) const {
  return !bad_ && ended_ && total_ == size && crc_ == crc;
}

}  // namespace planbuilder::csar
