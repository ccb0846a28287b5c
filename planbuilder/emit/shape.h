// A template rendered once, with gaps where texts go: what is written thousands of times with other texts is then only put
// together.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace planbuilder::emit {

/// The texts of some data, in a fixed order, and all else about it: data that differ in their texts only are of one kind. An
/// empty text is no text, since templates ask for it.
struct Texts {
  std::string kind;
  std::vector<const std::string*> texts;
};
Texts texts_of(const nlohmann::json& data);

/// The data with a mark in place of each of those texts.
nlohmann::json with_marks(const nlohmann::json& data);

class Shape {
 public:
  /// `rendered` is what became of data with marks. It shows of each text whether it was escaped, and how far it was indented.
  explicit Shape(const std::string& rendered);
  [[nodiscard]] std::string fill(const Texts& texts) const;

 private:
  struct Gap {
    std::string before;
    std::size_t text;
    bool escaped;
    bool block;  // it has its lines for itself
    std::size_t columns;
  };
  std::vector<Gap> gaps_;
  std::string rest_;
};

}  // namespace planbuilder::emit
