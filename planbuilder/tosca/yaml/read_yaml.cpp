#include "planbuilder/tosca/yaml/read_yaml.h"

#include <yaml-cpp/anchor.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <istream>
#include <streambuf>
#include <unordered_map>
#include <unordered_set>

#include "planbuilder/tosca/yaml/surrogate_pairs.h"
#include "planbuilder/tosca/yaml/syntax_hint.h"

namespace planbuilder::tosca::yaml {

namespace {

/// Ends the parse: the diagnostic has been given already.
struct Stop {};

/// A stream over text that is in memory already, without a copy.
class TextBuffer : public std::streambuf {
 public:
  explicit TextBuffer(std::string_view text) {
    char* start = const_cast<char*>(text.data());
    setg(start, start, start + text.size());
  }
};

}  // namespace

/// Receives the events of the parser and lays the tree out.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const Sources& sources, FileId file, const Limits& limits, Diagnostics& diagnostics)
      : tree_(file), sources_(sources), limits_(limits), diagnostics_(diagnostics) {}

  /// Scalars were read from a text in which these were replaced.
  void put_back(const SurrogatePairs& surrogates) { surrogates_ = &surrogates; }

  /// A guess from above: pages that are never touched cost nothing, while growing would hold everything twice.
  void expect(std::size_t text_size) { tree_.slots_.reserve(text_size / 4 + 16); }

  Tree take() { return std::move(tree_); }
  [[nodiscard]] bool clean() const { return clean_; }

  void OnDocumentStart(const YAML::Mark&) override { ++documents_; }
  void OnDocumentEnd() override {}

  /// A last line `---` begins a document without anything in it.
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (documents_ == 1) leaf(Kind::null, mark, anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const std::uint32_t target = anchors_.at(anchor);
    if (tree_.slots_[target].end == 0) fail(Code::yaml_syntax, mark, "an alias stands inside the node that it names");
    const std::uint32_t index = add(Kind::alias, mark);
    tree_.slots_[index].end = target;
    expanded_ += weights_.at(target);
    if (expanded_ > limits_.nodes)
      fail(Code::yaml_limit, mark, "aliases unfold into more than " + std::to_string(limits_.nodes) + " nodes",
           "If the input is to be trusted, raise the limit by --limit yaml-nodes=VALUE.");
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, const std::string& value) override {
    refuse_second(mark);
    const std::uint32_t index = leaf(Kind::scalar, mark, anchor);
    Slot& slot = tree_.slots_[index];
    slot.text = surrogates_ == nullptr ? keep(value) : keep(surrogates_->restore(value));
    // The parser says "!" for a quoted scalar without a tag, "?" for a plain one.
    slot.quoted = tag.size() == 1 && tag.front() == '!';
    if (tag.size() > 1) take_tag(tag, mark, slot);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, YAML::EmitterStyle::value) override {
    refuse_second(mark);
    open(Kind::sequence, mark, anchor);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, YAML::EmitterStyle::value) override {
    refuse_second(mark);
    open(Kind::mapping, mark, anchor);
  }
  void OnMapEnd() override {
    if (look_at_keys(open_.back().index)) merge(open_.back().index);
    close();
  }

 private:
  using Slot = Tree::Slot;
  struct Open {
    std::uint32_t index;
    YAML::anchor_t anchor;
    std::size_t expanded_before;
  };

  void refuse_second(const YAML::Mark& mark) {
    if (documents_ > 1) fail(Code::yaml_syntax, mark, "a second document begins here: a file has one");
  }

  [[noreturn]] void fail(Code code, const YAML::Mark& mark, const std::string& summary, const std::string& remedy = {}) {
    diagnostics_.error(code, place(mark), summary).explain(remedy);
    throw Stop();
  }

  void take_tag(std::string_view tag, const YAML::Mark& mark, Slot& slot) {
    check_tag(mark);
    slot.foreign_tag = tag == "tag:yaml.org,2002:binary" || tag == "tag:yaml.org,2002:timestamp";
    slot.quoted = tag == "tag:yaml.org,2002:str" || tag == "tag:yaml.org,2002:binary";
  }

  /// The parser lets a scalar follow its tag without a space, which is not YAML.
  void check_tag(const YAML::Mark& mark) {
    const std::string_view line = sources_.line(tree_.file_, static_cast<std::uint32_t>(mark.line + 1));
    const auto column = static_cast<std::size_t>(mark.column);
    const std::string_view tag = column < line.size() ? line.substr(column, line.find_first_of(" \t", column) - column) : "";
    if (tag.starts_with('!') && tag.find_first_of("\"'") != std::string_view::npos) {
      fail(Code::yaml_syntax, mark, "this is not YAML: a tag must be followed by a space");
    }
  }

  [[nodiscard]] SourceRange place(const YAML::Mark& mark) const {
    return {tree_.file_, static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(mark.column + 1), 1};
  }

  /// Where it is written: of an alias, not where the node stands that it names.
  [[nodiscard]] SourceRange place(std::uint32_t index) const {
    const Slot& slot = tree_.slots_[index];
    return {tree_.file_, slot.line, slot.column, slot.kind == Kind::scalar ? static_cast<std::uint32_t>(slot.text.size()) : 1};
  }

  std::uint32_t add(Kind kind, const YAML::Mark& mark) {
    const auto index = static_cast<std::uint32_t>(tree_.slots_.size());
    Slot slot;
    slot.kind = kind;
    slot.line = static_cast<std::uint32_t>(mark.line + 1);
    slot.column = static_cast<std::uint32_t>(mark.column + 1);
    tree_.slots_.push_back(slot);
    ++expanded_;
    return index;
  }

  std::uint32_t leaf(Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    const std::uint32_t index = add(kind, mark);
    tree_.slots_[index].end = index + 1;
    if (anchor != YAML::NullAnchor) remember(anchor, index, 1);
    return index;
  }

  void open(Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (open_.size() >= limits_.depth)
      fail(Code::yaml_limit, mark, "nested more than " + std::to_string(limits_.depth) + " levels deep",
           "If the input is to be trusted, raise the limit by --limit yaml-depth=VALUE.");
    const std::size_t before = expanded_;
    const std::uint32_t index = add(kind, mark);
    if (anchor != YAML::NullAnchor) anchors_[anchor] = index;
    open_.push_back({index, anchor, before});
  }

  void close() {
    const Open done = open_.back();
    open_.pop_back();
    tree_.slots_[done.index].end = static_cast<std::uint32_t>(tree_.slots_.size());
    if (done.anchor != YAML::NullAnchor) remember(done.anchor, done.index, expanded_ - done.expanded_before);
  }

  void remember(YAML::anchor_t anchor, std::uint32_t index, std::size_t weight) {
    anchors_[anchor] = index;
    tree_.slots_[index].anchored = true;
    weights_[index] = weight;
  }

  /// Copies a scalar into a block; blocks never move, so that views into them stay good.
  std::string_view keep(const std::string& value) {
    constexpr std::size_t block = 1 << 16;
    auto& blocks = tree_.texts_;
    if (blocks.empty() || blocks.back().capacity() - blocks.back().size() < value.size()) {
      blocks.emplace_back().reserve(std::max(block, value.size()));
    }
    std::string& last = blocks.back();
    const std::size_t start = last.size();
    last += value;
    return std::string_view(last).substr(start);
  }

  /// Reports keys that stand twice; true when a merge key is among them.
  bool look_at_keys(std::uint32_t map) {
    constexpr std::size_t few = 16;  // below that comparing each with each is quicker than hashing
    keys_.clear();
    bool merges = false;
    const auto end = static_cast<std::uint32_t>(tree_.slots_.size());
    for (std::uint32_t key = map + 1; key < end;) {
      if (is_merge_key(key)) merges = true;
      if (Node(&tree_, key).is_scalar()) keys_.push_back(key);
      key = Node::behind(tree_, Node::behind(tree_, key));
    }
    if (keys_.size() <= few) {
      for (std::size_t i = 1; i < keys_.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          if (text_of(keys_[i]) == text_of(keys_[j])) {
            duplicate(keys_[i], keys_[j]);
            break;
          }
        }
      }
    } else {
      std::unordered_map<std::string_view, std::uint32_t> seen;
      for (const std::uint32_t key : keys_) {
        const auto [first, fresh] = seen.emplace(text_of(key), key);
        if (!fresh) duplicate(key, first->second);
      }
    }
    return merges;
  }

  /// An alias may stand for a key: what counts is the text that it stands for.
  [[nodiscard]] std::string_view text_of(std::uint32_t index) const { return Node(&tree_, index).text(); }

  [[nodiscard]] bool is_merge_key(std::uint32_t index) const {
    const Slot& slot = tree_.slots_[index];
    return slot.kind == Kind::scalar && slot.text == "<<" && !slot.quoted;
  }

  void duplicate(std::uint32_t key, std::uint32_t first) {
    clean_ = false;
    diagnostics_
        .error(Code::yaml_duplicate_key, place(key), "the key '" + std::string(text_of(key)) + "' stands twice in this map")
        .note("it stood here first", place(first));
  }

  /// `<<: *base` or `<<: [*a, *b]`: entries whose keys are not there yet are added as aliases, earlier ones win.
  void merge(std::uint32_t map) {
    std::unordered_set<std::string_view> have;
    std::vector<Node> bases;
    const auto end = static_cast<std::uint32_t>(tree_.slots_.size());
    for (std::uint32_t key = map + 1; key < end;) {
      const std::uint32_t value = Node::behind(tree_, key);
      if (is_merge_key(key)) {
        tree_.slots_[key].hidden = true;
        collect_bases(value, bases);
      } else if (Node(&tree_, key).is_scalar()) {
        have.insert(text_of(key));
      }
      key = Node::behind(tree_, value);
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> inherited;
    for (const Node base : bases) {
      for (const Entry entry : base.entries()) {
        if (!entry.key.is_scalar() || have.insert(entry.key.text()).second)
          inherited.emplace_back(entry.key.index_, entry.value.index_);
      }
    }
    for (const auto& [key, value] : inherited) {
      refer(key);
      refer(value);
    }
  }

  void collect_bases(std::uint32_t value, std::vector<Node>& bases) {
    const Node node(&tree_, value);
    if (node.is_mapping()) {
      bases.push_back(node);
    } else if (node.is_sequence()) {
      for (const Node item : node.items()) {
        if (item.is_mapping()) bases.push_back(item);
      }
    } else {
      clean_ = false;
      diagnostics_.error(Code::yaml_syntax, node.at(), "a merge key '<<' takes a map or a list of maps");
    }
  }

  void refer(std::uint32_t target) {
    Slot slot = tree_.slots_[target];
    slot.kind = Kind::alias;
    slot.end = target;
    tree_.slots_.push_back(slot);
    ++expanded_;
  }

  Tree tree_;
  const Sources& sources_;
  const Limits& limits_;
  Diagnostics& diagnostics_;
  const SurrogatePairs* surrogates_ = nullptr;
  std::size_t documents_ = 0;
  bool clean_ = true;
  std::vector<Open> open_;
  std::vector<std::uint32_t> keys_;
  std::unordered_map<YAML::anchor_t, std::uint32_t> anchors_;
  std::unordered_map<std::uint32_t, std::size_t> weights_;  // of anchored nodes, aliases expanded
  std::size_t expanded_ = 0;
};

namespace {

/// The library's message, and a hint for the slips that people really make.
void report(const YAML::Exception& problem, const Sources& sources, FileId file, Diagnostics& diagnostics) {
  SourceRange at{file, 0, 0, 1};
  if (!problem.mark.is_null()) {
    at.line = static_cast<std::uint32_t>(problem.mark.line + 1);
    at.column = static_cast<std::uint32_t>(problem.mark.column + 1);
  }
  diagnostics.error(Code::yaml_syntax, at, "this is not YAML: " + problem.msg).explain(syntax_hint(sources, file, at.line));
}

}  // namespace

std::optional<Tree> read_yaml(const Sources& sources, FileId file, const Limits& limits, Diagnostics& diagnostics) {
  TreeBuilder builder(sources, file, limits, diagnostics);
  try {
    std::string_view text = sources.text(file);
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
      diagnostics.error(Code::yaml_syntax, sources.at_offset(file, nul), "this is not YAML: it contains a NUL byte");
      return std::nullopt;
    }
    const SurrogatePairs surrogates(text);
    if (surrogates.found()) {
      text = surrogates.replaced();
      builder.put_back(surrogates);
    }
    builder.expect(text.size());
    TextBuffer buffer(text);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) {
      diagnostics.error(Code::yaml_syntax, {file, 0, 0, 0}, "the file is empty");
      return std::nullopt;
    }
    while (parser.HandleNextDocument(builder)) continue;  // refused, if there is something in it
  } catch (const Stop&) {
    return std::nullopt;
  } catch (const YAML::Exception& problem) {
    report(problem, sources, file, diagnostics);
    return std::nullopt;
  }
  if (!builder.clean()) return std::nullopt;
  return builder.take();
}

}  // namespace planbuilder::tosca::yaml
