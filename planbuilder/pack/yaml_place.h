// Where something can be added to a mapping of a YAML text, or taken out of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/pack/text_edit.h"
#include "planbuilder/pack/yaml_item.h"
#include "planbuilder/support/source.h"
#include "planbuilder/tosca/yaml/tree.h"

namespace planbuilder::pack {

class YamlPlaces {
 public:
  YamlPlaces(const Sources& sources, FileId file);

  /// Adds entries at the end of a block mapping, or at the start of one in flow style. Nothing when it cannot be told where.
  [[nodiscard]] std::optional<TextEdit> append(tosca::yaml::Node map, const std::vector<YamlItem>& items) const;

  /// Gives a value to a key that has none (`workflows:`, `workflows: ~`, `workflows: {}`).
  [[nodiscard]] std::optional<TextEdit> fill(tosca::yaml::Node key, tosca::yaml::Node value,
                                             const std::vector<YamlItem>& items) const;

  /// Takes an entry out of a block mapping, with the lines below it; or out of one in flow style, with the comma behind it.
  [[nodiscard]] std::optional<TextEdit> remove(tosca::yaml::Node map, tosca::yaml::Node key) const;

 private:
  [[nodiscard]] std::size_t offset_of(tosca::yaml::Node node) const;
  [[nodiscard]] bool is_flow(std::size_t offset) const;
  [[nodiscard]] std::size_t behind_properties(std::size_t offset) const;
  [[nodiscard]] std::size_t column_of(std::size_t offset) const;
  [[nodiscard]] std::optional<TextEdit> remove_lines(std::size_t key) const;
  [[nodiscard]] std::optional<TextEdit> remove_from_flow(std::size_t key) const;
  [[nodiscard]] std::size_t next_line(std::size_t offset) const;
  [[nodiscard]] std::size_t end_of_block(std::size_t from, std::size_t indentation) const;
  [[nodiscard]] TextEdit lines_at(std::size_t offset, std::size_t indentation, const std::vector<YamlItem>& items) const;

  const Sources& sources_;
  FileId file_;
  std::string_view text_;
  std::string line_end_;
};

}  // namespace planbuilder::pack
