// Elements as lines of text, and their place among those that are there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/pack/text_edit.h"
#include "planbuilder/pack/xml_service.h"

namespace planbuilder::pack {

/// Lines of markup, each with its depth.
class XmlLines {
 public:
  void add(std::size_t depth, std::string line) { lines_.push_back({depth, std::move(line)}); }
  void add_all(std::size_t depth, const XmlLines& others);
  [[nodiscard]] bool empty() const { return lines_.empty(); }

  /// Each line after a line end, between the comments that mark them as ours.
  [[nodiscard]] std::string text(const std::string& line_end, const std::string& indentation, const std::string& unit) const;

 private:
  struct Line {
    std::size_t depth = 0;
    std::string text;
  };
  std::vector<Line> lines_;
};

/// Puts lines where they belong, in the manner of the text around.
class XmlPlacer {
 public:
  explicit XmlPlacer(const XmlService& service);

  /// As the last children of an element.
  [[nodiscard]] TextEdit append(pugi::xml_node parent, const XmlLines& lines) const;
  /// As siblings of an element.
  [[nodiscard]] TextEdit before(pugi::xml_node element, const XmlLines& lines) const;
  [[nodiscard]] TextEdit after(pugi::xml_node element, const XmlLines& lines) const;
  /// The element and the space before it.
  [[nodiscard]] TextEdit remove(pugi::xml_node element) const;
  /// Another value for an attribute, which is text that needs no escapes.
  [[nodiscard]] TextEdit set(pugi::xml_node element, const char* attribute, std::string value) const;

 private:
  [[nodiscard]] std::string indentation_of(const ElementSpan& span) const;
  [[nodiscard]] std::size_t without_space_before(std::size_t offset) const;

  const XmlService& service_;
  std::string line_end_;
  std::string unit_ = "  ";
};

}  // namespace planbuilder::pack
