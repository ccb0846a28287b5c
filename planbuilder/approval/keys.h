// Keys that sign approvals, and keys that tell whether a signature is genuine: Ed25519, in PEM files as OpenSSL writes them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/support/diagnostic.h"

struct evp_pkey_st;

namespace planbuilder::approval {

/// A key as OpenSSL holds it; copies share it.
class Key {
 public:
  explicit Key(std::shared_ptr<evp_pkey_st> key);

  /// SHA-256 of the public key in DER, in hexadecimal digits: as `openssl pkey -pubout -outform DER | sha256sum` gives it.
  [[nodiscard]] const std::string& id() const { return id_; }
  /// 64 bytes; for private keys.
  [[nodiscard]] std::string sign(std::string_view text) const;
  [[nodiscard]] bool verifies(std::string_view text, std::string_view signature) const;

 private:
  std::shared_ptr<evp_pkey_st> key_;
  std::string id_;
};

/// Nothing after a diagnostic: no such file, no key, one of another kind, or one that needs a password.
std::optional<Key> read_private_key(const std::string& path, Diagnostics& diagnostics);
/// All public keys of a file, one or more; nothing after a diagnostic.
std::optional<std::vector<Key>> read_public_keys(const std::string& path, Diagnostics& diagnostics);

}  // namespace planbuilder::approval
