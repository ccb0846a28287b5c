#include "csar/digest.h"

#include <openssl/evp.h>

#include <array>
#include <cctype>
#include <stdexcept>

namespace planbuilder::csar {

namespace {

struct Algorithm {
  std::string_view name;
  const EVP_MD* (*make)();
};

constexpr std::array<Algorithm, 4> algorithms = {
    {{"SHA-224", &EVP_sha224}, {"SHA-256", &EVP_sha256}, {"SHA-384", &EVP_sha384}, {"SHA-512", &EVP_sha512}}};

std::string letters_and_digits(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

}  // namespace

void Digest::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

std::optional<Digest> Digest::of(std::string_view algorithm) {
  for (const Algorithm& known : algorithms) {
    if (letters_and_digits(known.name) != letters_and_digits(algorithm)) continue;
    Digest digest(known.name, EVP_MD_CTX_new());
    if (!digest.context_ || EVP_DigestInit_ex(digest.context_.get(), known.make(), nullptr) != 1)
      throw std::runtime_error("no digest");
    return digest;
  }
  return std::nullopt;
}

void Digest::add(std::string_view bytes) { EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()); }

std::string Digest::finish() {
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

std::string sha256(std::string_view bytes) {
  Digest digest = Digest::of("SHA-256").value();
  digest.add(bytes);
  return digest.finish();
}

bool same_digest(std::string_view digest, std::string_view written) { return letters_and_digits(written) == digest; }

}  // namespace planbuilder::csar
