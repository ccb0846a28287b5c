// Targets: an emitter turns a plan into the files of one workflow language.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/plan/place.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/support/output.h"
#include "planbuilder/support/source.h"

namespace planbuilder::emit {

/// What a process must know that no plan says.
struct BpelOptions {
  bool callback = false;  // answers come by messages of their own
  std::string engine = "http://localhost:8080/ode/processes";
  std::string invoker = "http://localhost:8081/invoker";
  std::uint32_t timeout = 3600;    // seconds: how long a call may take where its step does not say it
  std::string csar = {};           // the archive's file name
  std::string namespace_uri = {};  // of the service
};

struct EmitOptions {
  std::string files_root = "../../files";  // from the folder of the emitted files to the root of the artifact files
  BpelOptions bpel = {};
  bool invoker = false;  // shell: also the program that runs steps for an engine which speaks SOAP
};

/// A plan that a target cannot express.
struct EmitError : std::runtime_error {
  using std::runtime_error::runtime_error;
  EmitError(const std::string& what, SourceRange where) : std::runtime_error(what), at(where) {}
  SourceRange at = {};  // where in the model, if that is known
};

class Emitter {
 public:
  virtual ~Emitter() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// Whether what it writes calls the files of the shell target.
  [[nodiscard]] virtual bool needs_shell() const { return false; }

  /// Paths are relative to `<plan>/<target>/`. Throws EmitError.
  [[nodiscard]] virtual std::vector<OutputFile> emit(const plan::Plan& plan, const EmitOptions& options) const = 0;

  /// Which lines of the files that it wrote for the plan are which activity or step.
  [[nodiscard]] virtual std::vector<plan::Place> places(const plan::Plan&, const std::vector<OutputFile>&) const { return {}; }
};

/// The emitter of that name; null when there is none.
const Emitter* find_emitter(std::string_view name);

std::vector<std::string_view> emitter_names();

}  // namespace planbuilder::emit
