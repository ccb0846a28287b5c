#include "planbuilder/tosca/xml/dump_tree.h"

#include <algorithm>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/xml/document.h"

namespace planbuilder::tosca::xml {

namespace {

class TreeDumper {
 public:
  TreeDumper(const Sources& sources, FileId file) : sources_(sources), file_(file) {}

  void put(pugi::xml_node node, std::size_t depth) {
    const std::string indent(2 * depth, ' ');
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) {
      out_ += indent + json_quote(node.value()) + place_of(node) + "\n";
      return;
    }
    if (node.type() != pugi::node_element) return;
    out_ += indent + "<" + node.name() + ">" + place_of(node) + "\n";
    for (const pugi::xml_attribute attribute : node.attributes())
      out_ += indent + "  " + attribute.name() + "=" + json_quote(attribute.value()) + "\n";
    for (const pugi::xml_node child : node.children()) put(child, depth + 1);
  }

  std::string take() { return std::move(out_); }

 private:
  [[nodiscard]] std::string place_of(pugi::xml_node node) const {
    const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0));
    const SourceRange at = sources_.at_offset(file_, offset);
    return " " + std::to_string(at.line) + ":" + std::to_string(at.column);
  }

  const Sources& sources_;
  FileId file_;
  std::string out_;
};

}  // namespace

std::string dump_tree(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  const auto document = parse_document(sources, file, diagnostics);
  if (!document) return {};
  TreeDumper dumper(sources, file);
  dumper.put(document->document_element(), 0);
  return dumper.take();
}

}  // namespace planbuilder::tosca::xml
