// What a target is: a workflow language that plans are written in, and all that others ask about it. Its code is one folder
// beside this file, its templates are one folder below templates/, and registry/targets.cpp lists it; README.md says how one is
// added.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/plan/place.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"
#include "planbuilder/support/language.h"
#include "planbuilder/support/output.h"

namespace planbuilder::emit {

class Problems;

/// What users can say to a target: `--name VALUE` on the command line, and an entry of what pack records.
struct Option {
  /// seconds: a whole number from 1 on.
  enum class Kind { text, choice, seconds };

  std::string_view name;
  std::string_view value_name;
  std::string_view usual;  // its value if nothing is said
  std::string_view help;
  Kind kind = Kind::text;
  std::vector<std::string_view> choices = {};
};

/// By the names of options; what is not there has its usual value.
using OptionValues = std::map<std::string, std::string, std::less<>>;

std::string value_of(const Option& option, const OptionValues& values);

/// What is wrong with a value; nothing if it is right.
std::optional<std::string> check_value(const Option& option, const std::string& value);

/// What a target is told beside the plan.
struct EmitOptions {
  std::string files_root = "../../files";  // from the folder of the emitted files to the root of the artifact files
  std::string csar = {};                   // the file name of the archive that the plan belongs to
  std::string namespace_uri = {};          // of the service
  OptionValues values = {};                // may have those of other targets, too
  std::set<std::string_view> parts = {};   // that other targets need of it (Companion::part)
};

/// The files of a plan, and which lines of them are which activity or step.
struct Emission {
  std::vector<OutputFile> files;  // the first one is the plan; paths are relative to `<plan>/<target>/`
  std::vector<plan::Place> places = {};
};

/// Another target that is written as well, and the part of it that it writes for this one only.
struct Companion {
  std::string_view target;
  std::string_view part;
};

/// How a plan lies in a CSAR, and how the definitions name it.
struct Packing {
  std::string_view language;            // XML: the planLanguage
  std::string_view media_type = {};     // of the plan's own file, if its ending does not tell
  bool archived = false;                // an engine is given a flat zip of all files, called like the plan's own file
  std::string_view archive_place = {};  // where an engine looks for that: {namespace}, {service} and {id} are filled in
  std::vector<std::string> (*inputs)(const plan::Plan& plan) = nullptr;  // XML: that an engine gives beside those of the plan
  std::vector<std::string_view> outputs = {};                            // XML: and that it takes
  // Of the targets that a plan is written for, the one with the lowest rank is what others start.
  int operation_rank = 0;  // XML: by the operation at the boundary
  int workflow_rank = 0;   // YAML: as the implementation of the workflow
};

/// How a person would start what an operation runs.
struct ByHand {
  std::string command;      // as it is typed there, with the name of the file
  std::string folder;       // where it starts, from the root of the CSAR
  std::string inputs_file;  // that the command reads its inputs from; empty: they are variables of the environment
};

/// The same for all operations, of a target that runs them itself.
struct Hands {
  ByHand (*start)(const plan::Artifact& artifact) = nullptr;
  std::string (*variable)(std::string_view input) = nullptr;  // what an input is called where it arrives
};

struct Target {
  std::string_view name;
  std::string_view summary;              // in one line
  bool is_plan_itself = false;           // who sees the plan need not see its files
  std::vector<Language> usual_for = {};  // services that are written for it unless the user says otherwise
  std::vector<Companion> brings = {};
  std::vector<Option> options = {};
  Packing packing;
  Hands hands = {};  // nothing where an engine, or another target, runs operations

  /// Says what it cannot express, and what the user should know.
  Emission (*write)(const plan::Plan& plan, const EmitOptions& options, Problems& problems);
};

/// Nothing after an error: the plan cannot be expressed.
std::optional<Emission> emit(const Target& target, const plan::Plan& plan, const EmitOptions& options, Diagnostics& diagnostics);

}  // namespace planbuilder::emit
