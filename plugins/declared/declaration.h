// What a plugin.yaml says: which activities it is for, and the steps that fill them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/support/output.h"
#include "planbuilder/support/source.h"

namespace planbuilder::plugins {

/// A property that the node must have, and the value if it must be a certain one.
struct PropertyCondition {
  std::string name;
  std::optional<std::string> value;
};

/// What must be true of an entity, or of a node below it.
struct EntityCondition {
  std::vector<std::string> types;           // one of these is its type or an ancestor
  std::vector<std::string> interfaces;      // it has one of these; in order of preference
  std::vector<std::string> artifact_types;  // it has a deployment artifact of one of these
  std::vector<PropertyCondition> properties;

  [[nodiscard]] bool empty() const { return types.empty() && interfaces.empty() && artifact_types.empty() && properties.empty(); }
};

struct DeclaredMatch : EntityCondition {
  enum class Entities { nodes, relationships };
  Entities entities = Entities::nodes;
  bool interface_needed = true;  // false: without the interface there is nothing to call, which is all right
  EntityCondition below;         // some node further down the stack
  bool at_bottom = false;        // there must be no node below
  std::string strategy;          // of selections
};

/// An input given by the plugin. The text may have {entity}, {service}, {artifact} and {folder} in it; see expand_words.h.
struct GivenInput {
  std::string name;
  std::optional<std::string> value;  // none: it is looked for, as those of operations are
};

/// What a file that is run gives, and the attribute of the entity that it becomes.
struct GivenOutput {
  std::string name;
  std::string attribute;
};

/// A file of the plugin's folder that a step runs, or needs beside that.
struct DeclaredFile {
  std::string name;  // beside the plugin.yaml
  SourceRange at = {};
};

/// What writes a step for one target, where the neutral step does not do.
struct DeclaredTemplate {
  std::string target;
  std::string file;  // beside the plugin.yaml
  SourceRange at = {};
};

/// A neutral step.
struct DeclaredStep {
  enum class What { invoke, run, set_state, record_create, record_remove, select, follow, connect, transfer, wait };
  /// Whose operation is called.
  enum class Whose { self, below, source, target };
  /// Of a relationship the own one is that of its source. Operations of nodes below run at the orchestrator by themselves.
  enum class Machine { own, target, orchestrator };

  What what = What::invoke;
  std::string name;  // the operation, state, strategy or file of the input
  Whose whose = Whose::self;
  std::vector<std::string> interfaces;  // where the operation is looked for; none: in the one that matched
  Machine machine = Machine::own;       // where it runs, unless the operation says otherwise
  std::string then;                     // the state after a call
  bool for_each_artifact = false;       // once for each deployment artifact
  bool if_target_changed = false;       // only where a call before it gives the relationship's target a new attribute
  std::vector<GivenInput> inputs;
  std::string input;                             // of a selection: the plan input that names the instance
  std::vector<std::string> interrupted_by = {};  // of a connection: interfaces around whose call the node is stopped
  bool interrupts_others = false;                // or, the other way round, around the calls of all other interfaces
  std::string to = {};                           // of a transfer: the path there
  std::string unless_called = {};                // of a transfer: left out where this operation was called before
  plan::Wait::Until until = {};                  // of a wait
  std::string port = {};                         // a number, or the name of a property
  std::string command = {};
  std::optional<std::uint32_t> timeout = {};  // seconds
  DeclaredFile file = {};                     // of a run
  std::vector<DeclaredFile> needs = {};       // files that it needs beside it
  std::vector<GivenOutput> outputs = {};
  std::vector<DeclaredStep> undo = {};  // none, or the run that takes it back
  std::vector<DeclaredTemplate> templates = {};
  SourceRange at = {};
};

/// A plan input that the plugin wants.
struct WantedInput {
  std::string name;
  std::string type = "string";
  std::string reason;
};

struct Declaration {
  enum class Kind { lifecycle, type, selection };

  std::string name;
  Kind kind = Kind::lifecycle;
  std::string description;
  DeclaredMatch match;
  std::map<flow::Transition, std::vector<DeclaredStep>> transitions;
  std::map<std::string, std::string, std::less<>> inverses;  // operation -> the one that takes it back
  std::vector<WantedInput> inputs;
  std::map<std::string, std::string> templates = {};  // file -> its text, once somebody has read it
  std::map<std::string, std::string> files = {};      // file that steps run -> its path in a CSAR, once somebody has found it
  std::vector<OutputFile> brought = {};               // those of them that the input does not have, by their paths in a CSAR
  SourceRange at = {};

  /// None when the plugin has nothing to say about the transition.
  [[nodiscard]] const std::vector<DeclaredStep>* steps_for(flow::Transition transition) const {
    const auto found = transitions.find(transition);
    return found == transitions.end() ? nullptr : &found->second;
  }
  [[nodiscard]] std::string_view inverse_of(std::string_view operation) const {
    const auto found = inverses.find(operation);
    return found == inverses.end() ? std::string_view() : found->second;
  }
};

std::string_view to_string(Declaration::Kind kind);

}  // namespace planbuilder::plugins
