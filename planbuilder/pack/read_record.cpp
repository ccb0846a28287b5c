#include "planbuilder/pack/record.h"
#include "planbuilder/plan/plan_reader.h"

namespace planbuilder::plan {

namespace {

using namespace planbuilder::pack;

template <class T>
using Row = Member<PlanReader, T>;
constexpr Need required = Need::required;

}  // namespace

template <>
Rows<Undo> rows_of<Undo>() {
  static constexpr Row<Undo> rows[] = {
      {"offset", reads<&Undo::offset>, required},
      {"length", reads<&Undo::length>, required},
      {"replaced", reads<&Undo::replaced>},
  };
  return rows;
}

template <>
Rows<EditedDefinitions> rows_of<EditedDefinitions>() {
  static constexpr Row<EditedDefinitions> rows[] = {
      {"path", reads<&EditedDefinitions::path>, required},
      {"sha256", reads<&EditedDefinitions::sha256>, required},
      {"edits", reads<&EditedDefinitions::edits>, required},
  };
  return rows;
}

template <>
Rows<PackedFile> rows_of<PackedFile>() {
  static constexpr Row<PackedFile> rows[] = {
      {"path", reads<&PackedFile::path>, required},
      {"size", reads<&PackedFile::size>, required},
      {"sha256", reads<&PackedFile::sha256>, required},
  };
  return rows;
}

template <>
Rows<PackedDeclaration> rows_of<PackedDeclaration>() {
  static constexpr Row<PackedDeclaration> rows[] = {
      {"file", reads<&PackedDeclaration::file>, required},
      {"name", reads<&PackedDeclaration::name>, required},
      {"operation", reads<&PackedDeclaration::operation>},
  };
  return rows;
}

template <>
Rows<PackedTarget> rows_of<PackedTarget>() {
  static constexpr Row<PackedTarget> rows[] = {
      {"name", reads<&PackedTarget::name>, required},
      {"files", reads<&PackedTarget::files>, required},
      {"declared", reads<&PackedTarget::declared>, required},
  };
  return rows;
}

template <>
Rows<PackedInput> rows_of<PackedInput>() {
  static constexpr Row<PackedInput> rows[] = {
      {"name", reads<&PackedInput::name>, required},
      {"type", reads<&PackedInput::type>, required},
      {"required", reads<&PackedInput::required>, required},
  };
  return rows;
}

template <>
Rows<PackedPlan> rows_of<PackedPlan>() {
  static constexpr Row<PackedPlan> rows[] = {
      {"name", reads<&PackedPlan::name>, required},
      {"kind", reads<&PackedPlan::kind>, required},
      {"inputs", reads<&PackedPlan::inputs>, required},
      {"targets", reads<&PackedPlan::targets>, required},
  };
  return rows;
}

template <>
Rows<Service> rows_of<Service>();  // as the plan document has it

template <>
Rows<pack::Record> rows_of<pack::Record>() {
  static constexpr Row<pack::Record> rows[] = {
      {"format", reads<&pack::Record::format>, required},   {"planbuilder", reads<&pack::Record::version>, required},
      {"service", reads<&pack::Record::service>, required}, {"options", reads<&pack::Record::options>, required},
      {"plans", reads<&pack::Record::plans>, required},     {"definitions", reads<&pack::Record::definitions>, required},
  };
  return rows;
}

}  // namespace planbuilder::plan

namespace planbuilder::pack {

std::optional<Record> read_record(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  plan::PlanReader in(sources.text(file));
  const std::size_t start = in.json.place();
  const auto format = in.json.find_text("format");
  if (!in.json.failed() && format != record_format) {
    in.json.fail(Code::bad_record, start,
                 "this is no record of what planbuilder packed: its 'format' is not '" + std::string(record_format) + "'");
  }
  Record record;
  if (!in.json.failed()) in.read(record);
  in.json.end();
  if (!in.json.failed()) return record;
  const plan::JsonReader::Problem& problem = *in.json.problem();
  // Tables speak of plan documents.
  const Code code = problem.code == Code::bad_plan ? Code::bad_record : problem.code;
  diagnostics.error(code, sources.at_offset(file, problem.at), problem.summary);
  return std::nullopt;
}

}  // namespace planbuilder::pack
