#include "planbuilder/approval/keys.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <array>
#include <fstream>

#include "csar/digest.h"

namespace planbuilder::approval {

namespace {

using KeyPointer = std::shared_ptr<evp_pkey_st>;
using Bytes = std::unique_ptr<BIO, decltype(&BIO_free)>;
using Context = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

std::optional<std::string> read_text(const std::string& path, Diagnostics& diagnostics) {
  std::ifstream in(path, std::ios::binary);
  if (in) return std::string(std::istreambuf_iterator<char>(in), {});
  diagnostics.error(Code::file_not_found, {}, "there is no file " + path + " that can be read");
  return std::nullopt;
}

Bytes open(const std::string& text) { return {BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), BIO_free}; }

/// OpenSSL would ask at the terminal.
int no_password(char*, int, int, void*) { return -1; }

/// Whether it is an Ed25519 key; a diagnostic says what it is instead.
bool is_of_our_kind(const KeyPointer& key, const std::string& path, Diagnostics& diagnostics) {
  if (EVP_PKEY_get_id(key.get()) == EVP_PKEY_ED25519) return true;
  const char* kind = EVP_PKEY_get0_type_name(key.get());
  diagnostics
      .error(Code::bad_key, {},
             path + " has a key of the kind " + std::string(kind != nullptr ? kind : "unknown") + ", and Ed25519 is needed")
      .explain("openssl genpkey -algorithm ed25519 makes one");
  return false;
}

/// What is between one line `-----BEGIN` and the next.
std::vector<std::string> pem_blocks(const std::string& text) {
  constexpr std::string_view mark = "-----BEGIN ";
  std::vector<std::string> blocks;
  std::size_t start = text.find(mark);
  while (start != std::string::npos) {
    const std::size_t next = text.find(mark, start + mark.size());
    blocks.push_back(text.substr(start, next == std::string::npos ? next : next - start));
    start = next;
  }
  return blocks;
}

}  // namespace

Key::Key(KeyPointer key) : key_(std::move(key)) {
  unsigned char* der = nullptr;
  const int size = i2d_PUBKEY(key_.get(), &der);
  if (size > 0) id_ = csar::sha256({reinterpret_cast<const char*>(der), static_cast<std::size_t>(size)});
  OPENSSL_free(der);
}

std::string Key::sign(std::string_view text) const {
  const Context context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  std::array<unsigned char, 64> signature = {};
  std::size_t size = signature.size();
  const bool done = EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
                    EVP_DigestSign(context.get(), signature.data(), &size, bytes_of(text), text.size()) == 1;
  return done ? std::string(reinterpret_cast<const char*>(signature.data()), size) : "";
}

bool Key::verifies(std::string_view text, std::string_view signature) const {
  const Context context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  const bool genuine = EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
                       EVP_DigestVerify(context.get(), bytes_of(signature), signature.size(), bytes_of(text), text.size()) == 1;
  ERR_clear_error();
  return genuine;
}

std::optional<Key> read_private_key(const std::string& path, Diagnostics& diagnostics) {
  const auto text = read_text(path, diagnostics);
  if (!text) return std::nullopt;
  const Bytes bytes = open(*text);
  const KeyPointer key(PEM_read_bio_PrivateKey(bytes.get(), nullptr, no_password, nullptr), EVP_PKEY_free);
  ERR_clear_error();
  if (!key && text->find("ENCRYPTED") != std::string::npos) {
    diagnostics.error(Code::bad_key, {}, "the key in " + path + " is encrypted, and planbuilder asks for no passwords")
        .explain("openssl pkey -in " + path + " writes it without; keep it where only you can read it");
  } else if (!key) {
    diagnostics.error(Code::bad_key, {}, path + " has no private key in PEM")
        .explain("openssl genpkey -algorithm ed25519 makes one");
  } else if (is_of_our_kind(key, path, diagnostics)) {
    return Key(key);
  }
  return std::nullopt;
}

std::optional<std::vector<Key>> read_public_keys(const std::string& path, Diagnostics& diagnostics) {
  const auto text = read_text(path, diagnostics);
  if (!text) return std::nullopt;
  std::vector<Key> keys;
  for (const std::string& block : pem_blocks(*text)) {
    const Bytes bytes = open(block);
    const KeyPointer key(PEM_read_bio_PUBKEY(bytes.get(), nullptr, no_password, nullptr), EVP_PKEY_free);
    ERR_clear_error();
    if (!key) {
      diagnostics.error(Code::bad_key, {}, path + ": key " + std::to_string(keys.size() + 1) + " is no public key")
          .explain("openssl pkey -pubout writes that of a private key");
      return std::nullopt;
    }
    if (!is_of_our_kind(key, path, diagnostics)) return std::nullopt;
    keys.emplace_back(key);
  }
  if (!keys.empty()) return keys;
  diagnostics.error(Code::bad_key, {}, path + " has no public keys in PEM")
      .explain("openssl pkey -pubout writes that of a private key");
  return std::nullopt;
}

}  // namespace planbuilder::approval
