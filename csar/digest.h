// Digests of texts and files, by the names that manifests have for them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace planbuilder::csar {

class Digest {
 public:
  /// "sha256" and "SHA-256" are the same; nothing when it is none of SHA-224, SHA-256, SHA-384 and SHA-512.
  static std::optional<Digest> of(std::string_view algorithm);

  void add(std::string_view bytes);
  /// In hexadecimal digits.
  std::string finish();
  /// As manifests should spell it.
  [[nodiscard]] std::string_view algorithm() const { return algorithm_; }

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  Digest(std::string_view algorithm, evp_md_ctx_st* context) : algorithm_(algorithm), context_(context) {}

  std::string_view algorithm_;
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

/// SHA-256 in hexadecimal digits.
std::string sha256(std::string_view bytes);

/// Whether a manifest means this digest, however it is spelt.
bool same_digest(std::string_view digest, std::string_view written);

}  // namespace planbuilder::csar
