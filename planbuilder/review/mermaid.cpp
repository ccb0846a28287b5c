#include "planbuilder/review/mermaid.h"

#include "planbuilder/support/display.h"

namespace planbuilder::review {

namespace {

std::string mermaid_quoted(const std::string& text) { return "\"" + mermaid_text(text) + "\""; }

std::string mermaid_name(std::size_t box) { return "a" + std::to_string(box); }

std::string mermaid_box(const Picture::Box& box, std::size_t number) {
  const std::string label = box.count > 1 ? std::to_string(box.count) + " x like " + box.id : box.id;
  return mermaid_name(number) + "[" + mermaid_quoted(label) + "]\n";
}

std::string mermaid_arrow(const Picture::Arrow& arrow) {
  if (!arrow.failure_of.empty()) return " -. " + mermaid_quoted(arrow.failure_of + " failed") + " .-> ";
  return arrow.redundant ? " -.-> " : " --> ";
}

}  // namespace

std::optional<std::string> to_mermaid(const Picture& picture) {
  if (picture.arrows.size() > most_mermaid_edges) return std::nullopt;
  std::string out = "---\ntitle: " + mermaid_quoted(picture.title) + "\n---\nflowchart TB\n";
  std::vector<char> grouped(picture.boxes.size(), 0);
  for (std::size_t i = 0; i < picture.groups.size(); ++i) {
    out += "  subgraph g" + std::to_string(i) + "[" + mermaid_quoted(picture.groups[i].machine) + "]\n";
    for (const std::size_t box : picture.groups[i].boxes) {
      grouped[box] = 1;
      out += "    " + mermaid_box(picture.boxes[box], box);
    }
    out += "  end\n";
  }
  for (std::size_t box = 0; box < picture.boxes.size(); ++box) {
    if (grouped[box] == 0) out += "  " + mermaid_box(picture.boxes[box], box);
  }
  for (const Picture::Arrow& arrow : picture.arrows) {
    out += "  " + mermaid_name(arrow.from) + mermaid_arrow(arrow) + mermaid_name(arrow.to) + "\n";
  }
  if (out.size() > most_mermaid_characters) return std::nullopt;
  return out;
}

}  // namespace planbuilder::review
