// What a target has to say about a plan while it writes it.
#pragma once

#include <string>
#include <string_view>

#include "planbuilder/emit/template/emit_error.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::emit {

class Problems {
 public:
  Problems(const plan::Plan& plan, std::string_view target, Diagnostics& diagnostics)
      : plan_(plan), target_(target), diagnostics_(diagnostics) {}

  /// Something of the plan cannot be expressed: writing goes on to find the rest, but nothing will come of it.
  void add(const std::string& what, SourceRange at = {}) {
    any_ = true;
    diagnostics_.error(Code::target_cannot, at,
                       "the " + plan_.name + " plan cannot be written for '" + std::string(target_) + "': " + what);
  }
  [[nodiscard]] bool any() const { return any_; }

  /// Does what may throw an EmitError, which is added.
  template <class Work>
  void watch(const Work& work) {
    try {
      work();
    } catch (const EmitError& error) {
      add(error.what(), error.at);
    }
  }

  /// The plan is written all the same.
  Diagnostic& warn(Code code, const std::string& what) { return diagnostics_.warning(code, {}, about(what)); }
  Diagnostic& note(Code code, const std::string& what) { return diagnostics_.note(code, {}, about(what)); }

 private:
  [[nodiscard]] std::string about(const std::string& what) const {
    return "the " + plan_.name + " plan as '" + std::string(target_) + "' " + what;
  }

  const plan::Plan& plan_;
  std::string_view target_;
  Diagnostics& diagnostics_;
  bool any_ = false;
};

}  // namespace planbuilder::emit
