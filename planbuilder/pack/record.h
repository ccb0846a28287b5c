// What planbuilder packed into a CSAR, as `Plans/planbuilder.json` says it: pack.schema.json describes the document.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/pack/text_edit.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::pack {

inline constexpr std::string_view record_path = "Plans/planbuilder.json";
inline constexpr std::string_view record_format = "planbuilder/pack/1";

struct PackedFile {
  std::string path;  // of its entry
  std::uint32_t size = 0;
  std::string sha256;
};

struct PackedInput {
  std::string name;
  std::string type;
  bool required = true;
};

/// Where the definitions name a plan.
struct PackedDeclaration {
  std::string file;       // of the definitions
  std::string name;       // the id of a Plan, the name of a workflow
  std::string operation;  // at the boundary, if one leads to it
};

struct PackedTarget {
  std::string name;
  std::vector<PackedFile> files;
  std::vector<PackedDeclaration> declared;
};

struct PackedPlan {
  std::string name;
  std::string kind;
  std::vector<PackedInput> inputs;
  std::vector<PackedTarget> targets;
  std::vector<plan::UsedFile> uses = {};  // files of the service, as they were when it was packed
};

/// A definitions file that plans are declared in, and what was changed in it.
struct EditedDefinitions {
  std::string path;
  std::string sha256;  // as it was packed
  std::vector<Undo> edits;
};

struct Record {
  std::string format = std::string(record_format);
  std::string version;  // of planbuilder
  plan::Service service;
  std::map<std::string, std::string> options;
  std::vector<PackedPlan> plans;
  std::vector<PackedFile> brought;           // files of plugins that the plans run, and those of the reactor
  std::vector<plan::UsedFile> reactor = {};  // all that the reactor consists of and runs, as an approval covers it
  std::vector<EditedDefinitions> definitions;
};

/// The same bytes for the same record; see record_json.h.
std::string to_json(const Record& record);

/// Nothing after a diagnostic at the place of the problem.
std::optional<Record> read_record(const Sources& sources, FileId file, Diagnostics& diagnostics);

/// The name that an approval gives to the reactor, beside those of the plans.
inline constexpr std::string_view reactor_name = "reactor";

/// Where approvals of the plans lie: beside their folders.
std::string approvals_folder(const Record& record);

/// Visits every file that was put there: those of the plans, then all others.
template <class Visit>
void for_each_file(const Record& record, const Visit& visit) {
  for (const PackedPlan& plan : record.plans) {
    for (const PackedTarget& target : plan.targets) {
      for (const PackedFile& file : target.files) visit(file);
    }
  }
  for (const PackedFile& file : record.brought) visit(file);
}

}  // namespace planbuilder::pack
