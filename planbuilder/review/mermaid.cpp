#include "planbuilder/review/mermaid.h"

#include "planbuilder/support/display.h"

namespace planbuilder::review {

namespace {

constexpr std::size_t most_edges = 500;
constexpr std::size_t most_characters = 50'000;

std::string quoted(const std::string& text) { return "\"" + mermaid_text(text) + "\""; }

std::string name_of(std::size_t box) { return "a" + std::to_string(box); }

std::string box_line(const Picture::Box& box, std::size_t number) {
  const std::string label = box.count > 1 ? std::to_string(box.count) + " x like " + box.id : box.id;
  return name_of(number) + "[" + quoted(label) + "]\n";
}

}  // namespace

std::optional<std::string> to_mermaid(const Picture& picture) {
  if (picture.arrows.size() > most_edges) return std::nullopt;
  std::string out = "---\ntitle: " + quoted(picture.title) + "\n---\nflowchart TB\n";
  std::vector<char> grouped(picture.boxes.size(), 0);
  for (std::size_t i = 0; i < picture.groups.size(); ++i) {
    out += "  subgraph g" + std::to_string(i) + "[" + quoted(picture.groups[i].machine) + "]\n";
    for (const std::size_t box : picture.groups[i].boxes) {
      grouped[box] = 1;
      out += "    " + box_line(picture.boxes[box], box);
    }
    out += "  end\n";
  }
  for (std::size_t box = 0; box < picture.boxes.size(); ++box) {
    if (grouped[box] == 0) out += "  " + box_line(picture.boxes[box], box);
  }
  for (const Picture::Arrow& arrow : picture.arrows) {
    out += "  " + name_of(arrow.from) + (arrow.redundant ? " -.-> " : " --> ") + name_of(arrow.to) + "\n";
  }
  if (out.size() > most_characters) return std::nullopt;
  return out;
}

}  // namespace planbuilder::review
