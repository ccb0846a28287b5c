#include "planbuilder/tosca/xml/document.h"

#include <algorithm>

#include "planbuilder/support/text.h"

namespace planbuilder::tosca::xml {

namespace {

/// Stops at the first element that is too deep; pugixml walks without recursion.
struct DepthWalker : pugi::xml_tree_walker {
  pugi::xml_node too_deep;

  bool for_each(pugi::xml_node& node) override {
    if (depth() < deepest_element) return true;
    too_deep = node;
    return false;
  }
};

class Parser {
 public:
  Parser(const Sources& sources, FileId file, Diagnostics& diagnostics)
      : sources_(sources), file_(file), diagnostics_(diagnostics) {}

  std::unique_ptr<pugi::xml_document> parse() {
    const std::string_view text = sources_.text(file_);
    const pugi::xml_parse_result result =
        document_->load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_doctype | pugi::parse_declaration);
    if (!result) {
      report(Code::xml_syntax, result.offset, std::string("this is not XML: ") + result.description());
      return nullptr;
    }
    if (!check_encoding(text) || !check_top_level() || !check_depth()) return nullptr;
    return std::move(document_);
  }

 private:
  /// Other encodings that pugixml knows are converted by it; UTF-8 is taken as it is.
  bool check_encoding(std::string_view text) {
    const std::string_view declared = document_->child("xml").attribute("encoding").value();
    if (!declared.empty() && declared != "UTF-8" && declared != "utf-8") return true;
    if (is_utf8(text)) return true;
    std::size_t valid = 0;
    while (const std::size_t length = utf8_length(text.substr(valid))) valid += length;
    report(Code::xml_syntax, static_cast<std::ptrdiff_t>(valid), "this is not XML: these bytes are no UTF-8");
    return false;
  }

  bool check_top_level() {
    pugi::xml_node root;
    for (const pugi::xml_node node : document_->children()) {
      if (node.type() == pugi::node_doctype) {
        report(Code::xml_forbidden, node.offset_debug(), "a document type declaration is not allowed here")
            .explain("remove the <!DOCTYPE ...>");
        return false;
      }
      if (node.type() != pugi::node_element) continue;
      if (root) {
        report(Code::xml_syntax, node.offset_debug(), "this is not XML: there is more than one root element");
        return false;
      }
      root = node;
    }
    return true;  // that there is one at all, pugixml checks
  }

  bool check_depth() {
    DepthWalker walker;
    if (document_->traverse(walker)) return true;
    report(Code::xml_limit, walker.too_deep.offset_debug(),
           "elements are nested more than " + std::to_string(deepest_element) + " levels deep");
    return false;
  }

  Diagnostic& report(Code code, std::ptrdiff_t offset, std::string summary) {
    return diagnostics_.error(code, sources_.at_offset(file_, static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0))),
                              std::move(summary));
  }

  const Sources& sources_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::unique_ptr<pugi::xml_document> document_ = std::make_unique<pugi::xml_document>();
};

}  // namespace

std::unique_ptr<pugi::xml_document> parse_document(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  return Parser(sources, file, diagnostics).parse();
}

}  // namespace planbuilder::tosca::xml
