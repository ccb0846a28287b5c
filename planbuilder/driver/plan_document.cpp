#include "planbuilder/driver/plan_document.h"

#include <algorithm>
#include <fstream>

namespace planbuilder::driver {

namespace fs = std::filesystem;

bool is_document(const fs::path& path) {
  const fs::path extension = path.extension();
  if (!fs::is_regular_file(path) || extension == ".yaml" || extension == ".yml" || extension == ".tosca") return false;
  std::ifstream in(path, std::ios::binary);
  char first = '\0';
  in >> first;
  return first == '{';
}

std::string read_whole(const fs::path& path) {
  std::string text(fs::file_size(path), '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  return text;
}

}  // namespace planbuilder::driver
