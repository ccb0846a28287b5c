// A template rendered once, with gaps where texts and blocks go: what is written thousands of times with others is then only
// put together.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/emit/template/block.h"
#include "planbuilder/emit/template/fields.h"

namespace planbuilder::emit {

/// What stands for a text or a block while the template is rendered.
std::string text_mark(std::size_t number);
std::string block_mark(std::size_t number);

struct Gap {
  enum class Kind { text, escaped, block };
  std::string before;  // since the last gap
  Kind kind;
  std::size_t filling;
  std::size_t columns;  // of a block
};

class Shape {
 public:
  /// `rendered` is what became of a template with such marks. It shows of each text whether it was escaped, and of each block,
  /// which has a line for itself, how far to the right it stands.
  explicit Shape(std::string_view rendered);

  /// The blocks among the fillings are taken.
  [[nodiscard]] Block fill(std::span<const Filling> fillings) const;

  [[nodiscard]] bool empty() const { return gaps_.empty() && rest_.empty(); }

 private:
  friend class Block;

  /// All that does not change, moved to the right: made once for each place where the shape is used.
  struct Layout {
    std::vector<std::string> before;  // each gap
    std::string rest;
    std::size_t size = 0;
  };

  [[nodiscard]] std::size_t size(const Block& block, std::size_t columns) const;
  void write(const Block& block, Block::Output& out, std::size_t columns) const;
  [[nodiscard]] const Layout& layout(std::size_t columns) const;

  std::vector<Gap> gaps_;
  std::size_t block_count_ = 0;
  std::string rest_;
  mutable std::map<std::size_t, Layout> layouts_;
};

}  // namespace planbuilder::emit
