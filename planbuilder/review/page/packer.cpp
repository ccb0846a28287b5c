#include "planbuilder/review/page/packer.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace planbuilder::review {

void Packer::integer(std::int64_t value) {
  constexpr std::int64_t most = 1'000'000'000;  // all that scripts count exactly, and more than places need
  if (value < 0 || value > most) return scalar(std::to_string(value));
  add(std::to_string(-value - 1));
}

void Packer::real(double value) { scalar(nlohmann::json(value).dump()); }

void Packer::scalar(std::string_view written) { add("[0," + std::to_string(number_of(written)) + "]"); }

void Packer::add(std::string_view packed) {
  frames_[depth_].items += ',';
  frames_[depth_].items += packed;
}

void Packer::open() {
  if (++depth_ == frames_.size()) frames_.emplace_back();
}

void Packer::close(std::uint32_t shape) {
  Frame& frame = frames_[depth_--];
  std::string& items = frames_[depth_].items;
  items += ",[";
  items += std::to_string(shape);
  items += frame.items;
  items += ']';
  frame.items.clear();
  frame.keys.clear();
}

std::uint32_t Packer::shape_of(const std::vector<std::uint32_t>& keys) {
  std::string name;
  for (const std::uint32_t key : keys) name += std::to_string(key) + ",";
  const auto [known, is_new] = known_shapes_.emplace(std::move(name), static_cast<std::uint32_t>(shapes_.size() + 2));
  if (is_new) shapes_.push_back(keys);
  return known->second;
}

std::uint32_t Packer::number_of(std::string_view text) {
  if (const auto known = numbers_.find(text); known != numbers_.end()) return known->second;
  const auto number = static_cast<std::uint32_t>(texts_.size());
  numbers_.emplace(texts_.emplace_back(text), number);
  return number;
}

std::string Packer::take() {
  std::string items = std::exchange(frames_[0].items, {});
  if (!items.empty()) items.erase(0, 1);  // the comma
  return items;
}

}  // namespace planbuilder::review
