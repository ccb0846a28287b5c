// Renders the embedded templates: the only place that knows the template library.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "planbuilder/emit/shape.h"

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
  /// The same for XML, for what is rendered again and again with other texts. The template may ask whether a text is empty, and
  /// nothing else about it.
  std::string render_often(const std::string& path, const Fields& fields);
  /// A template that a plugin brought, under its name.
  std::string render_text(const std::string& name, const std::string& text, const nlohmann::json& data);

  struct Parts;

 private:
  std::unique_ptr<Parts> parts_;
};

struct TemplateProblem {
  std::size_t line = 1;
  std::size_t column = 1;
  std::string message;
};

/// What keeps a text from being a template; nothing when it is one.
std::optional<TemplateProblem> check_template(const std::string& text);

}  // namespace planbuilder::emit
