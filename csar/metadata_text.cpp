#include "csar/metadata_text.h"

#include <algorithm>

#include "csar/paths.h"
#include "planbuilder/support/text.h"

namespace planbuilder::csar {

namespace {

/// As in the manifests of Java archives, whose form this is, case does not count.
const MetadataField* field_of(const MetadataBlock& block, std::string_view key) {
  const auto found = std::ranges::find_if(block, [&](const MetadataField& field) { return same_but_for_case(field.key, key); });
  return found == block.end() ? nullptr : &*found;
}

/// Builds the blocks line by line, and goes on after a bad line so that all are reported.
class MetadataParser {
 public:
  MetadataParser(FileId file, Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

  void take_line(std::string_view line, std::uint32_t number) {
    line_ = number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (trim(line).empty()) {
      in_block_ = false;
    } else if (line.front() == ' ') {
      take_continuation(line.substr(1));
    } else {
      take_field(line);
    }
  }

  std::optional<std::vector<MetadataBlock>> finish() {
    for (std::size_t i = 1; i < blocks_.size(); ++i) {
      const MetadataField& first = blocks_[i].front();
      if (field_of(blocks_[i], "Name") != nullptr) continue;
      report(first.at, "this block has no 'Name'")
          .explain(
              "A blank line ends the block above. Each block but the first describes one file, which its 'Name' tells; "
              "fields of the CSAR itself, such as Entry-Definitions, belong in the first block.");
    }
    if (bad_) return std::nullopt;
    return std::move(blocks_);
  }

 private:
  Diagnostic& report(SourceRange at, std::string summary) {
    bad_ = true;
    return diagnostics_.error(Code::archive_metadata, at, std::move(summary));
  }

  [[nodiscard]] SourceRange range(std::size_t column, std::size_t length) const {
    return {file_, line_, static_cast<std::uint32_t>(column + 1), static_cast<std::uint32_t>(std::max<std::size_t>(length, 1))};
  }

  void take_continuation(std::string_view rest) {
    if (!in_block_) {
      report(range(0, 1), "a line that starts with a blank continues the one above, but there is none");
      return;
    }
    blocks_.back().back().value += rest;
    blocks_.back().back().value = trim(blocks_.back().back().value);
  }

  void take_field(std::string_view line) {
    const std::size_t colon = line.find(':');
    const std::string_view key = trim(line.substr(0, colon));
    if (colon == std::string_view::npos || key.empty()) {
      report(range(0, line.size()), "this is not a line of the form 'Key: value'");
      return;
    }
    if (!in_block_) blocks_.emplace_back();
    in_block_ = true;
    MetadataBlock& block = blocks_.back();
    if (const MetadataField* earlier = field_of(block, key)) {
      const SourceRange first = earlier->at;
      report(range(0, key.size()), "'" + std::string(key) + "' is given twice in this block").note("first here", first);
      return;
    }
    const std::string_view value = trim(line.substr(colon + 1));
    const std::size_t value_column = value.empty() ? colon : static_cast<std::size_t>(value.data() - line.data());
    block.push_back({std::string(key), std::string(value), range(0, key.size()), range(value_column, value.size())});
  }

  FileId file_;
  Diagnostics& diagnostics_;
  std::vector<MetadataBlock> blocks_;
  std::uint32_t line_ = 0;
  bool in_block_ = false;
  bool bad_ = false;
};

}  // namespace

const MetadataField* Metadata::find(std::string_view key) const {
  return blocks.empty() ? nullptr : field_of(blocks.front(), key);
}

std::vector<std::string> Metadata::other_definitions() const {
  std::vector<std::string> names;
  const MetadataField* field = find("Other-Definitions");
  std::string_view rest = field != nullptr ? trim(field->value) : std::string_view();
  while (!rest.empty()) {
    const bool in_quotes = rest.front() == '"';
    if (in_quotes) rest.remove_prefix(1);
    const std::size_t end = in_quotes ? rest.find('"') : rest.find_first_of(" \t");
    if (end != 0) names.emplace_back(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view() : trim(rest.substr(end + 1));
  }
  return names;
}

std::optional<Metadata> parse_metadata(std::string path, FileId file, const Sources& sources, Diagnostics& diagnostics) {
  std::string_view text = sources.text(file);
  if (text.find('\0') != std::string_view::npos) {
    diagnostics.error(Code::archive_metadata, {file}, path + " is not a text file")
        .explain("It must be UTF-8 text with lines of the form 'Key: value'.");
    return std::nullopt;
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  MetadataParser parser(file, diagnostics);
  std::uint32_t number = 0;
  for (const std::string_view line : split(text, '\n')) parser.take_line(line, ++number);
  auto blocks = parser.finish();
  if (!blocks) return std::nullopt;
  if (blocks->empty()) {
    diagnostics.error(Code::archive_metadata, {file}, path + " is empty")
        .explain("It must at least name the Entry-Definitions; or leave it out.");
    return std::nullopt;
  }
  return Metadata{std::move(path), file, std::move(*blocks)};
}

}  // namespace planbuilder::csar
