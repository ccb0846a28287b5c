#include "planbuilder/pack/inspect.h"
#include "planbuilder/pack/record_json.h"

namespace planbuilder::pack {

namespace {

class InspectionWriter : RecordWriter {
 public:
  InspectionWriter(const Inspection& inspection, std::ostream& out) : RecordWriter(out), found_(inspection) {}

  void write(const std::string& diagnostics) {
    json_.object([&] {
      text("format", "planbuilder/inspect/1");
      truth("packed", found_.record.has_value());
      truth("in_order", found_.in_order());
      text("digest", found_.digest);
      if (found_.record) write_record();
      json_.key("added");
      json_.list(found_.added, [&](const std::string& path) { json_.text(path); });
      list("foreign", found_.foreign, [&](const ForeignPlan& plan) { write(plan); });
      json_.key("diagnostics");
      json_.json(diagnostics);
    });
    json_.line_end();
  }

 private:
  void write_record() {
    const Record& record = *found_.record;
    truth("stale", found_.stale);
    text("planbuilder", record.version);
    write_service(record);
    write_options(record);
    list("plans", record.plans, [&](const PackedPlan& plan) { write_plan(plan); });
    if (!record.brought.empty()) write_files("brought", record.brought);
    list("definitions", record.definitions, [&](const EditedDefinitions& file) { text("path", file.path); });
  }

  void write_more(const PackedFile&) override { text("state", to_string(found_.states[file_++])); }

  void write(const ForeignPlan& plan) {
    text("name", plan.name);
    text("kind", plan.kind);
    if (!plan.language.empty()) text("language", plan.language);
    if (!plan.file.empty()) text("file", plan.file);
    if (!plan.at) return;
    json_.key("at");
    json_.object([&] {
      text("file", plan.at->file);
      number("line", plan.at->line);
      number("column", plan.at->column);
    });
  }

  const Inspection& found_;
  std::size_t file_ = 0;
};

}  // namespace

void write_json(const Inspection& inspection, const std::string& diagnostics, std::ostream& out) {
  InspectionWriter(inspection, out).write(diagnostics);
}

}  // namespace planbuilder::pack
