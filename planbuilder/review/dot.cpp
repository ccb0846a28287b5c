#include "planbuilder/review/dot.h"

#include "planbuilder/support/display.h"

namespace planbuilder::review {

namespace {

/// A dot_quoted string whose backslashes and quotes mean nothing to Graphviz.
std::string dot_quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// Two lines: the name, and what it does.
std::string label_of(const Picture::Box& box) {
  const std::string name = dot_quoted(box.count > 1 ? std::to_string(box.count) + " x like " + box.id : box.id);
  std::string detail = dot_quoted(box.detail);
  return name.substr(0, name.size() - 1) + "\\n" + detail.substr(1);
}

std::string dot_name(std::size_t box) { return "a" + std::to_string(box); }

std::string dot_box(const Picture::Box& box, std::size_t number) {
  std::string line = dot_name(number) + " [label=" + label_of(box) + ", tooltip=" + dot_quoted(box.id);
  if (box.in_focus) line += ", fillcolor=\"#fff3c4\"";
  if (box.critical) line += ", penwidth=2";
  return line + "];\n";
}

}  // namespace

std::string to_dot(const Picture& picture) {
  std::string out =
      "digraph plan {\n  label=" + dot_quoted(picture.title + (picture.remark.empty() ? "" : " (" + picture.remark + ")")) +
      ";\n  labelloc=t;\n  rankdir=TB;\n  fontname=\"sans-serif\";\n"
      "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"sans-serif\", fontsize=11];\n"
      "  edge [color=\"#555555\"];\n";
  std::vector<char> grouped(picture.boxes.size(), 0);
  for (std::size_t i = 0; i < picture.groups.size(); ++i) {
    out += "  subgraph cluster_" + std::to_string(i) + " {\n    label=" + dot_quoted(picture.groups[i].machine) +
           ";\n    color=\"#aaaaaa\";\n";
    for (const std::size_t box : picture.groups[i].boxes) {
      grouped[box] = 1;
      out += "    " + dot_box(picture.boxes[box], box);
    }
    out += "  }\n";
  }
  for (std::size_t box = 0; box < picture.boxes.size(); ++box) {
    if (grouped[box] == 0) out += "  " + dot_box(picture.boxes[box], box);
  }
  for (const Picture::Arrow& arrow : picture.arrows) {
    out += "  " + dot_name(arrow.from) + " -> " + dot_name(arrow.to) + " [tooltip=" + dot_quoted(arrow.why);
    if (arrow.redundant) out += ", style=dashed, constraint=false";
    if (!arrow.failure_of.empty()) out += ", style=dashed, fontsize=10, label=" + dot_quoted(arrow.failure_of + " failed");
    if (arrow.critical) out += ", penwidth=2, color=black";
    out += "];\n";
  }
  return out + "}\n";
}

}  // namespace planbuilder::review
