// Plans written by hand, emitted for the shell into a folder of their own, and run there.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/emit/registry/targets.h"
#include "planbuilder/plan/plan.h"
#include "tests/support/expressions.h"
#include "tests/support/folder.h"
#include "tests/support/process.h"

namespace planbuilder::testing {

/// How often a part occurs in a text.
inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

plan::Plan new_plan(const std::string& name, const std::string& kind);

/// An activity of a node; its id is `node/transition`.
plan::Activity& add_activity(plan::Plan& plan, const std::string& node, const std::string& transition);
plan::Activity& add_relationship(plan::Plan& plan, const std::string& id, const std::string& transition);

/// `name` is what follows the activity's id in that of the step.
void add_step(plan::Activity& activity, const std::string& name, plan::Action action);

/// Runs files/<file> as operation `Standard.<operation>`.
plan::Invoke invoke(const std::string& operation, const std::string& file, std::vector<plan::Argument> inputs = {});

/// Records an instance; then runs the file as `create`.
plan::Activity& add_provision(plan::Plan& plan, const std::string& node, const std::string& file,
                              std::vector<plan::Argument> inputs = {});

/// By ids.
void add_edge(plan::Plan& plan, const std::string& from, const std::string& to, bool redundant = false);

/// `to` starts when the step of the workflow failed of which `from` is a part.
void add_failure_edge(plan::Plan& plan, const std::string& from, const std::string& to, const std::string& step);

/// The frame of a scale-out plan: its inputs, and the selections of a load balancer and of a route to it.
plan::Plan new_scale_out();
/// They come before what is then made, `app/provision` and `link/provision`.
void order_scale_out(plan::Plan& plan);

/// The target must be able to express the plan.
emit::Emission emit_for(std::string_view target, const plan::Plan& plan, const emit::EmitOptions& options = {});
/// What is said while the plan is written: `12: error[code]: ...`, with the line of the model if it is known.
std::string said_of(std::string_view target, const plan::Plan& plan);

std::string emit_shell(const plan::Plan& plan);

class Workbench {
 public:
  /// Writes `<plan>/shell/` with its files.
  void install(const plan::Plan& plan) const;
  /// An artifact; it runs with `$TRACE` set to the path of a file.
  void script(const std::string& file, const std::string& content) const;

  [[nodiscard]] Result run(const std::string& plan, std::vector<std::string> arguments = {}) const;
  [[nodiscard]] std::string trace() const;
  [[nodiscard]] std::string state(const std::string& file) const;
  [[nodiscard]] bool has_state(const std::string& file) const;
  [[nodiscard]] const Folder& folder() const { return folder_; }
  [[nodiscard]] std::vector<std::string> command(const std::string& plan) const;
  /// Runs the build plan; its scripts find the name of what is to fail in the variable BROKEN.
  [[nodiscard]] Result run_broken(std::vector<std::string> arguments, const std::string& broken) const;
  [[nodiscard]] RunOptions options() const;

 private:
  Folder folder_;
};

}  // namespace planbuilder::testing
