#include "planbuilder/emit/block.h"

#include "planbuilder/emit/shape.h"
#include "planbuilder/support/large_memory.h"

namespace planbuilder::emit {

bool Block::empty() const { return shape_ == nullptr ? text_.empty() && blocks_.empty() : shape_->empty(); }

Block& Block::operator+=(Block below) {
  if (below.empty()) return *this;
  if (empty()) return *this = std::move(below);
  if (shape_ != nullptr || !text_.empty()) {
    Block first = std::move(*this);
    *this = Block();
    blocks_.push_back(std::move(first));
  }
  blocks_.push_back(std::move(below));
  return *this;
}

std::string Block::text() const {
  std::string out;
  out.reserve(size(0) + 1);  // growing it bit by bit would copy it again and again
  prefer_large_pages(out.data(), out.capacity());
  write(out, 0);
  out += '\n';
  return out;
}

std::size_t Block::size(std::size_t columns) const {
  if (shape_ != nullptr) return shape_->size(*this, columns);
  std::size_t size = text_.empty() ? blocks_.size() - 1 : columns + text_.size();
  for (const Block& block : blocks_) size += block.size(columns);
  return size;
}

void Block::write(std::string& out, std::size_t columns) const {
  if (shape_ != nullptr) return shape_->write(*this, out, columns);
  if (!text_.empty()) out.append(columns, ' ').append(text_);
  for (const Block& block : blocks_) {
    if (&block != &blocks_.front()) out += '\n';
    block.write(out, columns);
  }
}

}  // namespace planbuilder::emit
