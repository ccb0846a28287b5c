#include "csar/container/recognise.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "planbuilder/support/text.h"

namespace planbuilder::csar {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view expected = "Expected is a CSAR (zip, tar or tar.gz), a folder, or a definitions file (YAML or XML).";

std::string lower_extension(const fs::path& path) {
  std::string extension = path.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return extension;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool looks_like_text(std::string_view start) {
  const auto is_text = [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\r' || c == '\t' || c == '\f';
  };
  return !start.empty() && std::ranges::all_of(start, is_text);
}

bool looks_like_zip(std::string_view start) { return start.starts_with("PK\x03\x04") || start.starts_with("PK\x05\x06"); }

/// POSIX has "ustar" with a NUL behind it, GNU "ustar  " with one: no text does. What is in a gzip file its reader will see.
bool looks_like_tar(std::string_view start) {
  if (start.starts_with("\x1f\x8b")) return true;
  const std::string_view magic = start.size() < 512 ? std::string_view() : start.substr(257, 8);
  return magic.starts_with(std::string_view("ustar\0", 6)) || magic == std::string_view("ustar  \0", 8);
}

std::optional<InputKind> refuse(Code code, std::string summary, Diagnostics& diagnostics, std::string_view detail = expected) {
  diagnostics.error(code, {}, std::move(summary)).explain(std::string(detail));
  return std::nullopt;
}

/// " (did you mean 'x'?)" from what lies in the same folder.
std::string similar_name(const fs::path& path) {
  constexpr std::size_t enough = 1000;
  std::vector<std::string> names;
  std::error_code error;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator() && names.size() < enough;
       at.increment(error)) {
    names.push_back(at->path().filename().string());
  }
  std::ranges::sort(names);
  return did_you_mean(path.filename().string(), {names.begin(), names.end()});
}

std::optional<InputKind> recognise_file(const fs::path& path, Diagnostics& diagnostics) {
  std::ifstream in(path, std::ios::binary);
  std::string start(4096, '\0');
  if (!in.is_open())
    return refuse(Code::file_unreadable, "cannot read " + path.string() + ": " + std::generic_category().message(errno),
                  diagnostics);
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (in.bad()) return refuse(Code::file_unreadable, "cannot read " + path.string(), diagnostics);
  start.resize(static_cast<std::size_t>(in.gcount()));

  if (looks_like_zip(start)) return InputKind::zip;
  if (looks_like_tar(start)) return InputKind::tar;
  const std::string extension = lower_extension(path);
  if (is_one_of(extension, {".yaml", ".yml", ".tosca", ".xml", ".json"})) return InputKind::single_file;
  if (extension == ".tar") return InputKind::tar;  // the oldest tars have no magic
  if (is_one_of(extension, {".csar", ".zip", ".tgz", ".gz"})) {
    return refuse(Code::archive_damaged, path.string() + " is neither a zip nor a tar archive, or its start is damaged",
                  diagnostics);
  }
  if (looks_like_text(start)) return InputKind::single_file;
  return refuse(Code::file_unreadable, path.string() + (start.empty() ? " is empty" : " is a binary file of an unknown kind"),
                diagnostics);
}

}  // namespace

std::optional<InputKind> recognise(const fs::path& path, Diagnostics& diagnostics) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    return refuse(Code::file_not_found, "there is no file or folder " + path.string() + similar_name(path), diagnostics);
  }
  if (error) return refuse(Code::file_unreadable, "cannot read " + path.string() + ": " + error.message(), diagnostics);
  if (fs::is_directory(status)) return InputKind::folder;
  if (!fs::is_regular_file(status))
    return refuse(Code::file_unreadable, path.string() + " is neither a file nor a folder", diagnostics);
  return recognise_file(path, diagnostics);
}

}  // namespace planbuilder::csar
