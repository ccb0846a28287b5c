// What is defined at a place of a walk from types to their descendants.
#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace planbuilder::tosca {

/// Entered on the way down, and taken back on the way up.
template <class T>
class Scope {
 public:
  [[nodiscard]] const T* find(const std::string& key) const {
    const auto found = nearest_.find(key);
    return found == nearest_.end() ? nullptr : found->second;
  }
  void enter(const std::string& key, const T& item) { undo_.emplace_back(key, std::exchange(nearest_[key], &item)); }

  [[nodiscard]] std::size_t mark() const { return undo_.size(); }
  void leave(std::size_t mark) {
    for (; undo_.size() > mark; undo_.pop_back()) nearest_[undo_.back().first] = undo_.back().second;
  }

 private:
  std::unordered_map<std::string, const T*> nearest_;
  std::vector<std::pair<std::string, const T*>> undo_;
};

}  // namespace planbuilder::tosca
