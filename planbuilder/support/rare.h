// A part that few things have: where it is not there it takes the space of a pointer, and reads as an empty one.
#pragma once

#include <memory>
#include <utility>

namespace planbuilder {

template <class T>
class Rare {
 public:
  Rare() = default;
  Rare(T part) : part_(std::make_unique<T>(std::move(part))) {}  // NOLINT: it stands for the part
  Rare(const Rare& other) : part_(other.part_ ? std::make_unique<T>(*other.part_) : nullptr) {}
  Rare(Rare&&) noexcept = default;
  Rare& operator=(const Rare& other) {
    if (this != &other) part_ = other.part_ ? std::make_unique<T>(*other.part_) : nullptr;
    return *this;
  }
  Rare& operator=(Rare&&) noexcept = default;
  ~Rare() = default;

  const T& operator*() const {
    static const T none{};
    return part_ ? *part_ : none;
  }
  const T* operator->() const { return &**this; }
  [[nodiscard]] bool present() const { return part_ != nullptr; }

  /// To change it; it is there then.
  T& make() {
    if (!part_) part_ = std::make_unique<T>();
    return *part_;
  }

 private:
  std::unique_ptr<T> part_;
};

}  // namespace planbuilder
