#include "csar/writer/container_writer.h"

#include "csar/paths.h"

namespace planbuilder::csar {

bool stream_exactly(const Entry& entry, const Stream& stream, const Sink& sink, Diagnostics& diagnostics) {
  std::uint64_t total = 0;
  const auto counted = [&](std::string_view piece) {
    total += piece.size();
    if (total <= entry.size) sink(piece);
  };
  if (!stream(counted, diagnostics)) return false;
  if (total == entry.size) return true;
  diagnostics.error(Code::file_unreadable, {}, quote_name(entry.path) + " was changed while it was packed")
      .explain("Nothing was written; pack again when nobody writes to it.");
  return false;
}

}  // namespace planbuilder::csar
