#include "planbuilder/driver/secrets_file.h"

#include <nlohmann/json.hpp>

#include "planbuilder/support/output.h"

namespace planbuilder::driver {

void write_secrets_file(const std::string& path, const plugins::LiteralSecrets& secrets, Diagnostics& diagnostics) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (const auto& [name, value] : secrets) all[name] = to_text(value);
  write_private_file(path, all.dump(2) + "\n", diagnostics);
}

}  // namespace planbuilder::driver
