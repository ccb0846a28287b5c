// A YAML document as a tree that knows where everything stands in the text.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/support/source.h"

namespace planbuilder::tosca::yaml {

enum class Kind : std::uint8_t { null, scalar, sequence, mapping, alias };

class Node;
struct Entry;

/// The nodes stand in document order in one array; a collection is followed by its children, and each node
/// knows where its subtree ends. That is compact, and walking it touches memory in order.
class Tree {
 public:
  explicit Tree(FileId file) : file_(file) {}
  [[nodiscard]] Node root() const;
  [[nodiscard]] bool empty() const { return slots_.empty(); }
  /// Visits key and value of every mapping, wherever it stands; what an alias stands for counts where it is written.
  template <class Visit>
  void for_each_entry(const Visit& visit) const;

 private:
  friend class Node;
  friend class TreeBuilder;

  struct Slot {
    Kind kind = Kind::null;
    bool quoted : 1 = false;       // a quoted scalar, or one with the tag !!str or !!binary
    bool foreign_tag : 1 = false;  // !!binary or !!timestamp: types of YAML that are none of TOSCA 2.0
    bool anchored : 1 = false;     // aliases may stand for it
    bool hidden : 1 = false;       // a merge key and its value: what they bring stands behind them
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint32_t end = 0;       // index behind the last slot of the subtree; of an alias: the slot it stands for
    std::string_view text = {};  // scalars; into texts_
  };

  FileId file_;
  std::vector<Slot> slots_;
  std::deque<std::string> texts_;  // blocks that do not move
};

/// A cheap handle. An alias is followed at once, so nobody sees one. A handle without a tree is "absent".
class Node {
 public:
  Node() = default;
  Node(const Tree* tree, std::uint32_t index);

  [[nodiscard]] bool present() const { return tree_ != nullptr; }
  [[nodiscard]] Kind kind() const { return slot().kind; }
  [[nodiscard]] bool is_null() const { return kind() == Kind::null; }
  [[nodiscard]] bool is_scalar() const { return kind() == Kind::scalar; }
  [[nodiscard]] bool is_sequence() const { return kind() == Kind::sequence; }
  [[nodiscard]] bool is_mapping() const { return kind() == Kind::mapping; }
  [[nodiscard]] bool is_quoted() const { return slot().quoted; }
  [[nodiscard]] bool has_foreign_tag() const { return slot().foreign_tag; }
  [[nodiscard]] bool is_anchored() const { return slot().anchored; }
  [[nodiscard]] std::string_view text() const { return slot().text; }
  [[nodiscard]] SourceRange at() const;
  /// The last place inside; none when an alias may show a part of it elsewhere.
  [[nodiscard]] std::optional<SourceRange> last() const;

  /// The items of a sequence.
  class Items;
  [[nodiscard]] Items items() const;
  /// The entries of a mapping, merged ones included; a key may be any node.
  class Entries;
  [[nodiscard]] Entries entries() const;
  /// The number of items or entries.
  [[nodiscard]] std::size_t size() const;
  /// The value of a scalar key, or absent.
  [[nodiscard]] Node find(std::string_view key) const;

 private:
  friend class TreeBuilder;
  [[nodiscard]] const Tree::Slot& slot() const { return tree_->slots_[index_]; }
  /// The index behind the subtree that starts here; an alias is one slot long.
  static std::uint32_t behind(const Tree& tree, std::uint32_t index) {
    const Tree::Slot& slot = tree.slots_[index];
    return slot.kind == Kind::alias ? index + 1 : slot.end;
  }

  const Tree* tree_ = nullptr;
  std::uint32_t index_ = 0;
};

struct Entry {
  Node key;
  Node value;
};

class Node::Items {
 public:
  class Iterator {
   public:
    Iterator(const Tree* tree, std::uint32_t at) : tree_(tree), at_(at) {}
    Node operator*() const { return {tree_, at_}; }
    Iterator& operator++() {
      at_ = Node::behind(*tree_, at_);
      return *this;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    const Tree* tree_;
    std::uint32_t at_;
  };
  Items(const Tree* tree, std::uint32_t first, std::uint32_t end) : tree_(tree), first_(first), end_(end) {}
  [[nodiscard]] Iterator begin() const { return {tree_, first_}; }
  [[nodiscard]] Iterator end() const { return {tree_, end_}; }

 private:
  const Tree* tree_;
  std::uint32_t first_;
  std::uint32_t end_;
};

class Node::Entries {
 public:
  class Iterator {
   public:
    Iterator(const Tree* tree, std::uint32_t at, std::uint32_t end) : tree_(tree), at_(at), end_(end) { skip_hidden(); }
    Entry operator*() const { return {Node(tree_, at_), Node(tree_, Node::behind(*tree_, at_))}; }
    Iterator& operator++() {
      step();
      skip_hidden();
      return *this;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    void step() { at_ = Node::behind(*tree_, Node::behind(*tree_, at_)); }
    void skip_hidden() {
      while (at_ != end_ && tree_->slots_[at_].hidden) step();
    }
    const Tree* tree_;
    std::uint32_t at_;
    std::uint32_t end_;
  };
  Entries(const Tree* tree, std::uint32_t first, std::uint32_t end) : tree_(tree), first_(first), end_(end) {}
  [[nodiscard]] Iterator begin() const { return {tree_, first_, end_}; }
  [[nodiscard]] Iterator end() const { return {tree_, end_, end_}; }

 private:
  const Tree* tree_;
  std::uint32_t first_;
  std::uint32_t end_;
};

template <class Visit>
void Tree::for_each_entry(const Visit& visit) const {
  for (std::uint32_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].kind != Kind::mapping) continue;
    for (const auto [key, value] : Node(this, i).entries()) visit(key, value);
  }
}

}  // namespace planbuilder::tosca::yaml
