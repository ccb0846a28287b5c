// Lines of a file that are put together before they are written: what stands inside something else is kept as a block, so that
// every line is written once, when it is known how far to the right it stands.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/emit/template/plan_lines.h"

namespace planbuilder::emit {

class Shape;

/// One of three: a shape (a rendered template) with the texts and blocks that go into its gaps; blocks below one another; a
/// single line. Made by `TemplateEngine::block`; it must not outlive that engine, which keeps the shapes.
class Block {
 public:
  Block() = default;
  explicit Block(std::string line) : text_(std::move(line)) {}

  [[nodiscard]] bool empty() const;

  /// What comes below it.
  Block& operator+=(Block below);
  friend Block operator+(Block above, Block below) { return std::move(above += std::move(below)); }

  /// Its lines are that part of the plan.
  Block& stands_for(PlanPart part);

  /// All its lines, with a newline behind each. Those of parts of the plan are noted, in the order in which they begin.
  [[nodiscard]] std::string text(std::vector<PlanLines>* lines = nullptr) const;

 private:
  friend class Shape;

  /// The text so far, and what was noted of it.
  struct Output {
    std::string text;
    std::vector<PlanLines>* lines;
    LineCounter counter = {};
  };

  [[nodiscard]] std::size_t size(std::size_t columns) const;
  void write(Output& out, std::size_t columns) const;
  void write_lines(Output& out, std::size_t columns) const;

  const Shape* shape_ = nullptr;
  std::string text_;                 // what goes into the gaps for texts, one behind the other; or the line
  std::vector<std::uint32_t> ends_;  // of each of these texts
  std::vector<Block> blocks_;        // for the other gaps; or those below one another
  PlanPart part_;
};

}  // namespace planbuilder::emit
