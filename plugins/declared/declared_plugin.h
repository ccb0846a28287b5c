// A plugin that is data: it matches and fills activities as its declaration says.
#pragma once

#include "plugins/declared/declaration.h"
#include "plugins/plugin.h"

namespace planbuilder::plugins {

class DeclaredPlugin : public Plugin {
 public:
  explicit DeclaredPlugin(Declaration declaration) : declaration_(std::move(declaration)) {}

  [[nodiscard]] std::string_view name() const override { return declaration_.name; }
  [[nodiscard]] std::string_view kind() const override { return to_string(declaration_.kind); }
  [[nodiscard]] std::string_view description() const override { return declaration_.description; }
  [[nodiscard]] std::string_view strategy() const override { return declaration_.match.strategy; }
  [[nodiscard]] const std::map<std::string, std::string>& files() const override { return declaration_.files; }
  [[nodiscard]] std::span<const OutputFile> brought() const override { return declaration_.brought; }
  [[nodiscard]] std::optional<Match> match(const flow::Activity& activity, Surroundings& around) const override;
  void fill(const flow::Activity& activity, Surroundings& around, StepBuilder& steps) const override;

  [[nodiscard]] const Declaration& declaration() const { return declaration_; }

 private:
  Declaration declaration_;
};

}  // namespace planbuilder::plugins
