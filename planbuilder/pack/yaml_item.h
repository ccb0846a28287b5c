// A small piece of YAML that is to be added: built as data, written in block or in flow style, and compared with what is read.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/tosca/yaml/tree.h"

namespace planbuilder::pack {

/// A key with a text, a list of texts, or entries of its own.
struct YamlItem {
  std::string key;
  std::string text = {};
  std::vector<std::string> list = {};
  std::vector<YamlItem> entries = {};
  bool plain = false;  // the text is a word of the grammar: it needs no quotes
};

/// Lines that each end with `line_end`, the first indented by that many spaces.
std::string to_block(const std::vector<YamlItem>& items, std::size_t indentation, const std::string& line_end);

/// On one line, without the braces around: `"a": {"b": "c"}, "d": "e"`. It is JSON as well.
std::string to_flow(const std::vector<YamlItem>& items);

/// True when the node was read from what was written of the items, and has nothing else.
bool is_same(const YamlItem& item, tosca::yaml::Node value);

}  // namespace planbuilder::pack
