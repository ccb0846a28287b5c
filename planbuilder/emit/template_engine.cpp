#include "planbuilder/emit/template_engine.h"

#include <algorithm>
#include <inja/inja.hpp>
#include <map>

#include "planbuilder/emit/emitter.h"
#include "planbuilder/emit/shell_text.h"
#include "planbuilder/emit/xml_text.h"
#include "planbuilder/support/text.h"
#include "templates/templates.h"

namespace planbuilder::emit {

struct TemplateEngine::Parts {
  inja::Environment environment;
  std::map<std::string, inja::Template> parsed;  // a template is rendered once per step

  const inja::Template& find(const std::string& path) {
    const auto known = parsed.find(path);
    if (known != parsed.end()) return known->second;
    const auto text = embedded::find(embedded::templates(), path);
    if (!text) throw EmitError("templates/" + path + ": there is no such template");
    return parsed.emplace(path, environment.parse(*text)).first->second;
  }
};

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

TemplateEngine::TemplateEngine() : parts_(std::make_unique<Parts>()) {
  inja::Environment& environment = parts_->environment;
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

TemplateEngine::~TemplateEngine() = default;

std::string TemplateEngine::render(const std::string& path, const nlohmann::json& data) {
  try {
    return parts_->environment.render(parts_->find(path), data);
  } catch (const inja::InjaError& error) {
    throw EmitError("templates/" + path + ":" + std::to_string(error.location.line) + ":" +
                    std::to_string(error.location.column) + ": " + error.message);
  } catch (const nlohmann::json::exception& error) {
    throw EmitError("templates/" + path + ": " + error.what());
  }
}

}  // namespace planbuilder::emit
