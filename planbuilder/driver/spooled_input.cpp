#include "planbuilder/driver/spooled_input.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace planbuilder::driver {

namespace fs = std::filesystem;

SpooledInput::~SpooledInput() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

std::string SpooledInput::take(Diagnostics& diagnostics) {
  std::error_code error;
  std::string folder = (fs::temp_directory_path(error) / "planbuilder-XXXXXX").string();
  if (!error && ::mkdtemp(folder.data()) != nullptr) {
    folder_ = folder;
    std::ofstream out(folder + "/input", std::ios::binary);
    if (std::cin.peek() != std::char_traits<char>::eof()) out << std::cin.rdbuf();
    out.close();
    if (out.good()) return folder + "/input";
  }
  diagnostics.error(Code::file_unwritable, {}, "there is no place for what comes from standard input")
      .explain("TMPDIR tells where there is room.");
  return {};
}

}  // namespace planbuilder::driver
