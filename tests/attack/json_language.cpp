#include <nlohmann/json.hpp>

#include "tests/attack/languages.h"

namespace planbuilder::testing {

namespace {

using Json = nlohmann::ordered_json;
using Kind = Tree::Kind;

Tree from_json(const Json& json) {
  Tree tree;
  if (json.is_object()) {
    tree.kind = Kind::map;
    for (const auto& [name, value] : json.items()) {
      tree.children.push_back(from_json(value));
      tree.children.back().name = name;
    }
  } else if (json.is_array()) {
    tree.kind = Kind::list;
    for (const Json& value : json) tree.children.push_back(from_json(value));
  } else {
    tree.quoted = json.is_string();
    tree.text = tree.quoted ? json.get<std::string>() : json.dump();
  }
  return tree;
}

std::optional<Tree> parse_json(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return std::nullopt;
  return from_json(json);
}

/// One node per line, so that a finding can be made smaller line by line.
void print_json(const Tree& tree, std::string& out) {
  if (tree.kind == Kind::text || tree.kind == Kind::alias) {
    out += tree.quoted || tree.text.empty() ? in_quotes(tree.text) : tree.text;
    return;
  }
  const bool is_map = tree.kind == Kind::map;
  out += is_map ? "{" : "[";
  for (const Tree& child : tree.children) {
    out += &child == tree.children.data() ? "\n" : ",\n";
    if (is_map) out += in_quotes(child.name) + ": ";
    print_json(child, out);
  }
  out += is_map ? "\n}" : "\n]";
}

}  // namespace

const Language json_language{parse_json, [](const Tree& tree) {
                               std::string out;
                               print_json(tree, out);
                               return out + "\n";
                             }};

std::string in_quotes(std::string_view text) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      out += "\\u00";
      out += digits[byte / 16];
      out += digits[byte % 16];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace planbuilder::testing
