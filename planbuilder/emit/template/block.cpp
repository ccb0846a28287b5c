#include "planbuilder/emit/template/block.h"

#include "planbuilder/emit/template/shape.h"
#include "planbuilder/support/large_memory.h"

namespace planbuilder::emit {

bool Block::empty() const { return shape_ == nullptr ? text_.empty() && blocks_.empty() : shape_->empty(); }

Block& Block::operator+=(Block below) {
  if (below.empty()) return *this;
  if (empty()) return *this = std::move(below);
  if (shape_ != nullptr || !text_.empty() || part_.valid()) {
    Block first = std::move(*this);
    *this = Block();
    blocks_.push_back(std::move(first));
  }
  blocks_.push_back(std::move(below));
  return *this;
}

Block& Block::stands_for(PlanPart part) {
  part_ = part;
  return *this;
}

std::string Block::text(std::vector<PlanLines>* lines) const {
  Output out{{}, lines};
  out.text.reserve(size(0) + 1);  // growing it bit by bit would copy it again and again
  prefer_large_pages(out.text.data(), out.text.capacity());
  write(out, 0);
  out.text += '\n';
  return std::move(out.text);
}

std::size_t Block::size(std::size_t columns) const {
  if (shape_ != nullptr) return shape_->size(*this, columns);
  std::size_t size = text_.empty() ? blocks_.size() - 1 : columns + text_.size();
  for (const Block& block : blocks_) size += block.size(columns);
  return size;
}

void Block::write(Output& out, std::size_t columns) const {
  if (!part_.valid() || out.lines == nullptr) return write_lines(out, columns);
  const std::size_t noted = out.lines->size();
  out.lines->push_back({part_, out.counter.line_at_end(out.text), 0});
  write_lines(out, columns);
  (*out.lines)[noted].last = out.counter.line_at_end(out.text);
}

void Block::write_lines(Output& out, std::size_t columns) const {
  if (shape_ != nullptr) return shape_->write(*this, out, columns);
  if (!text_.empty()) out.text.append(columns, ' ').append(text_);
  for (const Block& block : blocks_) {
    if (&block != &blocks_.front()) out.text += '\n';
    block.write(out, columns);
  }
}

}  // namespace planbuilder::emit
