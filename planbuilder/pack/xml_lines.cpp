#include "planbuilder/pack/xml_lines.h"

#include "planbuilder/pack/marks.h"

namespace planbuilder::pack {

void XmlLines::add_all(std::size_t depth, const XmlLines& others) {
  for (const Line& line : others.lines_) lines_.push_back({depth + line.depth, line.text});
}

std::string XmlLines::text(const std::string& line_end, const std::string& indentation, const std::string& unit) const {
  std::string text = line_end + indentation + "<!-- " + std::string(mark_begin) + " -->";
  for (const Line& line : lines_) {
    text += line_end + indentation;
    for (std::size_t i = 0; i < line.depth; ++i) text += unit;
    text += line.text;
  }
  return text + line_end + indentation + "<!-- " + std::string(mark_end) + " -->";
}

XmlPlacer::XmlPlacer(const XmlService& service) : service_(service), line_end_(line_end_of(service.text)) {
  const std::string outer = indentation_of(service.span(service.element));
  const std::string inner = indentation_of(service.span(service.topology));
  if (inner.size() > outer.size() && inner.starts_with(outer)) unit_ = inner.substr(outer.size());
}

/// The white space at the start of its line.
std::string XmlPlacer::indentation_of(const ElementSpan& span) const {
  const std::size_t start = line_start(service_.text, span.begin);
  const std::size_t first = service_.text.find_first_not_of(" \t", start);
  return std::string(service_.text.substr(start, first - start));
}

std::size_t XmlPlacer::without_space_before(std::size_t offset) const {
  return service_.text.find_last_not_of(" \t\r\n", offset - 1) + 1;
}

TextEdit XmlPlacer::append(pugi::xml_node parent, const XmlLines& lines) const {
  const ElementSpan span = service_.span(parent);
  const std::string indentation = indentation_of(span);
  const std::string text = lines.text(line_end_, indentation + unit_, unit_);
  const std::string close = std::string("</") + parent.name() + ">";
  if (span.self_closed) return {span.end - 2, 2, ">" + text + line_end_ + indentation + close};
  const std::size_t place = without_space_before(span.close);
  const bool closed_on_its_own_line = service_.text.substr(place, span.close - place).find('\n') != std::string_view::npos;
  return {place, 0, closed_on_its_own_line ? text : text + line_end_ + indentation};
}

TextEdit XmlPlacer::before(pugi::xml_node element, const XmlLines& lines) const {
  const ElementSpan span = service_.span(element);
  return {without_space_before(span.begin), 0, lines.text(line_end_, indentation_of(span), unit_)};
}

TextEdit XmlPlacer::after(pugi::xml_node element, const XmlLines& lines) const {
  const ElementSpan span = service_.span(element);
  return {span.end, 0, lines.text(line_end_, indentation_of(span), unit_)};
}

TextEdit XmlPlacer::remove(pugi::xml_node element) const {
  const ElementSpan span = service_.span(element);
  const std::size_t start = without_space_before(span.begin);
  return {start, span.end - start, ""};
}

TextEdit XmlPlacer::set(pugi::xml_node element, const char* attribute, std::string value) const {
  // Names and values of pugixml lie in one buffer, so that distances in it are distances in the text.
  const char* start = element.attribute(attribute).value();
  const auto offset = static_cast<std::size_t>(element.offset_debug() + (start - element.name()));
  const std::size_t end = service_.text.find(service_.text[offset - 1], offset);
  return {offset, end - offset, std::move(value)};
}

}  // namespace planbuilder::pack
