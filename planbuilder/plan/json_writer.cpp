#include "planbuilder/plan/json_writer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace planbuilder::plan {

namespace {

constexpr std::size_t enough = 1 << 16;  // bytes to be written at once

bool needs_no_escape(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\';
}

}  // namespace

void JsonWriter::key(std::string_view name) {
  before_value();
  quote(name);
  buffer_ += ": ";
  after_key_ = true;
}

void JsonWriter::text(std::string_view value) {
  before_value();
  quote(value);
}

void JsonWriter::integer(std::int64_t value) {
  before_value();
  buffer_ += std::to_string(value);
}

void JsonWriter::real(double value) {
  before_value();
  buffer_ += nlohmann::json(value).dump();
}

void JsonWriter::truth(bool value) {
  before_value();
  buffer_ += value ? "true" : "false";
}

void JsonWriter::null() {
  before_value();
  buffer_ += "null";
}

void JsonWriter::json(std::string_view value) {
  before_value();
  buffer_ += value;
}

void JsonWriter::open(char bracket) {
  before_value();
  buffer_ += bracket;
  has_items_.push_back(false);
}

void JsonWriter::close(char bracket) {
  const bool had_items = has_items_.back();
  has_items_.pop_back();
  if (had_items) new_line();
  buffer_ += bracket;
  if (buffer_.size() >= enough) flush();
}

/// What stands between this value, or key, and what was written before it.
void JsonWriter::before_value() {
  if (std::exchange(after_key_, false) || has_items_.empty()) return;
  if (has_items_.back()) buffer_ += ',';
  has_items_.back() = true;
  new_line();
}

void JsonWriter::new_line() {
  buffer_ += '\n';
  buffer_.append(2 * has_items_.size(), ' ');
}

void JsonWriter::quote(std::string_view text) {
  if (!std::all_of(text.begin(), text.end(), needs_no_escape)) {
    buffer_ += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return;
  }
  buffer_ += '"';
  buffer_ += text;
  buffer_ += '"';
}

void JsonWriter::flush() {
  out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  buffer_.clear();
}

}  // namespace planbuilder::plan
