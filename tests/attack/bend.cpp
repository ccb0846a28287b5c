#include "tests/attack/bend.h"

#include <iterator>
#include <utility>

#include "tests/attack/damage_text.h"

namespace planbuilder::testing {

namespace {

using Kind = Tree::Kind;

/// Texts and names as they stand, without a name and an anchor of their own.
Tree text_of(std::string text, bool quoted = false) { return {.text = std::move(text), .quoted = quoted}; }

class Bender {
 public:
  Bender(Tree& tree, const Donor& donor, Dice& dice) : tree_(tree), donor_(donor), dice_(dice) {}

  void change() {
    static constexpr void (Bender::*changes[])() = {&Bender::graft,   &Bender::graft,  &Bender::graft,  &Bender::adopt,
                                                    &Bender::swap,    &Bender::remove, &Bender::repeat, &Bender::wrap,
                                                    &Bender::unwrap,  &Bender::rename, &Bender::rename, &Bender::say_other,
                                                    &Bender::say_odd, &Bender::refer,  &Bender::merge,  &Bender::change_kind};
    (this->*dice_.any_of(changes))();
  }

 private:
  Spot any() {
    const std::vector<Spot> spots = spots_of(tree_);
    return spots[dice_.below(spots.size())];
  }
  /// Found from the root down, since others may be large.
  Tree part_of_other() {
    const Tree* part = &donor_(dice_);
    while (!part->children.empty() && !dice_.one_in(4)) part = &dice_.any_of(part->children);
    return *part;
  }

  /// Another content under the same name.
  static void put(Tree& place, Tree content) {
    content.name = place.name;
    place = std::move(content);
  }

  /// A part of another document, or of this one.
  void graft() { put(*any().node, dice_.one_in(3) ? Tree(*any().node) : part_of_other()); }

  /// One child more.
  void adopt() {
    Tree child = dice_.one_in(2) ? part_of_other() : Tree(*any().node);
    Tree& into = *any().node;
    if (into.kind == Kind::text || into.kind == Kind::alias) return;
    const auto at = static_cast<std::ptrdiff_t>(dice_.below(into.children.size() + 1));
    into.children.insert(into.children.begin() + at, std::move(child));
  }

  void swap() {
    Tree first = *any().node;
    Tree& second = *any().node;
    Tree old = second;
    put(second, first);
    put(*any().node, std::move(old));
  }

  void remove() {
    const auto [node, above] = any();
    if (above != nullptr) above->children.erase(above->children.begin() + (node - above->children.data()));
  }

  void repeat() {
    const auto [node, above] = any();
    if (above == nullptr) return;
    const Tree copy = *node;
    const auto at = node - above->children.data();
    above->children.insert(above->children.begin() + at, 1 + dice_.below(3), copy);
  }

  void wrap() {
    Tree& node = *any().node;
    Tree inner = node;
    Tree outer{.kind = dice_.one_in(2) ? Kind::list : Kind::map, .name = node.name};
    inner.name = any().node->name;
    outer.children.push_back(std::move(inner));
    node = std::move(outer);
  }

  /// A child takes the place of what is around it.
  void unwrap() {
    Tree& node = *any().node;
    if (node.children.empty()) return;
    put(node, Tree(dice_.any_of(node.children)));
  }

  void rename() { any().node->name = dice_.one_in(3) ? part_of_other().name : any().node->name; }

  /// Names are texts somewhere else: of types, of nodes, of what is imported.
  void say_other() {
    const Tree other = dice_.one_in(3) ? part_of_other() : Tree(*any().node);
    put(*any().node, text_of(dice_.one_in(2) || other.text.empty() ? other.name : other.text));
  }

  void say_odd() { put(*any().node, text_of(std::string(odd_word(dice_)), dice_.one_in(2))); }

  /// An anchor here and an alias there, mostly in an order that is right.
  void refer() {
    const std::vector<Spot> spots = spots_of(tree_);
    std::size_t first = dice_.below(spots.size());
    std::size_t second = dice_.below(spots.size());
    if (second < first && !dice_.one_in(8)) std::swap(first, second);
    spots[first].node->anchor = "a";
    put(*spots[second].node, {.kind = Kind::alias, .text = "a"});
  }

  void merge() {
    const std::vector<Spot> spots = spots_of(tree_);
    const std::size_t first = dice_.below(spots.size());
    spots[first].node->anchor = "m";
    for (std::size_t at = first + 1; at < spots.size(); ++at) {
      Tree& into = *spots[at].node;
      if (into.kind != Kind::map || !dice_.one_in(4)) continue;
      into.children.insert(into.children.begin(), {.kind = Kind::alias, .name = "<<", .text = "m"});
      return;
    }
  }

  void change_kind() {
    Tree& node = *any().node;
    switch (node.kind) {
      case Kind::map: node.kind = dice_.one_in(3) ? Kind::text : Kind::list; break;
      case Kind::list: node.kind = dice_.one_in(3) ? Kind::text : Kind::map; break;
      default: node.kind = dice_.one_in(2) ? Kind::map : Kind::list;
    }
    if (node.kind == Kind::text) node.children.clear();
  }

  Tree& tree_;
  const Donor& donor_;
  Dice& dice_;
};

}  // namespace

void bend(Tree& tree, const Donor& donor, Dice& dice) {
  for (std::size_t left = 1 + dice.below(4); left > 0; --left) Bender(tree, donor, dice).change();
}

}  // namespace planbuilder::testing
