#include "planbuilder/emit/template/shape.h"

#include <charconv>
#include <stdexcept>

#include "planbuilder/emit/template/xml_text.h"

namespace planbuilder::emit {

namespace {

// A mark is a number between characters for private use; what xml() makes of the `<` tells whether it was called. Texts of a
// model are put in after the marks were looked for, so that they may contain anything.
constexpr std::string_view text_start = "\uE000";
constexpr std::string_view block_start = "\uE002";
constexpr std::string_view text_end = "<\uE001";
constexpr std::string_view escaped_end = "&lt;\uE001";
constexpr std::string_view block_end = "\uE001";
constexpr std::string_view any_start = "\xEE\x80";  // the first bytes of both

struct Mark {
  Gap::Kind kind;
  std::size_t number;
  std::size_t end;
};

Mark read_mark(std::string_view rendered, std::size_t at) {
  const bool block = rendered.substr(at).starts_with(block_start);
  Mark mark{block ? Gap::Kind::block : Gap::Kind::text, 0, 0};
  const char* digits = rendered.data() + at + text_start.size();
  const char* end = std::from_chars(digits, rendered.data() + rendered.size(), mark.number).ptr;
  const std::string_view rest = rendered.substr(static_cast<std::size_t>(end - rendered.data()));
  if (rest.starts_with(escaped_end)) mark.kind = Gap::Kind::escaped;
  const std::string_view last = block ? block_end : mark.kind == Gap::Kind::escaped ? escaped_end : text_end;
  mark.end = rendered.size() - rest.size() + last.size();
  return mark;
}

/// Takes the spaces before a block away, and says how many they were.
std::size_t take_indentation(std::string& before, bool first, char next) {
  const std::size_t line = before.find_last_not_of(' ') + 1;
  const bool starts_line = line > 0 ? before[line - 1] == '\n' : first;
  if (!starts_line || next != '\n') throw std::logic_error("a block of a template needs a line for itself");
  const std::size_t columns = before.size() - line;
  before.resize(line);
  return columns;
}

/// Copies fixed text, moved to the right. Empty lines stay empty.
class Mover {
 public:
  explicit Mover(std::size_t columns) : columns_(columns) {}

  std::string moved(std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (c != '\n') start_line(out);
      out += c;
      at_start_ = c == '\n';
    }
    return out;
  }
  /// Before what is written into the line.
  void start_line(std::string& out) {
    if (at_start_) out.append(columns_, ' ');
    at_start_ = false;
  }
  /// A block writes its lines itself, from the start.
  void leave_line() { at_start_ = false; }

 private:
  std::size_t columns_;
  bool at_start_ = true;
};

std::string mark_of(std::string_view start, std::size_t number, std::string_view end) {
  return std::string(start) + std::to_string(number) + std::string(end);
}

}  // namespace

std::string text_mark(std::size_t number) { return mark_of(text_start, number, text_end); }
std::string block_mark(std::size_t number) { return mark_of(block_start, number, block_end); }

Shape::Shape(std::string_view rendered) {
  std::size_t from = 0;
  for (std::size_t at = rendered.find(any_start); at != rendered.npos; at = rendered.find(any_start, from)) {
    const Mark mark = read_mark(rendered, at);
    Gap gap{std::string(rendered.substr(from, at - from)), mark.kind, mark.number, 0};
    if (mark.kind == Gap::Kind::block) {
      gap.columns = take_indentation(gap.before, from == 0, mark.end < rendered.size() ? rendered[mark.end] : '\n');
      ++block_count_;
    }
    gaps_.push_back(std::move(gap));
    from = mark.end;
  }
  rest_ = rendered.substr(from);
  rest_.resize(rest_.find_last_not_of('\n') + 1);  // whoever writes a block ends its last line
}

Block Shape::fill(std::span<const Filling> fillings) const {
  Block block;
  block.shape_ = this;
  block.blocks_.reserve(block_count_);
  block.ends_.reserve(gaps_.size() - block_count_);
  for (const Gap& gap : gaps_) {
    const Filling& filling = fillings[gap.filling];
    if (gap.kind == Gap::Kind::block) {
      block.blocks_.push_back(std::move(*filling.block));
      continue;
    }
    if (gap.kind == Gap::Kind::escaped) {
      append_xml(block.text_, filling.text);
    } else {
      block.text_ += filling.text;
    }
    block.ends_.push_back(static_cast<std::uint32_t>(block.text_.size()));
  }
  return block;
}

const Shape::Layout& Shape::layout(std::size_t columns) const {
  const auto [found, is_new] = layouts_.try_emplace(columns);
  Layout& layout = found->second;
  if (!is_new) return layout;
  Mover mover(columns);
  for (const Gap& gap : gaps_) {
    layout.before.push_back(mover.moved(gap.before));
    if (gap.kind == Gap::Kind::block) {
      mover.leave_line();
    } else {
      mover.start_line(layout.before.back());
    }
    layout.size += layout.before.back().size();
  }
  layout.rest = mover.moved(rest_);
  layout.size += layout.rest.size();
  return layout;
}

std::size_t Shape::size(const Block& block, std::size_t columns) const {
  std::size_t size = layout(columns).size + block.text_.size();
  if (block_count_ == 0) return size;
  auto inner = block.blocks_.begin();
  for (const Gap& gap : gaps_) {
    if (gap.kind == Gap::Kind::block) size += (inner++)->size(columns + gap.columns);
  }
  return size;
}

void Shape::write(const Block& block, Block::Output& out, std::size_t columns) const {
  const Layout& fixed = layout(columns);
  auto inner = block.blocks_.begin();
  auto end = block.ends_.begin();
  std::size_t from = 0;
  for (std::size_t i = 0; i < gaps_.size(); ++i) {
    out.text += fixed.before[i];
    if (gaps_[i].kind == Gap::Kind::block) {
      (inner++)->write(out, columns + gaps_[i].columns);
    } else {
      out.text.append(block.text_, from, *end - from);
      from = *end++;
    }
  }
  out.text += fixed.rest;
}

}  // namespace planbuilder::emit
