// Where the targets of imports are found that are not part of the input: planbuilder opens no network connection.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/support/diagnostic.h"

namespace planbuilder::tosca {

/// Lines of `kind<TAB>name<TAB>path`; kind is `url`, `repository` or `profile`, the path is relative to the map's own file.
/// A url that ends with `/` stands for everything below it.
class ImportMap {
 public:
  /// Nothing after a diagnostic.
  static std::optional<ImportMap> read(const std::string& file, Sources& sources, Diagnostics& diagnostics);

  [[nodiscard]] std::optional<std::string> find(std::string_view kind, std::string_view name) const;

 private:
  struct Row {
    std::string kind;
    std::string name;
    std::string path;
  };
  std::vector<Row> rows_;
};

}  // namespace planbuilder::tosca
