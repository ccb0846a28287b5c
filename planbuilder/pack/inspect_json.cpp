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
      put("added", found_.added);
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
    list("uses", found_.uses, [&](const UsedFileState& used) {
      write_used(used.file);
      text("state", to_string(used.state));
      put("plans", used.plans);
    });
    list("approvals", found_.approvals, [&](const approval::Judgement& approval) { write(approval); });
    put("unapproved", found_.unapproved);
    list("definitions", record.definitions, [&](const EditedDefinitions& file) { text("path", file.path); });
  }

  void write_uses(const PackedPlan&) override {}  // those of all plans stand together
  void write_more(const PackedFile&) override { text("state", to_string(found_.states[file_++])); }

  void put(std::string_view key, const std::vector<std::string>& texts) {
    json_.key(key);
    json_.list(texts, [&](const std::string& each) { json_.text(each); });
  }

  void write(const approval::Judgement& each) {
    text("file", each.file);
    truth("holds", each.holds());
    text("signature", approval::to_string(each.signature));
    if (!each.approval) return;
    const auto put_given = [&](std::string_view key, const std::string& said) {
      if (!said.empty()) text(key, said);
    };
    put_given("by", each.approval->by);
    put_given("at", each.approval->at);
    put_given("comment", each.approval->comment);
    put_given("key", each.approval->key);
    std::vector<std::string> plans;
    for (const approval::ApprovedPlan& plan : each.approval->plans) plans.push_back(plan.name);
    put("plans", plans);
    list("changes", each.changes, [&](const approval::ChangedFile& change) {
      text("plan", change.plan);
      text("file", change.file);
      text("state", approval::to_string(change.state));
    });
  }

  void write(const ForeignPlan& plan) {
    text("name", plan.name);
    text("kind", plan.kind);
    if (!plan.language.empty()) text("language", plan.language);
    if (!plan.file.empty()) text("file", plan.file);
    if (!plan.operations.empty()) put("operations", plan.operations);
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
