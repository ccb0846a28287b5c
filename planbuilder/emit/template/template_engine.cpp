#include "planbuilder/emit/template/template_engine.h"

#include <inja/inja.hpp>
#include <map>
#include <sstream>
#include <unordered_map>

#include "planbuilder/emit/template/check_template.h"
#include "planbuilder/emit/template/emit_error.h"
#include "planbuilder/emit/template/shape.h"
#include "planbuilder/emit/template/shell_text.h"
#include "planbuilder/emit/template/xml_text.h"
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

struct TemplateEngine::Parts {
  inja::Environment environment;
  std::map<std::string, inja::Template> parsed;   // a template is rendered once per step
  std::unordered_map<std::string, Shape> shapes;  // by template and kind of fields
  std::string kind;                               // of the fields at hand: these two are kept for their memory
  std::vector<Filling> fillings;
  std::ostringstream out;  // of the template that is being rendered, with what is noted of it
  std::vector<PlanLines>* lines = nullptr;
  LineCounter counter;

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
    environment.add_void_callback("place", 2, [this](inja::Arguments& arguments) {
      begin_place({plan::ActivityId(arguments.at(0)->get<std::size_t>()), arguments.at(1)->get<std::uint32_t>()});
    });
    environment.add_void_callback("end_place", 0, [this](inja::Arguments&) { end_place(); });
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  void begin_place(PlanPart part) {
    if (lines == nullptr) return;
    const std::uint32_t line = counter.line_at_end(out.view());
    lines->push_back({part, line, line});
  }
  void end_place() {
    if (lines != nullptr && !lines->empty()) lines->back().last = counter.line_at_end(out.view());
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
  std::string render(const std::string& name, const Find& find_it, const nlohmann::json& data,
                     std::vector<PlanLines>* noted = nullptr) {
    out = std::ostringstream();
    lines = noted;
    counter = LineCounter();
    try {
      environment.render_to(out, find_it(), data);
      return std::move(out).str();
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

std::string TemplateEngine::render(const std::string& path, const nlohmann::json& data, std::vector<PlanLines>* lines) {
  return parts_->render(
      "templates/" + path, [&]() -> const inja::Template& { return parts_->find(path); }, data, lines);
}

Block TemplateEngine::block_of(std::string_view path, std::span<Field> fields) {
  parts_->kind = path;
  parts_->fillings.clear();
  collect(fields, parts_->kind, parts_->fillings);
  auto known = parts_->shapes.find(parts_->kind);
  if (known == parts_->shapes.end()) {
    known = parts_->shapes.emplace(parts_->kind, Shape(render(std::string(path), with_marks(fields)))).first;
  }
  return known->second.fill(parts_->fillings);
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
