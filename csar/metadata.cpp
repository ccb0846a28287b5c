#include "csar/metadata.h"

#include "csar/metadata_fields.h"

namespace planbuilder::csar {

std::optional<std::string> find_metadata(const Archive& archive) {
  if (archive.kind() == InputKind::single_file) return std::nullopt;  // the file was chosen; what lies around it is not asked
  for (const std::string_view path : {metadata_in_folder, metadata_at_root}) {
    const auto entry = archive.find(path);
    if (entry && !entry->directory) return entry->path;
  }
  return std::nullopt;
}

std::optional<Metadata> read_metadata(const Archive& archive, Sources& sources, Diagnostics& diagnostics, bool becomes_csar) {
  auto path = find_metadata(archive);
  if (!path) return Metadata();
  auto text = archive.read(*path, diagnostics);
  if (!text) return std::nullopt;
  const FileId file = sources.add(*path, std::move(*text));
  auto metadata = parse_metadata(*path, file, sources, diagnostics);
  if (metadata && *path == metadata_in_folder && archive.find(metadata_at_root)) {
    const MetadataField* version = metadata->find("CSAR-Version");
    const bool forbids_it = version != nullptr && version->value == "2.0";
    const std::string problem = "there is a TOSCA.meta at the root, too; it is not used";
    if (forbids_it) {
      diagnostics.tolerate(Code::archive_metadata, {file}, problem, "17.1");
    } else {
      diagnostics.warning(Code::archive_metadata, {file}, problem);
    }
  }
  const bool as_csar = archive.packed() || becomes_csar;
  if (metadata && !check_metadata_fields(archive, *metadata, as_csar, diagnostics)) return std::nullopt;
  return metadata;
}

}  // namespace planbuilder::csar
