// What a CSAR has of plans: those that planbuilder packed, held against what is there now, and those of others.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "csar/archive.h"
#include "planbuilder/approval/file_states.h"
#include "planbuilder/approval/judge.h"
#include "planbuilder/pack/record.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::pack {

using approval::FileState;

/// A plan of somebody else: a Plan in XML, a workflow in YAML.
struct ForeignPlan {
  std::string name;
  std::string kind;  // a kind of plans that has a type of its own, else management or workflow
  std::string language;
  std::string file;  // what it consists of; empty when the definitions say it themselves
  std::optional<Location> at;
  std::vector<std::string> operations = {};  // at the boundary of the service, that it is behind: `interface.operation`
};

/// A file of the service that packed plans use, or that came into a folder which they transfer.
struct UsedFileState : approval::FileWithState {
  std::vector<std::string> plans;  // that use it
};

struct Inspection {
  std::optional<Record> record;
  bool generated = false;           // it is a folder that `generate` wrote: there is no model to hold the plans against
  std::string digest;               // of the model as it is now
  bool stale = false;               // the plans were made from another one
  std::vector<FileState> states;    // of the files of the record, in their order
  std::vector<UsedFileState> uses;  // sorted by path
  std::vector<std::string> added;   // files below Plans/ that the record does not know
  std::vector<approval::Judgement> approvals;
  std::vector<std::string> unapproved;  // plans, and the reactor, that none of these approves as they are now
  std::vector<ForeignPlan> foreign;

  /// Nothing is stale, changed or missing, and the plans would use no file that is new.
  [[nodiscard]] bool in_order() const;
  /// How many files, of both kinds, are in a state.
  [[nodiscard]] std::size_t count(FileState state) const;
};

/// Files of the archive are read; an unreadable one is an error. Of `keys` one must have signed an approval that counts; if there
/// are none, all count.
Inspection inspect(const csar::Archive& archive, const tosca::Topology& topology, std::optional<Record> record,
                   const std::vector<approval::Key>* keys, const Sources& sources, Diagnostics& diagnostics);

/// The same of a folder that `generate` wrote.
Inspection inspect_generated(const csar::Archive& archive, Record record, const std::vector<approval::Key>* keys,
                             Diagnostics& diagnostics);

/// For people.
void write_text(const Inspection& inspection, std::ostream& out);
/// As data: inspect.schema.json describes it. `diagnostics` is JSON already.
void write_json(const Inspection& inspection, const std::string& diagnostics, std::ostream& out);

}  // namespace planbuilder::pack
