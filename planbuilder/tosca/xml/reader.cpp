#include "planbuilder/tosca/xml/reader.h"

#include "planbuilder/support/text.h"

namespace planbuilder::tosca::xml {

/// Names and values of pugixml lie in one buffer, so that distances in it are distances in the file.
SourceRange Reader::at_text(Element owner, const char* text, std::size_t length) const {
  const std::ptrdiff_t offset = owner.offset_debug() + (text - owner.name());
  const bool inside = offset >= 0 && static_cast<std::size_t>(offset) <= sources_.text(file_).size();
  return sources_.at_offset(file_, inside ? static_cast<std::size_t>(offset) : 0, static_cast<std::uint32_t>(length));
}

SourceRange Reader::at(Element element) const {
  return at_text(element, element.name(), std::string_view(element.name()).size());
}

SourceRange Reader::at(const Attribute& attribute) const {
  return at_text(attribute.element, attribute.xml.name(), std::string_view(attribute.xml.name()).size());
}

SourceRange Reader::value_at(const Attribute& attribute) const {
  const std::string_view value = attribute.xml.value();
  return value.empty() ? at(attribute) : at_text(attribute.element, value.data(), value.size());
}

std::string_view Reader::namespace_of(Element element) const {
  const std::string_view prefix = prefix_of(element.name());
  const char* found = namespaces_.find(element, prefix);
  if (found == nullptr && !prefix.empty()) {
    diagnostics.error(Code::unknown_name, at(element), "the prefix of '" + std::string(element.name()) + "' is not declared");
  }
  return found == nullptr ? std::string_view() : std::string_view(found);
}

std::string_view Reader::namespace_of(const Attribute& attribute) const {
  const std::string_view prefix = prefix_of(attribute.xml.name());
  const char* found = prefix.empty() ? nullptr : namespaces_.find(attribute.element, prefix);
  return found == nullptr ? std::string_view() : std::string_view(found);
}

Reference Reader::reference(const Attribute& attribute) const {
  const std::string_view text = trim(attribute.xml.value());
  if (text.empty()) return {};
  const std::string_view prefix = prefix_of(text);
  const std::string_view local = local_name(text);
  const SourceRange place = value_at(attribute);
  const char* space = namespaces_.find(attribute.element, prefix);
  if (space == nullptr && !prefix.empty()) {
    diagnostics.error(Code::unknown_name, place, "the prefix of '" + std::string(text) + "' is not declared");
  }
  if (space == nullptr) space = target_namespace.c_str();
  return {either_name(space, prefix.empty() ? std::string_view(target_namespace) : std::string_view(space), local), place};
}

std::string Reader::own_name(Element element, const char* name_attribute) const {
  const std::string_view space = element.attribute("targetNamespace").value();
  return "{" + (space.empty() ? target_namespace : std::string(space)) + "}" + element.attribute(name_attribute).value();
}

bool is_foreign(const pugi::xml_attribute& attribute) {
  const std::string_view name = attribute.name();
  return name == "xmlns" || name.find(':') != std::string_view::npos;
}

void report_unknown_attribute(Reader& reader, const Attribute& attribute, std::string_view what,
                              const std::vector<std::string_view>& known) {
  const std::string name = attribute.xml.name();
  reader.diagnostics.error(Code::unknown_keyname, reader.at(attribute),
                           "unknown attribute '" + name + "' in " + std::string(what) + did_you_mean(name, known));
}

void report_unknown_element(Reader& reader, Element element, std::string_view what, const std::vector<std::string_view>& known) {
  const std::string name(local_name(element.name()));
  reader.diagnostics.error(Code::unknown_keyname, reader.at(element),
                           "unknown element '" + name + "' in " + std::string(what) + did_you_mean(name, known));
}

void report_missing_attribute(Reader& reader, Element element, std::string_view what, std::string_view name) {
  reader.diagnostics.error(Code::missing_keyname, reader.at(element),
                           std::string(what) + " must have the attribute '" + std::string(name) + "'");
}

void report_missing_element(Reader& reader, Element element, std::string_view what, std::string_view name) {
  reader.diagnostics.error(Code::missing_keyname, reader.at(element),
                           std::string(what) + " must have the element '" + std::string(name) + "'");
}

void report_repeated_element(Reader& reader, Element element, Element first, std::string_view what) {
  reader.diagnostics
      .error(Code::duplicate_name, reader.at(element),
             "the element '" + std::string(local_name(element.name())) + "' stands twice in " + std::string(what))
      .note("it stands here first", reader.at(first));
}

}  // namespace planbuilder::tosca::xml
