#include "planbuilder/tosca/xml/names.h"

namespace planbuilder::tosca::xml {

namespace {

/// The prefix that an attribute declares; false when it declares none.
bool declares(const pugi::xml_attribute& attribute, std::string_view& prefix) {
  prefix = attribute.name();
  if (!prefix.starts_with("xmlns")) return false;
  prefix.remove_prefix(5);
  if (prefix.empty()) return true;
  if (!prefix.starts_with(':')) return false;
  prefix.remove_prefix(1);
  return true;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string_view prefix_of(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? std::string_view() : name.substr(0, colon);
}

std::string_view local_name(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

Namespaces::Namespaces(Element root) : root_(root) {
  for (const pugi::xml_attribute attribute : root.attributes()) {
    std::string_view prefix;
    if (declares(attribute, prefix)) of_root_.emplace(prefix, attribute.value());
  }
}

const char* Namespaces::find(Element scope, std::string_view prefix) const {
  for (Element element = scope; element && element != root_; element = element.parent()) {
    for (const pugi::xml_attribute attribute : element.attributes()) {
      std::string_view declared;
      if (declares(attribute, declared) && declared == prefix) return attribute.value();
    }
  }
  const auto found = of_root_.find(prefix);
  return found == of_root_.end() ? nullptr : found->second;
}

std::string either_name(std::string_view default_namespace, std::string_view target_namespace, std::string_view local) {
  std::string name = "{" + std::string(default_namespace) + "}";
  if (default_namespace != target_namespace) name += "{" + std::string(target_namespace) + "}";
  return name + std::string(local);
}

std::string decode_url(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0) {
      out += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace planbuilder::tosca::xml
