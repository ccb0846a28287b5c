// Lists of things that have a name: found, listed and refined by it.
#pragma once

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace planbuilder::tosca {

template <class T>
T* find_by_name(std::vector<T>& all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const T& item) { return item.name == name; });
  return found == all.end() ? nullptr : &*found;
}
template <class T>
const T* find_by_name(const std::vector<T>& all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const T& item) { return item.name == name; });
  return found == all.end() ? nullptr : &*found;
}

/// Finds in a list that stays as it is: few by going through them, many by a table.
template <class T>
class NameTable {
 public:
  explicit NameTable(const std::vector<T>& all) : all_(all) {
    if (all.size() <= few) return;
    for (const T& item : all) table_.emplace(item.name, &item);
  }
  [[nodiscard]] const T* find(std::string_view name) const {
    if (table_.empty()) return find_by_name(all_, name);
    const auto found = table_.find(name);
    return found == table_.end() ? nullptr : found->second;
  }

 private:
  static constexpr std::size_t few = 16;
  const std::vector<T>& all_;
  std::unordered_map<std::string_view, const T*> table_;
};

template <class Items>
void add_names(const Items& items, std::vector<std::string_view>& names) {
  for (const auto& item : items) names.push_back(item.name);
}

/// What can be meant where a name is not there.
template <class Items>
std::vector<std::string_view> names_of(const Items& items) {
  std::vector<std::string_view> names;
  names.reserve(items.size());
  add_names(items, names);
  return names;
}

/// An own item replaces the inherited one of its name.
template <class T>
void refine_by_name(std::vector<T>& inherited, const std::vector<T>& own) {
  for (const T& item : own) {
    if (T* same = find_by_name(inherited, item.name)) {
      *same = item;
    } else {
      inherited.push_back(item);
    }
  }
}

}  // namespace planbuilder::tosca
