#include "planbuilder/plan/plan_json.h"

#include <sstream>

#include "planbuilder/plan/json_writer.h"
#include "planbuilder/plan/plan_writer.h"

namespace planbuilder::plan {

namespace {

template <class Document>
void write(const Document& document, std::ostream& out) {
  JsonWriter json(out);
  PlanWriter(json).write(document);
  json.line_end();
}

template <class Document>
std::string to_text(const Document& document) {
  std::ostringstream out;
  write_json(document, out);
  return std::move(out).str();
}

}  // namespace

std::string to_json(const Plan& plan) { return to_text(plan); }
std::string to_json(const std::vector<Plan>& plans) { return to_text(plans); }

void write_json(const Plan& plan, std::ostream& out) { write(plan, out); }
void write_json(const std::vector<Plan>& plans, std::ostream& out) { write(plans, out); }

}  // namespace planbuilder::plan
