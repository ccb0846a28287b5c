// Renders the embedded templates: the only place that knows the template library.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/emit/template/block.h"
#include "planbuilder/emit/template/fields.h"

namespace planbuilder::emit {

/// Templates are written with <{ expression }>, <% statement %>, <# comment #> and lines `%% statement`: the library's
/// own delimiters mean something in shell. They may call sh(), json(), xml() and comment(), which make any text safe where it
/// stands; place(activity, step) where the lines of a part of the plan begin, and end_place() in what may be the last of them.
class TemplateEngine {
 public:
  TemplateEngine();
  ~TemplateEngine();

  /// `path` is that of the template below templates/. Throws EmitError, which names the template.
  std::string render(const std::string& path, const nlohmann::json& data, std::vector<PlanLines>* lines = nullptr);
  /// The same for parts of XML files that come again and again with other texts, or have others inside. The template may ask
  /// whether a text or a block is empty, and nothing else about it; a block stands on a line for itself.
  template <std::size_t count>
  Block block(std::string_view path, Field (&&fields)[count]) {
    return block_of(path, fields);
  }
  Block block_of(std::string_view path, std::span<Field> fields);
  /// A template that a plugin brought, under its name.
  std::string render_text(const std::string& name, const std::string& text, const nlohmann::json& data);

  struct Parts;

 private:
  std::unique_ptr<Parts> parts_;
};

}  // namespace planbuilder::emit
