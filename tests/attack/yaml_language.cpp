#include <yaml-cpp/yaml.h>

#include "tests/attack/languages.h"

namespace planbuilder::testing {

namespace {

using Kind = Tree::Kind;

Tree from_node(const YAML::Node& node) {
  Tree tree;
  if (node.IsMap()) {
    tree.kind = Kind::map;
    for (const auto& entry : node) {
      tree.children.push_back(from_node(entry.second));
      tree.children.back().name = entry.first.IsScalar() ? entry.first.Scalar() : "?";
    }
  } else if (node.IsSequence()) {
    tree.kind = Kind::list;
    for (const YAML::Node& child : node) tree.children.push_back(from_node(child));
  } else if (node.IsScalar()) {
    tree.text = node.Scalar();
    tree.quoted = node.Tag() == "!";
  }
  return tree;
}

std::optional<Tree> parse_yaml(const std::string& text) {
  try {
    return from_node(YAML::Load(text));
  } catch (const YAML::Exception&) {
    return std::nullopt;
  }
}

/// Whether a text can stand without quotes: as it was written, mostly.
bool is_plain(const std::string& text) {
  if (text.find_first_of(":#\n\r\t\"'{}[],&*!|>%@`\\\x7f") != std::string::npos) return false;
  return text.empty() || (text.front() != ' ' && text.back() != ' ' && text.front() != '-' && text.front() != '?');
}

std::string scalar(const std::string& text, bool quoted) { return quoted || !is_plain(text) ? in_quotes(text) : text; }

void print_below(const Tree& tree, std::size_t indent, std::string& out);

/// What follows `name:` or `-`.
void print_value(const Tree& tree, std::size_t indent, std::string& out) {
  if (!tree.anchor.empty()) out += " &" + tree.anchor;
  switch (tree.kind) {
    case Kind::text: out += " " + scalar(tree.text, tree.quoted) + "\n"; break;
    case Kind::alias: out += " *" + tree.text + "\n"; break;
    default:
      if (tree.children.empty()) {
        out += tree.kind == Kind::map ? " {}\n" : " []\n";
      } else {
        out += "\n";
        print_below(tree, indent, out);
      }
  }
}

void print_below(const Tree& tree, std::size_t indent, std::string& out) {
  for (const Tree& child : tree.children) {
    out.append(indent, ' ');
    // A merge key is one only without quotes.
    out += tree.kind == Kind::list ? "-" : (child.name == "<<" ? child.name : scalar(child.name, child.name.empty())) + ":";
    print_value(child, indent + 2, out);
  }
}

std::string print_yaml(const Tree& tree) {
  std::string out;
  if (tree.children.empty()) {
    print_value(tree, 0, out);
  } else {
    print_below(tree, 0, out);
  }
  return out;
}

}  // namespace

const Language yaml_language{parse_yaml, print_yaml};

}  // namespace planbuilder::testing
