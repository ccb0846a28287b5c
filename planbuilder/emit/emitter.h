// Targets: an emitter turns a plan into the files of one workflow language.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/plan/plan.h"
#include "planbuilder/support/output.h"

namespace planbuilder::emit {

struct EmitOptions {
  std::string files_root = "../../files";  // from the folder of the emitted files to the root of the artifact files
  bool invoker = false;                    // shell: also the program that runs steps for an engine which speaks SOAP
};

/// A plan that a target cannot express.
struct EmitError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Emitter {
 public:
  virtual ~Emitter() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;

  /// Paths are relative to `<plan>/<target>/`. Throws EmitError.
  [[nodiscard]] virtual std::vector<OutputFile> emit(const plan::Plan& plan, const EmitOptions& options) const = 0;
};

/// The emitter of that name; null when there is none.
const Emitter* find_emitter(std::string_view name);

std::vector<std::string_view> emitter_names();

}  // namespace planbuilder::emit
