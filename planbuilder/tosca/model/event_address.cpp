#include "planbuilder/tosca/model/event_address.h"

#include <charconv>

#include "planbuilder/support/text.h"

namespace planbuilder::tosca {

namespace {

std::optional<EventStep::Kind> step_named(std::string_view word) {
  if (word == "SELF") return EventStep::Kind::self;
  if (word == "SOURCE") return EventStep::Kind::source;
  if (word == "TARGET") return EventStep::Kind::target;
  if (word == "CAPABILITY") return EventStep::Kind::capability;
  if (word == "RELATIONSHIP") return EventStep::Kind::relationship;
  return std::nullopt;
}

std::string_view keyword_of(EventStep::Kind kind) {
  switch (kind) {
    case EventStep::Kind::self: return "SELF";
    case EventStep::Kind::source: return "SOURCE";
    case EventStep::Kind::target: return "TARGET";
    case EventStep::Kind::capability: return "CAPABILITY";
    case EventStep::Kind::relationship: return "RELATIONSHIP";
    case EventStep::Kind::node: return "";
  }
  return "";
}

std::optional<std::uint64_t> parse_index(std::string_view word) {
  std::uint64_t index = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return index;
}

class Parser {
 public:
  Parser(const std::vector<Reference>& words, Diagnostics& diagnostics) : words_(words), diagnostics_(diagnostics) {}

  /// As many steps as there are; false when one of them is broken.
  bool parse_steps(std::vector<EventStep>& path, bool only_steps) {
    while (more()) {
      const auto kind = step_named(word().name);
      if (kind) {
        path.push_back({*kind, {}, {}, word().at});
        ++next_;
        if (!parse_rest(path.back())) return false;
      } else if (next_ == 0 && (only_steps || words_.size() > 1) && !is_end_word(word().name)) {
        // A path may start at a node of the service.
        path.push_back({EventStep::Kind::node, word().name == "ALL" ? "" : word().name, {}, word().at});
        ++next_;
      } else {
        break;
      }
    }
    return true;
  }

  /// What follows the steps: the interface, and what it is to receive.
  bool parse_end(EventAddress& address) {
    if (more() && word().name == "INTERFACE") {
      ++next_;
      if (!more()) return fail(words_.back().at, "INTERFACE must be followed by the name of an interface");
      address.interface = words_[next_++];
    }
    if (more() && word().name == "OPERATION") ++next_;
    if (!more()) return fail(words_.back().at, "the address of an event must end with the name of an operation");
    address.operation = words_[next_++];
    return !more() || fail_at_rest(address.operation);
  }

  [[nodiscard]] bool more() const { return next_ < words_.size(); }
  [[nodiscard]] const Reference& word() const { return words_[next_]; }

  bool fail(SourceRange at, std::string why) {
    diagnostics_.error(Code::bad_trigger, at, std::move(why));
    return false;
  }

  bool fail_at_rest(const Reference& no_step) {
    static const std::vector<std::string_view> known = {"SELF",         "SOURCE",    "TARGET",   "CAPABILITY",
                                                        "RELATIONSHIP", "INTERFACE", "OPERATION"};
    return fail(no_step.at, "'" + no_step.name + "' is no step of a path" + did_you_mean(no_step.name, known));
  }

 private:
  static bool is_end_word(std::string_view word) { return word == "INTERFACE" || word == "OPERATION"; }

  bool parse_rest(EventStep& step) {
    const bool relationship = step.kind == EventStep::Kind::relationship;
    if (!relationship && step.kind != EventStep::Kind::capability) return true;
    if (!more() || step_named(word().name) || is_end_word(word().name)) {
      return fail(step.at, std::string(keyword_of(step.kind)) + " must be followed by a name" +
                               (relationship ? ", an index or ALL" : " or ALL"));
    }
    const Reference first = words_[next_++];
    if (relationship && parse_index(first.name)) {
      step.index = parse_index(first.name);
      return true;
    }
    if (first.name != "ALL") {
      step.name = first.name;
      step.at = first.at;
    }
    if (!relationship || !more()) return true;
    if (const auto index = parse_index(word().name)) {
      step.index = index;
      ++next_;
    } else if (word().name == "ALL") {
      ++next_;
    }
    return true;
  }

  const std::vector<Reference>& words_;
  std::size_t next_ = 0;
  Diagnostics& diagnostics_;
};

}  // namespace

std::optional<EventAddress> parse_event_address(const std::vector<Reference>& words, SourceRange at, Diagnostics& diagnostics) {
  Parser parser(words, diagnostics);
  if (words.empty()) {
    parser.fail(at, "the address of an event must end with the name of an operation");
    return std::nullopt;
  }
  EventAddress address;
  address.at = at;
  if (!parser.parse_steps(address.path, false) || !parser.parse_end(address)) return std::nullopt;
  address.own_interface = words.size() == 1;
  return address;
}

EventAddress parse_event_name(const Reference& name) {
  EventAddress address;
  address.at = name.at;
  const std::size_t dot = name.name.rfind('.');
  if (dot == std::string::npos) {
    address.operation = name;
    address.own_interface = true;
  } else {
    address.interface = {name.name.substr(0, dot), name.at};
    address.operation = {name.name.substr(dot + 1), name.at};
  }
  return address;
}

std::optional<std::vector<EventStep>> parse_event_path(const std::vector<Reference>& words, Diagnostics& diagnostics) {
  Parser parser(words, diagnostics);
  std::vector<EventStep> path;
  if (!parser.parse_steps(path, true)) return std::nullopt;
  if (parser.more()) {
    parser.fail_at_rest(parser.word());
    return std::nullopt;
  }
  return path;
}

namespace {

void add_steps(const std::vector<EventStep>& path, std::vector<std::string>& words) {
  for (const EventStep& step : path) {
    if (step.kind != EventStep::Kind::node) words.emplace_back(keyword_of(step.kind));
    const bool named =
        step.kind != EventStep::Kind::self && step.kind != EventStep::Kind::source && step.kind != EventStep::Kind::target;
    if (named && (!step.all() || !step.index)) words.push_back(step.all() ? "ALL" : step.name);
    if (step.index) words.push_back(std::to_string(*step.index));
  }
}

}  // namespace

std::string to_string(const std::vector<EventStep>& path) {
  std::vector<std::string> words;
  add_steps(path, words);
  return "[" + join(words, ", ") + "]";
}

std::string to_string(const EventAddress& address) {
  if (address.own_interface && address.path.empty()) return address.operation.name;
  std::vector<std::string> words;
  add_steps(address.path, words);
  if (!address.interface.empty()) {
    words.emplace_back("INTERFACE");
    words.push_back(address.interface.name);
  }
  words.push_back(address.operation.name);
  return "[" + join(words, ", ") + "]";
}

}  // namespace planbuilder::tosca
