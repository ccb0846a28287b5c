#include "planbuilder/tosca/yaml/tree.h"

#include <algorithm>

namespace planbuilder::tosca::yaml {

Node Tree::root() const { return slots_.empty() ? Node() : Node(this, 0); }

Node::Node(const Tree* tree, std::uint32_t index) : tree_(tree), index_(index) {
  while (tree_->slots_[index_].kind == Kind::alias) index_ = tree_->slots_[index_].end;
}

SourceRange Node::at() const {
  if (!present()) return {};
  const Tree::Slot& here = slot();
  return {tree_->file_, here.line, here.column, here.kind == Kind::scalar ? static_cast<std::uint32_t>(here.text.size()) : 1};
}

std::optional<SourceRange> Node::last() const {
  SourceRange last = at();
  for (std::uint32_t i = index_; i < behind(*tree_, index_); ++i) {
    const Tree::Slot& here = tree_->slots_[i];
    if (here.anchored) return std::nullopt;
    // What a merge key brings stands earlier in the text.
    last = std::max(last, SourceRange{tree_->file_, here.line, here.column, 1});
  }
  return last;
}

Node::Items Node::items() const {
  if (!present() || !is_sequence()) return {tree_, 0, 0};
  return {tree_, index_ + 1, slot().end};
}

Node::Entries Node::entries() const {
  if (!present() || !is_mapping()) return {tree_, 0, 0};
  return {tree_, index_ + 1, slot().end};
}

std::size_t Node::size() const {
  std::size_t count = 0;
  if (is_sequence()) {
    for ([[maybe_unused]] const Node item : items()) ++count;
  } else if (is_mapping()) {
    for ([[maybe_unused]] const Entry entry : entries()) ++count;
  }
  return count;
}

Node Node::find(std::string_view key) const {
  for (const Entry entry : entries()) {
    if (entry.key.is_scalar() && entry.key.text() == key) return entry.value;
  }
  return {};
}

}  // namespace planbuilder::tosca::yaml
