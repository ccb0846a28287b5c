#include "planbuilder/emit/template_engine.h"

#include <algorithm>
#include <inja/inja.hpp>
#include <map>
#include <unordered_map>

#include "planbuilder/emit/emitter.h"
#include "planbuilder/emit/shell_text.h"
#include "planbuilder/emit/xml_text.h"
#include "planbuilder/support/text.h"
#include "templates/templates.h"

namespace planbuilder::emit {

namespace {

using Escape = std::string (*)(std::string_view);

void add_escape(inja::Environment& environment, const std::string& name, Escape escape) {
  environment.add_callback(name, 1, [escape](inja::Arguments& arguments) -> nlohmann::json {
    return escape(arguments.at(0)->get_ref<const std::string&>());
  });
}

}  // namespace

void append_indented(std::string& out, std::string_view text, std::size_t columns) {
  text = text.substr(0, text.find_last_not_of('\n') + 1);
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) out.append(columns, ' ').append(text.substr(0, end));
    if (end == text.size()) return;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

struct TemplateEngine::Parts {
  inja::Environment environment;
  std::map<std::string, inja::Template> parsed;  // a template is rendered once per step
  std::unordered_map<std::string, Shape> shapes;

  Parts() {
    environment.set_statement("<%", "%>");
    environment.set_expression("<{", "}>");
    environment.set_comment("<#", "#>");
    environment.set_line_statement("%%");
    environment.set_search_included_templates_in_files(false);
    add_escape(environment, "sh", shell_quote);
    add_escape(environment, "json", json_quote);
    add_escape(environment, "comment", shell_comment);
    add_escape(environment, "xml", xml_escape);
    environment.add_callback("indent", 2, [](inja::Arguments& arguments) -> nlohmann::json {
      std::string out;
      append_indented(out, arguments.at(0)->get_ref<const std::string&>(), arguments.at(1)->get<std::size_t>());
      return out;
    });
  }

  const inja::Template& find(const std::string& path) {
    const auto known = parsed.find(path);
    if (known != parsed.end()) return known->second;
    const auto text = embedded::find(embedded::templates(), path);
    if (!text) throw EmitError("templates/" + path + ": there is no such template");
    return keep(path, *text);
  }

  const inja::Template& keep(const std::string& key, std::string_view text) {
    const auto known = parsed.find(key);
    return known != parsed.end() ? known->second : parsed.emplace(key, environment.parse(text)).first->second;
  }

  /// `name` is what users are told of the template that `find` gives.
  template <class Find>
  std::string render(const std::string& name, const Find& find_it, const nlohmann::json& data) {
    try {
      return environment.render(find_it(), data);
    } catch (const inja::InjaError& error) {
      throw EmitError(name + ":" + std::to_string(error.location.line) + ":" + std::to_string(error.location.column) + ": " +
                      error.message);
    } catch (const nlohmann::json::exception& error) {
      throw EmitError(name + ": " + error.what());
    }
  }
};

TemplateEngine::TemplateEngine() : parts_(std::make_unique<Parts>()) {}

TemplateEngine::~TemplateEngine() = default;

std::string TemplateEngine::render(const std::string& path, const nlohmann::json& data) {
  return parts_->render(
      "templates/" + path, [&]() -> const inja::Template& { return parts_->find(path); }, data);
}

std::string TemplateEngine::render_often(const std::string& path, const Fields& fields) {
  Texts texts = texts_of(fields);
  texts.kind += path;
  auto known = parts_->shapes.find(texts.kind);
  if (known == parts_->shapes.end()) known = parts_->shapes.emplace(texts.kind, Shape(render(path, with_marks(fields)))).first;
  return known->second.fill(texts);
}

std::string TemplateEngine::render_text(const std::string& name, const std::string& text, const nlohmann::json& data) {
  return parts_->render(
      name, [&]() -> const inja::Template& { return parts_->keep("plugins/" + name, text); }, data);
}

std::optional<TemplateProblem> check_template(const std::string& text) {
  try {
    TemplateEngine::Parts parts;
    parts.environment.parse(text);
    return std::nullopt;
  } catch (const inja::InjaError& error) {
    return TemplateProblem{error.location.line, error.location.column, error.message};
  }
}

}  // namespace planbuilder::emit
