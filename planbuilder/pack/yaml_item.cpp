#include "planbuilder/pack/yaml_item.h"

#include <algorithm>
#include <cctype>

#include "planbuilder/support/text.h"

namespace planbuilder::pack {

namespace {

/// Words that no version of YAML takes for anything but text.
bool needs_no_quotes(const std::string& text) {
  static const std::vector<std::string> reserved = {"true", "false", "yes", "no", "on", "off", "y", "n", "null"};
  if (text.empty() || std::isalpha(static_cast<unsigned char>(text.front())) == 0) return false;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-' && c != '.') return false;
  }
  std::string lower = text;
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(reserved.begin(), reserved.end(), lower) == reserved.end();
}

std::string written(const std::string& text) { return needs_no_quotes(text) ? text : json_quote(text); }

std::string quoted_list(const std::vector<std::string>& texts) {
  std::vector<std::string> all;
  for (const std::string& text : texts) all.push_back(json_quote(text));
  return "[" + join(all, ", ") + "]";
}

void add_block(const YamlItem& item, std::size_t indentation, const std::string& line_end, std::string& out) {
  out += std::string(indentation, ' ') + written(item.key) + ":";
  if (!item.entries.empty()) {
    out += line_end;
    for (const YamlItem& entry : item.entries) add_block(entry, indentation + 2, line_end, out);
  } else if (!item.list.empty()) {
    out += " " + quoted_list(item.list) + line_end;
  } else {
    out += " " + (item.plain ? item.text : json_quote(item.text)) + line_end;
  }
}

}  // namespace

std::string to_block(const std::vector<YamlItem>& items, std::size_t indentation, const std::string& line_end) {
  std::string out;
  for (const YamlItem& item : items) add_block(item, indentation, line_end, out);
  return out;
}

std::string to_flow(const std::vector<YamlItem>& items) {
  std::vector<std::string> all;
  for (const YamlItem& item : items) {
    const bool truth = item.plain && (item.text == "true" || item.text == "false");
    std::string value = truth ? item.text : json_quote(item.text);
    if (!item.list.empty()) value = quoted_list(item.list);
    if (!item.entries.empty()) value = "{" + to_flow(item.entries) + "}";
    all.push_back(json_quote(item.key) + ": " + value);
  }
  return join(all, ", ");
}

bool is_same(const YamlItem& item, tosca::yaml::Node value) {
  if (!item.entries.empty()) {
    if (!value.is_mapping() || value.size() != item.entries.size()) return false;
    return std::all_of(item.entries.begin(), item.entries.end(), [&](const YamlItem& entry) {
      const tosca::yaml::Node found = value.find(entry.key);
      return found.present() && is_same(entry, found);
    });
  }
  if (item.list.empty()) return value.is_scalar() && value.text() == item.text;
  if (!value.is_sequence() || value.size() != item.list.size()) return false;
  auto text = item.list.begin();
  for (const tosca::yaml::Node part : value.items()) {
    if (!part.is_scalar() || part.text() != *text++) return false;
  }
  return true;
}

}  // namespace planbuilder::pack
