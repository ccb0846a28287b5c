// The emitters that exist; the registry is the list in registry.cpp.
#pragma once

#include "planbuilder/emit/emitter.h"

namespace planbuilder::emit {

/// The canonical plan document.
class JsonEmitter : public Emitter {
 public:
  [[nodiscard]] std::string_view name() const override { return "json"; }
  [[nodiscard]] std::vector<OutputFile> emit(const plan::Plan& plan, const EmitOptions& options) const override;
};

/// A bash script that runs the plan.
class ShellEmitter : public Emitter {
 public:
  [[nodiscard]] std::string_view name() const override { return "shell"; }
  [[nodiscard]] std::vector<OutputFile> emit(const plan::Plan& plan, const EmitOptions& options) const override;
  [[nodiscard]] std::vector<plan::Place> places(const plan::Plan& plan, const std::vector<OutputFile>& files) const override;
};

/// A BPEL 2.0 process that calls an invoker for what the plan does.
class BpelEmitter : public Emitter {
 public:
  [[nodiscard]] std::string_view name() const override { return "bpel"; }
  [[nodiscard]] bool needs_shell() const override { return true; }
  [[nodiscard]] std::vector<OutputFile> emit(const plan::Plan& plan, const EmitOptions& options) const override;
  [[nodiscard]] std::vector<plan::Place> places(const plan::Plan& plan, const std::vector<OutputFile>& files) const override;
};

/// Likewise, for the OpenTOSCA container.
class OpenToscaBpelEmitter : public Emitter {
 public:
  [[nodiscard]] std::string_view name() const override { return "bpel-opentosca"; }
  [[nodiscard]] std::vector<OutputFile> emit(const plan::Plan& plan, const EmitOptions& options) const override;
  [[nodiscard]] std::vector<plan::Place> places(const plan::Plan& plan, const std::vector<OutputFile>& files) const override;
};

}  // namespace planbuilder::emit
