#include "csar/write.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "csar/container/spool.h"
#include "csar/content.h"
#include "csar/place.h"
#include "csar/writer/container_writer.h"
#include "planbuilder/support/new_file.h"
#include "planbuilder/support/output.h"

namespace planbuilder::csar {

namespace fs = std::filesystem;

namespace {

Content content_of(const OutputFile& file) {
  return {[&file](const Sink& sink, Diagnostics&) {
    sink(file.content);
    return true;
  }};
}

Content content_of(const Archive& base, const ContentItem& item) {
  if (item.entry.directory) return {};
  if (item.put != nullptr) return content_of(*item.put);
  Container& container = base.container();
  return {[&](const Sink& sink, Diagnostics& diagnostics) { return container.stream(item.from, sink, diagnostics); },
          container.packed_form(item.from),
          [&](const Sink& sink, Diagnostics& diagnostics) { return container.stream_packed(item.from, sink, diagnostics); }};
}

std::unique_ptr<ContainerWriter> writer_of(Format format, PatchableTarget& target) {
  switch (format) {
    case Format::zip: return write_zip(target);
    case Format::tar: return write_tar(target);
    case Format::tar_gz: return write_tar_gz(target);
  }
  return nullptr;
}

bool write_all(const Archive& base, const std::vector<ContentItem>& content, Format format, int descriptor, const fs::path& out,
               Diagnostics& diagnostics) {
  FileTarget target(descriptor);
  const auto writer = writer_of(format, target);
  for (const ContentItem& item : content) {
    if (!writer->add(item.entry, content_of(base, item), diagnostics)) return false;
    if (!target.problem().empty()) break;
  }
  writer->finish();
  target.flush();
  return target.problem().empty() || unwritable(out, target.problem(), diagnostics);
}

Format format_of(const Archive& base, const fs::path& out, const WriteOptions& options) {
  if (options.format) return *options.format;
  const auto named = options.in_place ? std::nullopt : format_of_name(out);
  return named ? *named : base.container().format().value_or(Format::zip);
}

bool write_file(const Archive& base, const std::vector<ContentItem>& content, Format format, const fs::path& out, bool in_place,
                Diagnostics& diagnostics) {
  NewFile file(out);
  if (!file.problem().empty()) return unwritable(out, file.problem(), diagnostics);
  if (!write_all(base, content, format, file.descriptor(), out, diagnostics)) return false;
  struct stat old = {};
  if (in_place && ::stat(out.c_str(), &old) == 0) file.become_like(old);
  if (in_place && FileVersion::of(out) != base.version()) {
    return unwritable(out, "another program changed or replaced it since it was read", diagnostics,
                      "Nothing was written. Run the command again, so that it reads what is there now.");
  }
  return file.put_in_place() || unwritable(out, file.problem(), diagnostics);
}

/// What is written to a pipe cannot be taken back, so it is made whole before.
bool write_stream(const Archive& base, const std::vector<ContentItem>& content, Format format, int descriptor,
                  const fs::path& shown, Diagnostics& diagnostics) {
  if (::isatty(descriptor) != 0)
    return unwritable(shown, "it is a terminal", diagnostics, "Send it to a file or into a pipe, or name a file by -o.");
  Spool spool;
  if (!spool.problem().empty()) return unwritable(shown, spool.problem(), diagnostics);
  if (!write_all(base, content, format, spool.descriptor(), shown, diagnostics)) return false;
  return spool.copy_to(descriptor) || unwritable(shown, spool.problem(), diagnostics);
}

bool write_device(const Archive& base, const std::vector<ContentItem>& content, Format format, const fs::path& out,
                  Diagnostics& diagnostics) {
  const int descriptor = ::open(out.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return unwritable(out, std::generic_category().message(errno), diagnostics);
  const bool written = write_stream(base, content, format, descriptor, out, diagnostics);
  return (::close(descriptor) == 0 || !written || unwritable(out, std::generic_category().message(errno), diagnostics)) &&
         written;
}

}  // namespace

bool write_csar(const Archive& base, const Changes& changes, const fs::path& out, const WriteOptions& options,
                Diagnostics& diagnostics) {
  const bool to_standard_output = out == "-" && !options.in_place;
  const fs::path place = options.in_place ? place_of_input(base, diagnostics) : out;
  if (place.empty() && options.in_place) return false;
  if (!options.in_place && !to_standard_output && !check_place(base, place, diagnostics)) return false;
  const auto content = plan_content(base, changes, diagnostics);
  if (!content) return false;
  const Format format = format_of(base, out, options);
  if (to_standard_output) return write_stream(base, *content, format, STDOUT_FILENO, "standard output", diagnostics);
  if (is_device(place)) return write_device(base, *content, format, place, diagnostics);
  return write_file(base, *content, format, where_links_lead(place), options.in_place, diagnostics);
}

std::string zip_of(std::vector<OutputFile> files) {
  std::ranges::sort(files, {}, &OutputFile::path);
  MemoryTarget target;
  const auto writer = write_zip(target);
  Diagnostics none;  // nothing in memory can fail
  for (const OutputFile& file : files) writer->add({file.path, file.content.size(), file.executable}, content_of(file), none);
  writer->finish();
  return target.take();
}

}  // namespace planbuilder::csar
