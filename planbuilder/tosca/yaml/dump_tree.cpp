#include "planbuilder/tosca/yaml/dump_tree.h"

#include "planbuilder/support/text.h"

namespace planbuilder::tosca::yaml {

namespace {

class TreeDumper {
 public:
  std::string take() { return std::move(out_); }

  /// What a node is, on the line that is under way; what is in it, on lines below.
  void put(Node node, std::size_t depth) {
    const std::string place = " " + std::to_string(node.at().line) + ":" + std::to_string(node.at().column);
    const std::string end = place + (node.is_anchored() ? " anchored" : "") + "\n";
    switch (node.kind()) {
      case Kind::null: out_ += "null" + end; break;
      case Kind::scalar: out_ += (node.is_quoted() ? "" : "plain ") + json_quote(node.text()) + end; break;
      case Kind::sequence:
        out_ += "[]" + end;
        for (const Node item : node.items()) {
          out_ += std::string(2 * depth, ' ') + "- ";
          put(item, depth + 1);
        }
        break;
      case Kind::mapping:
        out_ += "{}" + end;
        for (const auto [key, value] : node.entries()) put_entry(key, value, depth);
        break;
      case Kind::alias: break;  // is followed at once: nobody sees one
    }
  }

 private:
  void put_entry(Node key, Node value, std::size_t depth) {
    out_ += std::string(2 * depth, ' ');
    if (key.is_scalar()) {
      out_ += json_quote(key.text()) + " " + std::to_string(key.at().line) + ":" + std::to_string(key.at().column);
    } else {
      out_ += "? ";
      put(key, depth + 1);
      out_ += std::string(2 * depth, ' ');
    }
    out_ += " = ";
    put(value, depth + 1);
  }

  std::string out_;
};

}  // namespace

std::string dump_tree(const Tree& tree) {
  TreeDumper dumper;
  if (!tree.empty()) dumper.put(tree.root(), 0);
  return dumper.take();
}

}  // namespace planbuilder::tosca::yaml
