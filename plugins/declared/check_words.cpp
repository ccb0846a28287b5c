#include "plugins/declared/check_words.h"

#include <algorithm>
#include <array>

#include "planbuilder/support/text.h"
#include "plugins/declared/expand_words.h"

namespace planbuilder::plugins {

namespace {

using tosca::yaml::Node;

constexpr std::array<std::string_view, 2> always_known = {"entity", "service"};
constexpr std::array<std::string_view, 2> of_artifacts = {"artifact", "folder"};
/// The texts of a step in which words get values.
constexpr std::array<std::string_view, 5> expanded = {"inputs", "input", "transfer", "to", "command"};

class WordChecker {
 public:
  WordChecker(const Sources& sources, Diagnostics& diagnostics) : sources_(sources), diagnostics_(diagnostics) {}

  void plugin(Node root) {
    each_item(root.find("inputs"), [&](Node input) {
      text(input.find("name"), false);
      text(input.find("reason"), false);
    });
    each_value(root.find("transitions"), [&](Node steps) { each_item(steps, [&](Node item) { step(item); }); });
  }

 private:
  template <class Visit>
  static void each_item(Node list, const Visit& visit) {
    if (!list.present() || !list.is_sequence()) return;
    for (const Node item : list.items()) visit(item);
  }
  template <class Visit>
  static void each_value(Node map, const Visit& visit) {
    if (!map.present() || !map.is_mapping()) return;
    for (const auto [key, value] : map.entries()) visit(value);
  }

  void step(Node step) {
    const bool has_artifact = step.find("for_each").present();
    for (const std::string_view keyname : expanded) texts(step.find(keyname), has_artifact);
    if (const Node undo = step.find("undo"); undo.present() && undo.is_mapping()) texts(undo.find("inputs"), has_artifact);
  }

  void texts(Node value, bool has_artifact) {
    each_value(value, [&](Node item) { text(item, has_artifact); });
    text(value, has_artifact);
  }

  void text(Node node, bool has_artifact) {
    if (!node.present() || !node.is_scalar()) return;
    std::size_t next = place_of(node);
    for (std::size_t from = 0; const auto found = find_placeholder(node.text(), from);) {
      from = static_cast<std::size_t>(found->whole.data() - node.text().data()) + found->whole.size();
      const std::size_t place = sources_.text(node.at().file).find(found->whole, next);
      if (place != std::string_view::npos) next = place + found->whole.size();
      if (found->literal || is_known(found->word, has_artifact)) continue;
      report(*found, has_artifact,
             place == std::string_view::npos
                 ? node.at()
                 : sources_.at_offset(node.at().file, place, static_cast<std::uint32_t>(found->whole.size())));
    }
  }

  /// Where it begins in its file; a quoted or indented text comes a little later.
  [[nodiscard]] std::size_t place_of(Node node) const {
    const SourceRange at = node.at();
    const std::string_view line = sources_.line(at.file, at.line);
    return static_cast<std::size_t>(line.data() - sources_.text(at.file).data()) + at.column - 1;
  }

  static bool is_known(std::string_view word, bool has_artifact) {
    const auto has = [&](const auto& words) { return std::find(words.begin(), words.end(), word) != words.end(); };
    return has(always_known) || (has_artifact && has(of_artifacts));
  }

  void report(const Placeholder& found, bool has_artifact, SourceRange at) {
    const std::string word(found.word);
    std::vector<std::string_view> known(always_known.begin(), always_known.end());
    if (!has_artifact && std::find(of_artifacts.begin(), of_artifacts.end(), found.word) != of_artifacts.end()) {
      diagnostics_.error(Code::bad_plugin, at, "'{" + word + "}' has a value only with 'for_each: deployment-artifact'");
      return;
    }
    if (has_artifact) known.insert(known.end(), of_artifacts.begin(), of_artifacts.end());
    diagnostics_.error(Code::bad_plugin, at, "nothing gives '{" + word + "}' a value" + did_you_mean(word, known))
        .explain("known are " + join({known.begin(), known.end()}, ", ") + "; for the text itself, write {" +
                 std::string(found.whole) + "}");
  }

  const Sources& sources_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_words(const Sources& sources, Node plugin, Diagnostics& diagnostics) {
  WordChecker(sources, diagnostics).plugin(plugin);
}

}  // namespace planbuilder::plugins
