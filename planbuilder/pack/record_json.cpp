#include "planbuilder/pack/record_json.h"

#include <sstream>

namespace planbuilder::pack {

void RecordWriter::text(std::string_view key, std::string_view value) {
  json_.key(key);
  json_.text(value);
}

void RecordWriter::truth(std::string_view key, bool value) {
  json_.key(key);
  json_.truth(value);
}

void RecordWriter::number(std::string_view key, std::uint64_t value) {
  json_.key(key);
  json_.integer(static_cast<std::int64_t>(value));
}

void RecordWriter::write(const Record& record) {
  json_.object([&] {
    text("format", record.format);
    text("planbuilder", record.version);
    write_service(record);
    write_options(record);
    list("plans", record.plans, [&](const PackedPlan& plan) { write_plan(plan); });
    if (!record.brought.empty()) write_files("brought", record.brought);
    if (!record.reactor.empty()) list("reactor", record.reactor, [&](const plan::UsedFile& file) { write_used(file); });
    list("definitions", record.definitions, [&](const EditedDefinitions& file) {
      text("path", file.path);
      text("sha256", file.sha256);
      list("edits", file.edits, [&](const Undo& edit) {
        number("offset", edit.offset);
        number("length", edit.length);
        if (!edit.replaced.empty()) text("replaced", edit.replaced);
      });
    });
  });
  json_.line_end();
}

void RecordWriter::write_service(const Record& record) {
  json_.key("service");
  json_.object([&] {
    text("name", record.service.name);
    text("source", record.service.source);
    text("digest", record.service.digest);
  });
}

void RecordWriter::write_options(const Record& record) {
  json_.key("options");
  json_.object([&] {
    for (const auto& [name, value] : record.options) text(name, value);
  });
}

void RecordWriter::write_plan(const PackedPlan& plan) {
  text("name", plan.name);
  text("kind", plan.kind);
  list("inputs", plan.inputs, [&](const PackedInput& input) {
    text("name", input.name);
    text("type", input.type);
    truth("required", input.required);
  });
  list("targets", plan.targets, [&](const PackedTarget& target) { write_target(target); });
  write_uses(plan);
}

void RecordWriter::write_uses(const PackedPlan& plan) {
  if (!plan.uses.empty()) list("uses", plan.uses, [&](const plan::UsedFile& file) { write_used(file); });
}

void RecordWriter::write_used(const plan::UsedFile& file) {
  text("file", file.file);
  if (!file.digest.empty()) text("digest", file.digest);
  if (file.size) number("size", *file.size);
}

void RecordWriter::write_files(std::string_view key, const std::vector<PackedFile>& files) {
  list(key, files, [&](const PackedFile& file) {
    text("path", file.path);
    number("size", file.size);
    text("sha256", file.sha256);
    write_more(file);
  });
}

void RecordWriter::write_target(const PackedTarget& target) {
  text("name", target.name);
  write_files("files", target.files);
  list("declared", target.declared, [&](const PackedDeclaration& declared) {
    text("file", declared.file);
    text("name", declared.name);
    if (!declared.operation.empty()) text("operation", declared.operation);
  });
}

std::string to_json(const Record& record) {
  std::ostringstream out;
  RecordWriter(out).write(record);
  return std::move(out).str();
}

}  // namespace planbuilder::pack
