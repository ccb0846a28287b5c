// A template rendered once, with gaps where texts go: what is written thousands of times with other texts is then only put
// together.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace planbuilder::emit {

struct Field;

using Fields = std::vector<Field>;

/// What such a template is given, at less cost than as JSON. A text that is kept elsewhere is not copied.
struct Part {
  Part(const char* text);
  Part(const std::string& text);
  Part(std::string&& text);
  Part(bool flag);
  Part(std::vector<std::string> texts);
  Part(std::vector<Fields> rows);

  std::variant<std::string_view, std::string, bool, std::vector<std::string>, std::vector<Fields>> value;
};

struct Field {
  const char* name;
  Part part;
};

/// The texts of some fields, in their order, and all else about them: fields that differ in their texts only are of one kind. An
/// empty text is no text, since templates ask for it.
struct Texts {
  std::string kind;
  std::vector<std::string_view> texts;
};
Texts texts_of(const Fields& fields);

/// The fields as JSON, with a mark in place of each of those texts.
nlohmann::json with_marks(const Fields& fields);

class Shape {
 public:
  /// `rendered` is what became of fields with marks. It shows of each text whether it was escaped, and how far it was indented.
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
