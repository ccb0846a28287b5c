#include <pugixml.hpp>
#include <string_view>

#include "tests/attack/languages.h"

namespace planbuilder::testing {

namespace {

using Kind = Tree::Kind;

Tree from_element(const pugi::xml_node& element) {
  Tree tree{.kind = Kind::map, .name = element.name()};
  for (const pugi::xml_attribute& attribute : element.attributes())
    tree.children.push_back({.name = std::string("@") + attribute.name(), .text = attribute.value()});
  for (const pugi::xml_node& child : element.children()) {
    if (child.type() == pugi::node_element) tree.children.push_back(from_element(child));
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata) tree.children.push_back({.text = child.value()});
  }
  return tree;
}

std::optional<Tree> parse_xml(const std::string& text) {
  pugi::xml_document document;
  if (!document.load_buffer(text.data(), text.size())) return std::nullopt;
  return from_element(document.document_element());
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

bool is_attribute(const Tree& tree) { return tree.kind == Kind::text && tree.name.starts_with("@"); }

void print_element(const Tree& tree, std::string& out) {
  const std::string name = tree.name.empty() ? "Properties" : tree.name.substr(tree.name.starts_with("@") ? 1 : 0);
  out += "<" + name;
  for (const Tree& child : tree.children) {
    if (is_attribute(child)) out += " " + child.name.substr(1) + "=\"" + escaped(child.text) + "\"";
  }
  out += ">";
  for (const Tree& child : tree.children) {
    if (is_attribute(child)) continue;
    if (child.kind == Kind::text && child.name.empty()) {
      out += escaped(child.text);
    } else {
      out += "\n";
      print_element(child, out);
    }
  }
  if (tree.kind == Kind::text || tree.kind == Kind::alias) out += escaped(tree.text);
  out += "</" + name + ">";
}

}  // namespace

const Language xml_language{parse_xml, [](const Tree& tree) {
                              std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
                              print_element(tree, out);
                              return out + "\n";
                            }};

}  // namespace planbuilder::testing
