// The plan: activities filled with steps, and the order between them. Everything after it (targets,
// review, diff) reads only this, so it stands on its own: it refers to no topology and no source text. What the fields of its
// parts are called and mean is in description.h; README.md says what a new kind of step needs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "planbuilder/plan/entity.h"
#include "planbuilder/plan/expression.h"
#include "planbuilder/plan_kinds/plan_kind.h"
#include "planbuilder/support/ids.h"
#include "planbuilder/support/rare.h"
#include "planbuilder/support/source.h"

namespace planbuilder::plan {

/// A named value.
struct Argument {
  std::string name;
  Expression value;
  bool secret = false;
  Rare<std::string> reason = {};  // why it has this value, where the model does not say it
};

/// An output of an operation that becomes an attribute of an entity.
struct OutputMapping {
  std::string output;
  Entity entity;
  std::string attribute;
  std::optional<std::uint32_t> index = {};  // which representation of the entity, if there are several
  bool secret = false;
};

struct Artifact {
  std::string file;  // relative to the root of the CSAR
  std::string type;
};

/// Call an operation, or run a file of a plugin: run the artifact with these inputs.
struct Invoke {
  std::string interface;
  std::string operation;
  Artifact artifact;
  std::vector<std::string> dependencies;  // files that the artifact needs beside it
  std::vector<Argument> inputs;
  std::vector<OutputMapping> outputs;
  std::string host;                      // id of the node on whose machine it runs; empty: the orchestrator's
  std::optional<std::uint32_t> timeout;  // seconds
  std::optional<Entity> entity = {};     // whose operation it is, if not that of the activity's entity
  Rare<std::string> plugin = {};         // who brings the artifact, if it is no operation of the model but a file of a plugin
  bool may_fail = false;                 // a failure is an answer: it is noted, and the run goes on
};

/// The instance of the activity's entity is now in this state, and has these attributes.
struct SetState {
  std::string state;                      // empty: as before
  std::vector<Argument> attributes = {};  // others stay as they are
  std::string status = {};                // its local status; empty: as before
};

/// Keep the books: make an instance of the activity's entity (its properties evaluated now), give the one that is there these
/// properties, give it the name of the entity, or remove it.
/// A relationship's instance joins the instances of its ends in this run.
struct Record {
  /// find: make one for what may be there without having been made by us, unless the books have one. confirm: remove such a one
  /// again if the operation in between did not find it.
  enum class What { create, update, rename, remove, find, confirm };
  What what = What::create;
  std::vector<Argument> properties;
  std::vector<Argument> attributes;  // initial values
  std::string source;                // relationships: ids of the nodes at the ends
  std::string target;
  std::optional<std::uint32_t> source_index = {};  // of a source that is there several times
  std::optional<std::uint32_t> target_index = {};  // likewise: the first one that it leads to
  std::uint32_t target_count = 1;                  // and to how many
  Rare<std::string> was = {};                      // of a rename: the id that it has in the books
};

/// Choose an existing instance of the activity's entity for this run.
struct Select {
  /// strategic: by `strategy`. recursive: the one that belongs to the instance of `through` chosen before:
  /// for a relationship its source node, for a node the relationship that leads to it.
  enum class Mode { strategic, recursive };
  Mode mode = Mode::strategic;
  std::string strategy;
  std::optional<Entity> through;
  std::string input;  // strategy UserProvided: the plan input that names the instance
};

/// Someone else must make the activity's entity, or remove it: the model does not say how.
struct Delegate {
  std::string transition;
  std::string type;  // of the entity
  std::vector<Argument> properties;
};

/// Tell the outside that an event of the service happened.
struct Emit {
  std::string event;
  std::vector<Argument> inputs;
};

/// Bring a file, or a folder with all that is in it, to a machine.
struct Transfer {
  std::string file;  // relative to the root of the CSAR
  std::string host;  // id of the node to whose machine it goes; empty: the orchestrator's
  std::string to;    // its path there; one that is not absolute starts where the machine keeps what it is sent
};

/// Go on only when something is so; it is asked again and again, and has failed when the time is over.
struct Wait {
  /// reachable: the machine takes commands. port: somebody listens. command: it succeeds there.
  enum class Until { reachable, port, command };
  Until until = Until::reachable;
  std::string host;                   // id of the node whose machine is meant; empty: the orchestrator's
  std::optional<Argument> port = {};  // until port: the one that is listened on
  std::string command = {};           // until command: a line for sh
  std::uint32_t timeout = 300;        // seconds
};

using Action = std::variant<Invoke, SetState, Record, Select, Delegate, Emit, Transfer, Wait>;

struct Step {
  std::string id;  // `activity/name`
  Action action;
  Rare<Invoke> undo = {};  // the inverse of an operation, if it has one; a record is undone by removing what it made
  // target -> the name of the template (see Plan::templates) that writes this step there, in place of the one for its kind
  Rare<std::map<std::string, std::string>> templates = {};
};

/// What the model wants when an activity fails: attributes that are set, events that are sent.
struct OnFailure {
  std::vector<Argument> set;
  std::vector<std::string> emits;

  [[nodiscard]] bool empty() const { return set.empty() && emits.empty(); }
};

/// What becomes of a run in which a step fails, unless the run is told otherwise.
struct Failure {
  /// stop: it ends there, and can be resumed. retry: the operation is tried again before that. undo: what was done is taken back.
  enum class Policy { stop, retry, undo };
  static constexpr std::uint32_t usual_retries = 3;
  Policy policy = Policy::stop;
  std::uint32_t retries = 0;  // of the policy retry: how often at most

  bool operator==(const Failure&) const = default;
};

struct Activity {
  std::string id;  // `entity/transition`, `entity[index]/transition`
  Entity entity;
  std::optional<std::uint32_t> index = {};     // which representation of the entity, if it is there several times
  std::optional<std::uint32_t> instance = {};  // of those that are there: the one that it works on, where the plan knows it
  std::string transition;
  std::string type;         // of the entity
  std::string digest = {};  // of what the model says of the entity: equal in all plans of equal models
  std::string source;       // of a relationship: the nodes at its ends
  std::string target;
  std::string host;                 // the node that a node stands on; of a relationship: the machine, if both ends stand on it
  bool loops = false;               // once per instance of the entity, newest first
  std::optional<Entity> made_with;  // of those only the ones made in the run that made the chosen instance of this node
  std::string filled_by;            // the plugin; empty when nobody filled it
  std::string reason;               // why it is in the plan
  std::optional<Location> at;
  std::vector<Step> steps;    // one after the other
  Expression condition = {};  // done only if this holds when it is its turn; null: always. Skipped counts as done
  OnFailure on_failure = {};
  Rare<Failure> failure = {};  // what its failure does to the run, where that differs from what the plan says
};

using ActivityId = Id<struct ActivityTag>;

/// Why an edge is there.
struct Origin {
  std::string rule;
  std::string reason;
  std::optional<Location> at;
};

/// `from` must be done before `to` starts. A redundant edge follows from others.
///
/// With `failure_of` it must have failed. That is the name of a step of a workflow, of which `from` is a part, or of several
/// (`a or b`): a step fails if one of its parts does, so of the edges to an activity with the same name here one is enough. What
/// waits for something that does not come to pass is not done, nor is what waits for that. README.md says what all this means for
/// a run.
struct Edge {
  ActivityId from;
  ActivityId to;
  bool redundant = false;
  std::vector<Origin> origins;
  Rare<std::string> failure_of = {};
};

/// A condition on the values of an input.
struct Constraint {
  std::string clause;  // as TOSCA calls it; `validation`: an expression of TOSCA 2.0 that no clause says as well
  Expression value;    // what values are compared with, a literal: [lower, upper], the valid values, the pattern...
  std::string words;   // what a value must be, for people
};

struct Input {
  std::string name;
  std::string type;
  bool required = true;
  std::optional<Expression> default_value;  // a literal
  bool secret = false;
  std::string reason;
  std::string description = {};
  std::string written_as = {};                    // the primitive type of its values, if `type` is the name of another one
  std::map<std::string, std::string> units = {};  // of amounts: how many of the smallest unit it is; empty if that is not whole
  std::vector<Constraint> constraints = {};
};

struct Output {
  std::string name;
  std::string type;
  Expression value;
  std::string description;
  bool secret = false;
};

struct Service {
  std::string name;
  std::string source;  // the definitions file, relative to the root of the CSAR
  std::string digest;  // of the canonical topology
};

/// A file that steps run, transfer or need. A folder that is transferred has a path that ends in `/`, and no digest: the files in
/// it follow. Another one without a digest was not there when the plan was made.
struct UsedFile {
  std::string file;         // relative to the root of the CSAR
  std::string digest = {};  // SHA-256 of its content, in hexadecimal digits
  std::optional<std::uint64_t> size = {};

  [[nodiscard]] bool is_folder() const { return file.ends_with('/'); }
  [[nodiscard]] bool is_missing() const { return digest.empty() && !is_folder(); }
  bool operator==(const UsedFile&) const = default;
};

struct Note {
  std::string text;
  std::optional<Location> at;
};

struct Finding {
  std::string severity;
  std::string code;
  std::string summary;
  std::string detail;
  std::optional<Location> at;
  std::vector<Note> notes;
};

/// How often a region of the service may be there, and how often it is to be there at first.
struct Scaling {
  std::string region;
  std::string node;                      // whose instances count
  std::uint32_t minimum = 0;             // a run that removes one more is refused
  std::optional<std::uint32_t> maximum;  // likewise for one that adds one; none: there is no limit
  std::uint32_t initial = 1;
};

/// What a plan that was made from a state does about an entity, or about one of its instances, and why.
struct Decision {
  Entity entity;
  std::optional<std::uint32_t> instance = {};  // its number in the books; none: there is none
  std::string was = {};                        // its id there, if it gets another one
  std::string status = {};                     // of the instance, when the plan was made
  std::string state = {};
  std::string reason;
  std::string deed;
  std::string why = {};
  std::vector<std::string> changes = {};  // what differs from what is there
  std::optional<Location> at = {};
};

/// The state that a plan was made from: it runs on no other one.
struct MadeFrom {
  std::string digest = {};  // empty: it was made from another version of the model, and no state was looked at
  std::vector<Decision> decisions = {};
};

struct Plan {
  std::string name;  // the kind, with the region, event or workflow after a hyphen
  PlanKind kind;
  std::string derivation;              // relationships, events, workflow
  std::string derivation_reason = {};  // why it was that one, where neither the user nor the event grammar says it
  Service service;
  std::vector<Input> inputs;
  std::vector<Output> outputs;
  Expression guard = {};  // must hold when a run begins, or it does not; null: nothing must
  Failure failure = {};
  std::vector<Scaling> scaling = {};                  // of the region that it scales; of a plan that builds: of all with limits
  std::map<std::string, std::string> templates = {};  // by name: texts that plugins bring for targets where steps do not do
  std::vector<UsedFile> files = {};                   // sorted by path
  Rare<MadeFrom> made_from = {};                      // of plans that change what is there
  IdVector<ActivityId, Activity> activities;          // in topological order, declaration order breaking ties
  std::vector<Edge> edges;                            // sorted by (from, to)
  std::vector<Finding> diagnostics;
};

// The words of the plan document. Nothing behind the last one: see words_of.

constexpr std::string_view to_string(Record::What what) {
  switch (what) {
    case Record::What::create: return "create";
    case Record::What::update: return "update";
    case Record::What::rename: return "rename";
    case Record::What::remove: return "remove";
    case Record::What::find: return "find";
    case Record::What::confirm: return "confirm";
  }
  return "";
}

constexpr std::string_view to_string(Select::Mode mode) {
  switch (mode) {
    case Select::Mode::strategic: return "strategic";
    case Select::Mode::recursive: return "recursive";
  }
  return "";
}

constexpr std::string_view to_string(Wait::Until until) {
  switch (until) {
    case Wait::Until::reachable: return "reachable";
    case Wait::Until::port: return "port";
    case Wait::Until::command: return "command";
  }
  return "";
}

constexpr std::string_view to_string(Failure::Policy policy) {
  switch (policy) {
    case Failure::Policy::stop: return "stop";
    case Failure::Policy::retry: return "retry";
    case Failure::Policy::undo: return "undo";
  }
  return "";
}

}  // namespace planbuilder::plan
