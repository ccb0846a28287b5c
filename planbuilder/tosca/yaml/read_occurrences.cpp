#include "planbuilder/tosca/yaml/read_occurrences.h"

#include <charconv>

namespace planbuilder::tosca::yaml {

namespace {

std::uint64_t read_count(Reader& reader, Node node) {
  const std::string_view text = node.is_scalar() ? node.text() : std::string_view();
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size()) {
    reader.diagnostics.error(Code::wrong_value, node.at(), "a number of occurrences must be a whole number or UNBOUNDED");
  }
  return count;
}

bool is_unbounded(const Reader& reader, Node node) {
  return node.is_scalar() && (node.text() == "UNBOUNDED" || (is_alien(reader.version) && node.text() == "unbounded"));
}

}  // namespace

std::optional<std::uint64_t> read_end_of_counts(Reader& reader, Node node) {
  return is_unbounded(reader, node) ? std::nullopt : std::optional(read_count(reader, node));
}

std::optional<Occurrences> read_occurrences(Reader& reader, Node node) {
  if (!expect_sequence(reader, node, "a range of counts")) return std::nullopt;
  std::vector<Node> ends;
  for (const Node item : node.items()) ends.push_back(item);
  if (ends.size() != 2) {
    reader.diagnostics.error(Code::wrong_value, node.at(), "a range of counts must be [least, most]");
    return std::nullopt;
  }
  Occurrences occurrences;
  occurrences.minimum = read_count(reader, ends[0]);
  occurrences.maximum = read_end_of_counts(reader, ends[1]);
  if (occurrences.maximum && *occurrences.maximum < occurrences.minimum) {
    reader.diagnostics.error(Code::wrong_value, node.at(), "a range of counts must not end below where it starts");
  }
  return occurrences;
}

}  // namespace planbuilder::tosca::yaml
