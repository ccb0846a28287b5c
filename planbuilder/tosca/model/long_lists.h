// Finds by name in long lists that do not change any more: a type may have thousands of properties.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::tosca {

class LongLists {
 public:
  /// Short lists need no table.
  template <class T>
  void add(const std::vector<T>& list) {
    if (list.size() <= few) return;
    auto& names = tables_[list.data()];
    for (std::uint32_t i = 0; i < list.size(); ++i) names.emplace(list[i].name, i);
  }

  template <class T>
  [[nodiscard]] const T* find(const std::vector<T>& list, std::string_view name) const {
    const auto table = list.size() <= few ? tables_.end() : tables_.find(list.data());
    if (table == tables_.end()) return find_by_name(list, name);
    const auto found = table->second.find(name);
    return found == table->second.end() ? nullptr : &list[found->second];
  }

 private:
  static constexpr std::size_t few = 64;
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::unordered_map<const void*, std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>>> tables_;
};

}  // namespace planbuilder::tosca
