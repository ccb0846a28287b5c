// Typed ids: an index that cannot be mistaken for an index into another table.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace planbuilder {

template <class Tag>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value_(static_cast<std::uint32_t>(index)) {}

  [[nodiscard]] constexpr std::size_t index() const { return value_; }
  [[nodiscard]] constexpr bool valid() const { return value_ != none; }
  constexpr auto operator<=>(const Id&) const = default;

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t value_ = none;
};

/// A vector that is indexed by its own kind of id only.
template <class IdType, class T>
class IdVector {
 public:
  IdType add(T value) {
    items_.push_back(std::move(value));
    return IdType(items_.size() - 1);
  }
  T& operator[](IdType id) { return items_[id.index()]; }
  const T& operator[](IdType id) const { return items_[id.index()]; }

  [[nodiscard]] std::size_t size() const { return items_.size(); }
  [[nodiscard]] bool empty() const { return items_.empty(); }
  void reserve(std::size_t count) { items_.reserve(count); }
  void resize(std::size_t count, const T& value = T()) { items_.resize(count, value); }

  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

  /// Iterates over the ids, in declaration order.
  class Ids {
   public:
    class Iterator {
     public:
      explicit Iterator(std::size_t at) : at_(at) {}
      IdType operator*() const { return IdType(at_); }
      Iterator& operator++() {
        ++at_;
        return *this;
      }
      bool operator==(const Iterator&) const = default;

     private:
      std::size_t at_;
    };
    explicit Ids(std::size_t count) : count_(count) {}
    [[nodiscard]] Iterator begin() const { return Iterator(0); }
    [[nodiscard]] Iterator end() const { return Iterator(count_); }

   private:
    std::size_t count_;
  };
  [[nodiscard]] Ids ids() const { return Ids(items_.size()); }

 private:
  std::vector<T> items_;
};

}  // namespace planbuilder

template <class Tag>
struct std::hash<planbuilder::Id<Tag>> {
  std::size_t operator()(planbuilder::Id<Tag> id) const noexcept { return id.index(); }
};
