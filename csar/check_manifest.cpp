// Holds the files of a package against the digests in its manifest.
#include <openssl/evp.h>

#include <array>
#include <cctype>
#include <memory>
#include <stdexcept>

#include "csar/manifest.h"
#include "csar/paths.h"
#include "planbuilder/support/text.h"

namespace planbuilder::csar {

namespace {

struct Algorithm {
  std::string_view name;
  const EVP_MD* (*make)();
};

constexpr std::array<Algorithm, 4> algorithms = {
    {{"SHA-224", &EVP_sha224}, {"SHA-256", &EVP_sha256}, {"SHA-384", &EVP_sha384}, {"SHA-512", &EVP_sha512}}};

/// "sha256" and "SHA-256" are the same.
std::string letters_and_digits(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

const Algorithm* find_algorithm(std::string_view name) {
  for (const Algorithm& algorithm : algorithms) {
    if (letters_and_digits(algorithm.name) == letters_and_digits(name)) return &algorithm;
  }
  return nullptr;
}

class Digest {
 public:
  explicit Digest(const Algorithm& algorithm) : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
    if (!context_ || EVP_DigestInit_ex(context_.get(), algorithm.make(), nullptr) != 1) throw std::runtime_error("no digest");
  }
  void add(std::string_view bytes) { EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()); }
  std::string finish() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes = {};
    unsigned int size = 0;
    EVP_DigestFinal_ex(context_.get(), bytes.data(), &size);
    std::string out;
    for (unsigned int i = 0; i < size; ++i) {
      out += "0123456789abcdef"[bytes[i] >> 4];
      out += "0123456789abcdef"[bytes[i] & 15];
    }
    return out;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

void check_digest(const Archive& archive, const std::string& path, const ManifestEntry& entry, Diagnostics& diagnostics) {
  const Algorithm* algorithm = find_algorithm(entry.algorithm->value);
  if (algorithm == nullptr) {
    diagnostics
        .error(Code::archive_manifest, entry.algorithm->value_at,
               "the digest algorithm " + quote_name(entry.algorithm->value) + " is not known")
        .explain("Known are SHA-224, SHA-256, SHA-384 and SHA-512.");
    return;
  }
  Digest digest(*algorithm);
  const bool whole = archive.stream(
      path, [&](std::string_view piece) { digest.add(piece); }, diagnostics);
  if (!whole) return;
  const std::string actual = digest.finish();
  if (actual == letters_and_digits(entry.hash->value)) return;
  diagnostics
      .error(Code::archive_manifest, entry.hash->value_at,
             quote_name(path) + " is not the file that the manifest describes: its digest differs")
      .explain("Its " + std::string(algorithm->name) + " is " + actual +
               ". If the change is meant, write that into the manifest and sign it anew; else get the package anew.");
}

void check_entry(const Archive& archive, const ManifestEntry& entry, Diagnostics& diagnostics) {
  const std::string& source = entry.source.value;
  if (source.find("://") != std::string::npos) {
    diagnostics.note(Code::archive_manifest, entry.source.value_at,
                     quote_name(source) + " is not in the package: its digest is not checked");
    return;
  }
  const auto found = archive.find(source);
  if (!found || found->directory) {
    std::vector<std::string_view> files;
    for (const Entry& other : archive.entries()) files.emplace_back(other.path);
    diagnostics.error(Code::archive_manifest, entry.source.value_at,
                      "the manifest names " + quote_name(source) + ", which is not in the package" + did_you_mean(source, files));
    return;
  }
  if (entry.hash) check_digest(archive, found->path, entry, diagnostics);
}

}  // namespace

bool check_manifest(const Archive& archive, const Metadata& metadata, const std::string& entry_definitions, Sources& sources,
                    Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.errors();
  const auto path = find_manifest(archive, metadata, entry_definitions, diagnostics);
  auto text = path ? archive.read(*path, diagnostics) : std::nullopt;
  if (!text) return diagnostics.errors() == before;
  const auto manifest = parse_manifest(sources.add(*path, std::move(*text)), sources, diagnostics);
  if (!manifest) return false;
  for (const ManifestEntry& entry : manifest->entries) check_entry(archive, entry, diagnostics);
  return diagnostics.errors() == before;
}

}  // namespace planbuilder::csar
