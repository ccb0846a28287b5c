// A value that is kept elsewhere: it takes the space of a pointer, and is copied like any value. Its type may be incomplete.
#pragma once

#include <memory>
#include <utility>

namespace planbuilder {

template <class T>
class Boxed {
 public:
  template <class... Parts>
  explicit Boxed(std::in_place_t, Parts&&... parts) : value_(std::make_unique<T>(std::forward<Parts>(parts)...)) {}
  Boxed(const Boxed& other) : value_(std::make_unique<T>(*other)) {}
  Boxed(Boxed&&) noexcept = default;  // what was moved from is only good to be assigned to, or to go
  Boxed& operator=(const Boxed& other) {
    if (this != &other) value_ = std::make_unique<T>(*other);
    return *this;
  }
  Boxed& operator=(Boxed&&) noexcept = default;
  ~Boxed() = default;

  const T& operator*() const { return *value_; }
  T& operator*() { return *value_; }
  const T* operator->() const { return value_.get(); }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace planbuilder
