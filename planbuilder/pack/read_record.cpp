#include "planbuilder/approval/approval.h"
#include "planbuilder/pack/record.h"
#include "planbuilder/plan/plan_reader.h"

// The parts of the record, described as those of the plan are.
namespace planbuilder::plan {

template <>
struct Description<pack::Undo> : Rows {
  static constexpr auto fields = std::tuple{
      field("offset", &pack::Undo::offset, required),  //
      field("length", &pack::Undo::length, required),  //
      field("replaced", &pack::Undo::replaced),        //
  };
};

template <>
struct Description<pack::EditedDefinitions> : Rows {
  static constexpr auto fields = std::tuple{
      field("path", &pack::EditedDefinitions::path, required),      //
      field("sha256", &pack::EditedDefinitions::sha256, required),  //
      field("edits", &pack::EditedDefinitions::edits, required),    //
  };
};

template <>
struct Description<pack::PackedFile> : Rows {
  static constexpr auto fields = std::tuple{
      field("path", &pack::PackedFile::path, required),      //
      field("size", &pack::PackedFile::size, required),      //
      field("sha256", &pack::PackedFile::sha256, required),  //
  };
};

template <>
struct Description<pack::PackedDeclaration> : Rows {
  static constexpr auto fields = std::tuple{
      field("file", &pack::PackedDeclaration::file, required),  //
      field("name", &pack::PackedDeclaration::name, required),  //
      field("operation", &pack::PackedDeclaration::operation),  //
  };
};

template <>
struct Description<pack::PackedTarget> : Rows {
  static constexpr auto fields = std::tuple{
      field("name", &pack::PackedTarget::name, required),          //
      field("files", &pack::PackedTarget::files, required),        //
      field("declared", &pack::PackedTarget::declared, required),  //
  };
};

template <>
struct Description<pack::PackedInput> : Rows {
  static constexpr auto fields = std::tuple{
      field("name", &pack::PackedInput::name, required),          //
      field("type", &pack::PackedInput::type, required),          //
      field("required", &pack::PackedInput::required, required),  //
  };
};

template <>
struct Description<pack::PackedPlan> : Rows {
  static constexpr auto fields = std::tuple{
      field("name", &pack::PackedPlan::name, required),        //
      field("kind", &pack::PackedPlan::kind, required),        //
      field("inputs", &pack::PackedPlan::inputs, required),    //
      field("targets", &pack::PackedPlan::targets, required),  //
      field("uses", &pack::PackedPlan::uses),                  //
  };
};

template <>
struct Description<pack::Record> : Rows {
  static constexpr auto fields = std::tuple{
      field("format", &pack::Record::format, required),            //
      field("planbuilder", &pack::Record::version, required),      //
      field("service", &pack::Record::service, required),          //
      field("options", &pack::Record::options, required),          //
      field("plans", &pack::Record::plans, required),              //
      field("brought", &pack::Record::brought),                    //
      field("reactor", &pack::Record::reactor),                    //
      field("definitions", &pack::Record::definitions, required),  //
  };
};

}  // namespace planbuilder::plan

namespace planbuilder::pack {

std::string approvals_folder(const Record& record) {
  std::string root = "Plans";
  for_each_file(record, [&](const PackedFile& file) {
    if (file.path.starts_with(root)) root = file.path.substr(0, file.path.find('/'));  // it may be `Plans-2`
  });
  return root + "/" + std::string(approval::folder_name);
}

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
