#include "planbuilder/tosca/xml/document.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "planbuilder/support/limit_remedy.h"
#include "planbuilder/support/text.h"

namespace planbuilder::tosca::xml {

namespace {

/// An attribute whose name an earlier one of the same element has; none if all differ.
pugi::xml_attribute find_duplicate(const pugi::xml_node& node) {
  std::unordered_set<std::string_view> names;
  for (const pugi::xml_attribute attribute : node.attributes()) {
    if (!names.insert(attribute.name()).second) return attribute;
  }
  return {};
}

/// Stops at the first element that is too deep or has an attribute twice; pugixml walks without recursion.
struct ElementWalker : pugi::xml_tree_walker {
  explicit ElementWalker(std::size_t deepest) : deepest_(deepest) {}

  pugi::xml_node stopped_at;
  pugi::xml_attribute duplicate;

  bool for_each(pugi::xml_node& node) override {
    stopped_at = node;
    const bool has_several = node.first_attribute() != node.last_attribute();
    if (has_several) duplicate = find_duplicate(node);
    const bool is_too_deep = node.type() == pugi::node_element && static_cast<std::size_t>(depth()) >= deepest_;
    return !is_too_deep && !duplicate;
  }

 private:
  std::size_t deepest_;
};

class Parser {
 public:
  Parser(const Sources& sources, FileId file, std::size_t deepest, Diagnostics& diagnostics)
      : sources_(sources), file_(file), deepest_(deepest), diagnostics_(diagnostics) {}

  std::unique_ptr<pugi::xml_document> parse() {
    const std::string_view text = sources_.text(file_);
    const pugi::xml_parse_result result =
        document_->load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_doctype | pugi::parse_declaration);
    if (!result) {
      report(Code::xml_syntax, result.offset, std::string("this is not XML: ") + result.description());
      return nullptr;
    }
    if (!check_encoding(text) || !check_top_level() || !check_elements()) return nullptr;
    return std::move(document_);
  }

 private:
  /// UTF-8 is taken as it is, and what says to be UTF-16 was converted before. Others that pugixml knows are converted by it.
  bool check_encoding(std::string_view text) {
    const std::string_view declared = document_->child("xml").attribute("encoding").value();
    const bool is_unicode = declared.empty() || declared.starts_with("UTF-") || declared.starts_with("utf-");
    if (!is_unicode || is_utf8(text)) return true;
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

  bool check_elements() {
    ElementWalker walker(deepest_);
    if (document_->traverse(walker)) return true;
    const pugi::xml_node element = walker.stopped_at;
    if (walker.duplicate) {
      // Both names stand in the text that was parsed.
      report(Code::xml_syntax, element.offset_debug() + (walker.duplicate.name() - element.name()),
             "this is not XML: the attribute '" + std::string(walker.duplicate.name()) + "' stands twice in this element");
    } else {
      report(Code::xml_limit, element.offset_debug(),
             "elements are nested more than " + std::to_string(deepest_) + " levels deep")
          .explain(limit_remedy("xml-depth", deepest_));
    }
    return false;
  }

  Diagnostic& report(Code code, std::ptrdiff_t offset, std::string summary) {
    return diagnostics_.error(code, sources_.at_offset(file_, static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0))),
                              std::move(summary));
  }

  const Sources& sources_;
  FileId file_;
  std::size_t deepest_;
  Diagnostics& diagnostics_;
  std::unique_ptr<pugi::xml_document> document_ = std::make_unique<pugi::xml_document>();
};

}  // namespace

std::unique_ptr<pugi::xml_document> parse_document(const Sources& sources, FileId file, Diagnostics& diagnostics,
                                                   std::size_t deepest) {
  return Parser(sources, file, deepest, diagnostics).parse();
}

}  // namespace planbuilder::tosca::xml
