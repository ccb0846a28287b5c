// What a template is given that is used thousands of times with other texts: at less cost than as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "planbuilder/emit/template/block.h"

namespace planbuilder::emit {

struct Part;

/// What a loop of the template goes over; all rows have the same columns.
class Rows {
 public:
  explicit Rows(std::vector<const char*> names);

  template <class... Parts>
  void add(Parts&&... parts) {
    (parts_.emplace_back(std::forward<Parts>(parts)), ...);
  }

  [[nodiscard]] const std::vector<const char*>& names() const { return names_; }
  [[nodiscard]] std::vector<Part>& parts() { return parts_; }  // row by row
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }

 private:
  std::vector<const char*> names_;
  std::vector<Part> parts_;
};

/// A text that is kept elsewhere is not copied, and must be there until the template was used. A literal of the program is no
/// text in this sense: it becomes part of the shape.
struct Part {
  Part(const char* literal) : value(literal) {}
  Part(std::string_view text) : value(text) {}
  Part(const std::string& text) : value(std::string_view(text)) {}
  Part(std::string&& text) : value(std::move(text)) {}
  Part(bool flag) : value(flag) {}
  Part(std::vector<std::string_view> texts) : value(std::move(texts)) {}
  Part(Rows rows) : value(std::move(rows)) {}
  Part(Block block) : value(std::move(block)) {}

  std::variant<const char*, std::string_view, std::string, bool, std::vector<std::string_view>, Rows, Block> value;
};

inline Rows::Rows(std::vector<const char*> names) : names_(std::move(names)) {}

struct Field {
  const char* name;
  Part part;
};

/// What goes into the gaps of a shape: a text, or a block.
struct Filling {
  std::string_view text;
  Block* block = nullptr;
};

/// The fillings among the fields, in their order; `kind` gets all else about them: fields of one kind have one shape. An empty
/// text or block is none, since templates ask for it.
void collect(std::span<Field> fields, std::string& kind, std::vector<Filling>& fillings);

/// The fields as JSON, with a mark in the place of each of those (see shape.h).
nlohmann::json with_marks(std::span<const Field> fields);

}  // namespace planbuilder::emit
