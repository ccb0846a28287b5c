// Renders the embedded templates: the only place that knows the template library.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace planbuilder::emit {

/// Appends a text with every line moved to the right, without the newlines at its end.
void append_indented(std::string& out, std::string_view text, std::size_t columns);

/// Templates are written with <{ expression }>, <% statement %>, <# comment #> and lines `%% statement`: the library's
/// own delimiters mean something in shell. They may call sh(), json(), xml() and comment(), which make any text safe
/// where it stands, and indent(TEXT, COLUMNS) for what was rendered before.
class TemplateEngine {
 public:
  TemplateEngine();
  ~TemplateEngine();

  /// `path` is that of the template below templates/. Throws EmitError, which names the template.
  std::string render(const std::string& path, const nlohmann::json& data);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace planbuilder::emit
