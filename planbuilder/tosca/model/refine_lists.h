// Lists of named things in layers, from ancestor to descendant: joined in one walk, however many layers there are.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::tosca {

/// What is said of one thing, from ancestor to descendant.
template <class T>
using Layers = std::vector<const T*>;

template <class Whole, class Part>
Layers<Part> parts_of(const Layers<Whole>& layers, Part Whole::*part) {
  Layers<Part> parts;
  parts.reserve(layers.size());
  for (const Whole* layer : layers) parts.push_back(&(layer->*part));
  return parts;
}

/// Finds the items of a list that grows; a few are found faster without a table.
template <class T>
class ByName {
 public:
  ByName(std::vector<T>& items, std::size_t most) : items_(items), has_table_(most > few) {
    for (std::size_t i = 0; has_table_ && i < items.size(); ++i) table_.emplace(items[i].name, i);
  }

  /// The place of the item; the number of items where there is none.
  [[nodiscard]] std::size_t find(const std::string& name) const {
    if (has_table_) {
      const auto found = table_.find(name);
      return found == table_.end() ? items_.size() : found->second;
    }
    const T* found = find_by_name(items_, name);
    return found == nullptr ? items_.size() : static_cast<std::size_t>(found - items_.data());
  }
  void add(const T& item) {
    if (has_table_) table_.emplace(item.name, items_.size());
    items_.push_back(item);
  }

 private:
  static constexpr std::size_t few = 16;
  std::vector<T>& items_;
  bool has_table_;
  std::unordered_map<std::string, std::size_t> table_;
};

/// Adds the items that are new, in the order of first mention. `refine` takes an item that was there, or came first, with
/// all that is said of it later.
template <class T, class Refine>
void refine_lists(std::vector<T>& inherited, const Layers<std::vector<T>>& layers, const Refine& refine) {
  std::size_t most = inherited.size();
  for (const std::vector<T>* own : layers) most += own->size();
  if (most == inherited.size()) return;
  ByName<T> items(inherited, most);
  std::vector<Layers<T>> later;
  for (const std::vector<T>* own : layers) {
    for (const T& item : *own) {
      const std::size_t place = items.find(item.name);
      if (place == inherited.size()) {
        items.add(item);
      } else {
        if (later.size() <= place) later.resize(inherited.size());
        later[place].push_back(&item);
      }
    }
  }
  for (std::size_t place = 0; place < later.size(); ++place) {
    if (!later[place].empty()) refine(inherited[place], later[place]);
  }
}

}  // namespace planbuilder::tosca
