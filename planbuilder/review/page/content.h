// All that a page shows, as plain data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/plan/place.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/review/risks/risks.h"

namespace planbuilder::review {

/// A file that a target wrote for a plan.
struct PageFile {
  std::string target;
  std::string path;
  std::string text;
  std::vector<plan::Place> places;  // of activities and steps in it
};

/// A file that an approval of a plan covers.
struct PageDigest {
  std::string path;
  std::string digest;  // SHA-256
};

/// An approval that the input has already.
struct PageApproval {
  std::string file;
  std::string by;  // empty: it is none
  std::string at;
  std::string comment;
  std::string signature;            // none, unchecked...: as `inspect` says it
  std::vector<std::string> plans;   // that it names
  std::vector<std::string> broken;  // of these, the ones that are not any more as they were approved
};

struct PagePlan {
  const plan::Plan* plan;
  std::vector<PageFile> files;
  std::vector<const plan::Activity*> removed;  // those of the old plan that this one does not have
  std::vector<PageDigest> digests = {};        // of all files that targets write for it
};

/// How a person would start what operations run with such an artifact.
struct PageProgram {
  std::string file;
  std::string type;
  std::string command;
  std::string folder;       // where it starts
  std::string inputs_file;  // from which it reads its inputs; empty: they are variables
};

/// An input of operations that arrives under another name.
struct PageVariable {
  std::string input;
  std::string variable;
};

/// A file that steps run, bring or need.
struct PageContent {
  std::string path;
  std::string text = {};
  std::string note = {};  // why its text is not shown; empty: it is
};

/// A text that places refer to.
struct PageSource {
  std::string path;
  std::string_view text;
};

struct Page {
  std::string version;
  std::string input;                 // as the user would recognise it
  std::vector<std::string> options;  // that make a difference to the plans
  std::vector<PagePlan> plans;
  std::vector<plan::Finding> findings;  // of the service as a whole
  std::vector<PageSource> sources;
  std::vector<PageApproval> approvals;
  std::vector<PageProgram> programs;
  std::vector<PageVariable> variables;
  std::vector<PageContent> contents;
  RisksOfFiles risks;
  std::string difference;             // JSON, as diff.schema.json describes it; empty: nothing was compared
  std::string against;                // what was compared with
  std::string reactions;              // JSON: what reacts to what (react/causes.h); empty: nothing does
  std::vector<Location> places;       // that this refers to
  std::vector<std::string> secrets;   // texts that must not be seen in excerpts
  std::vector<std::string> left_out;  // in words: what would have made the page too large
};

}  // namespace planbuilder::review
