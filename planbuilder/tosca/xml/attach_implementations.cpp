#include "planbuilder/tosca/xml/attach_implementations.h"

#include <algorithm>
#include <unordered_set>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::tosca::xml {

namespace {

struct OperationName {
  std::string interface;
  std::string operation;
};

/// How exactly a use is meant for an operation; 0 when it is not.
int fit(const ArtifactUse& use, const OperationName& name) {
  if (!use.interface.empty() && use.interface != name.interface) return 0;
  if (!use.operation.empty() && use.operation != name.operation) return 0;
  return 1 + (use.interface.empty() ? 0 : 1) + (use.operation.empty() ? 0 : 2);
}

const ArtifactUse* best_use(const std::vector<ArtifactUse>& uses, const OperationName& name) {
  const ArtifactUse* best = nullptr;
  for (const ArtifactUse& use : uses) {
    if (fit(use, name) > (best == nullptr ? 0 : fit(*best, name))) best = &use;
  }
  return best;
}

/// An implementation with all that it inherits, and how many operations it has something for.
struct Candidate {
  const TypeImplementation* implementation;
  std::vector<ArtifactUse> operations;
  std::vector<ArtifactUse> deployments;
  std::size_t implemented = 0;
};

class Attacher {
 public:
  Attacher(const Catalog& catalog, Diagnostics& diagnostics) : catalog_(catalog), diagnostics_(diagnostics) {}

  void attach(TypeDefinition& type, const std::vector<const TypeImplementation*>& implementations) {
    const std::vector<OperationName> names = operation_names(type);
    std::vector<Candidate> candidates;
    for (const TypeImplementation* implementation : implementations) {
      if (!implementation->abstract) candidates.push_back(inherited(*implementation, names));
    }
    if (candidates.empty()) return;
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.implemented > b.implemented; });
    if (candidates.size() > 1) report_choice(type, candidates);
    for (const OperationName& name : names) implement(type, name, candidates);
    for (const ArtifactUse& use : candidates.front().deployments) add_files(use, type.artifacts);
  }

  /// The files that a deployment artifact stands for, the first by its name.
  void add_files(const ArtifactUse& use, std::vector<Artifact>& into) const {
    for (Artifact& file : files_of(use)) {
      const bool first = find_by_name(into, use.name) == nullptr;
      file.name = first ? use.name : use.name + "/" + file.file.substr(file.file.rfind('/') + 1);
      into.push_back(std::move(file));
    }
  }

  void check(const ArtifactUse& use) {
    if (use.artifact_template.empty() || catalog_.artifact_template(use.artifact_template.name) != nullptr) return;
    diagnostics_.error(Code::unknown_name, use.artifact_template.at,
                       "there is no artifact template '" + use.artifact_template.name + "'");
  }

 private:
  /// Operations of the type and of its ancestors: an implementation may be for inherited ones too.
  std::vector<OperationName> operation_names(TypeDefinition& type) const {
    std::vector<OperationName> names;
    std::unordered_set<std::string> seen;
    for (const TypeDefinition* ancestor : catalog_.with_ancestors(type)) {
      for (const Interface& item : ancestor->interfaces) {
        for (const Operation& operation : item.operations) {
          if (seen.insert(item.name + " " + operation.name).second) names.push_back({item.name, operation.name});
        }
      }
    }
    return names;
  }

  /// Own artifacts come before those of the implementations that it derives from, and so win over them.
  Candidate inherited(const TypeImplementation& implementation, const std::vector<OperationName>& names) {
    Candidate candidate{&implementation, {}, {}};
    std::unordered_set<const TypeImplementation*> seen;
    for (const TypeImplementation* next = &implementation; next != nullptr && seen.insert(next).second; next = parent_of(*next)) {
      candidate.operations.insert(candidate.operations.end(), next->operations.begin(), next->operations.end());
      for (const ArtifactUse& use : next->deployments) {
        if (find_by_name(candidate.deployments, use.name) == nullptr) candidate.deployments.push_back(use);
      }
    }
    candidate.implemented = static_cast<std::size_t>(std::count_if(
        names.begin(), names.end(), [&](const OperationName& name) { return best_use(candidate.operations, name) != nullptr; }));
    return candidate;
  }

  const TypeImplementation* parent_of(const TypeImplementation& implementation) {
    if (implementation.parent.empty()) return nullptr;
    const TypeImplementation* parent = catalog_.implementation(implementation.parent.name);
    if (parent == nullptr) {
      diagnostics_.error(Code::unknown_name, implementation.parent.at,
                         "there is no implementation '" + implementation.parent.name + "' to derive from");
    } else if (parent->final) {
      diagnostics_
          .tolerate(Code::final_type, implementation.parent.at,
                    "'" + implementation.name + "' derives from '" + parent->name + "', which is final")
          .note("it says so here", parent->at);
    }
    return parent;
  }

  void report_choice(const TypeDefinition& type, const std::vector<Candidate>& candidates) {
    const TypeImplementation& chosen = *candidates.front().implementation;
    Diagnostic& note = diagnostics_.note(Code::implementation_chosen, chosen.at,
                                         "the " + std::string(to_string(type.kind)) + " '" + type.name + "' has " +
                                             count_of(candidates.size(), "implementation") + ": '" + chosen.name + "' is taken");
    for (const Candidate& other : candidates) {
      if (&other != &candidates.front())
        note.note("'" + other.implementation->name + "' serves what that one leaves out", other.implementation->at);
    }
  }

  void implement(TypeDefinition& type, const OperationName& name, const std::vector<Candidate>& candidates) const {
    for (const Candidate& candidate : candidates) {
      const ArtifactUse* use = best_use(candidate.operations, name);
      std::vector<Artifact> files = use == nullptr ? std::vector<Artifact>() : files_of(*use);
      if (files.empty()) continue;
      Operation& operation = own_operation(type, name);
      operation.implementation = std::move(files.front());
      operation.dependencies.assign(std::make_move_iterator(files.begin() + 1), std::make_move_iterator(files.end()));
      return;
    }
  }

  std::vector<Artifact> files_of(const ArtifactUse& use) const {
    const ArtifactTemplate* artifact = catalog_.artifact_template(use.artifact_template.name);
    if (artifact == nullptr) return {};
    std::vector<Artifact> files = artifact->files;
    for (Artifact& file : files) {
      file.name = artifact->name;
      file.type = use.type.empty() ? artifact->type : use.type;
    }
    return files;
  }

  /// An inherited operation is named again, so that just its implementation is the type's own.
  static Operation& own_operation(TypeDefinition& type, const OperationName& name) {
    Interface* item = find_by_name(type.interfaces, name.interface);
    if (item == nullptr) {
      item = &type.interfaces.emplace_back();
      item->name = name.interface;
      item->at = type.at;
    }
    if (Operation* operation = find_by_name(item->operations, name.operation)) return *operation;
    Operation& operation = item->operations.emplace_back();
    operation.name = name.operation;
    operation.at = type.at;
    return operation;
  }

  const Catalog& catalog_;
  Diagnostics& diagnostics_;
};

/// The implementations of each type, both in the order in which the files are read.
struct Grouped {
  TypeDefinition* type;
  std::vector<const TypeImplementation*> implementations;
};

std::vector<Grouped> group_by_type(std::vector<DefinitionsFile>& files, const Catalog& catalog, Diagnostics& diagnostics) {
  std::vector<Grouped> groups;
  std::unordered_map<const TypeDefinition*, std::size_t> index;
  for (const DefinitionsFile& file : files) {
    for (const TypeImplementation& implementation : file.definitions.implementations) {
      TypeDefinition* type = catalog.type(implementation.kind, implementation.type.name);
      if (type == nullptr) {
        diagnostics.error(Code::unknown_type, implementation.type.at,
                          "there is no " + std::string(to_string(implementation.kind)) + " '" + implementation.type.name + "'");
        continue;
      }
      const auto [group, added] = index.emplace(type, groups.size());
      if (added) groups.push_back({type, {}});
      groups[group->second].implementations.push_back(&implementation);
    }
  }
  return groups;
}

}  // namespace

void attach_implementations(std::vector<DefinitionsFile>& files, const Catalog& catalog, Diagnostics& diagnostics) {
  Attacher attacher(catalog, diagnostics);
  for (const Grouped& group : group_by_type(files, catalog, diagnostics)) attacher.attach(*group.type, group.implementations);
  for (DefinitionsFile& file : files) {
    for (const TypeImplementation& implementation : file.definitions.implementations) {
      for (const ArtifactUse& use : implementation.operations) attacher.check(use);
      for (const ArtifactUse& use : implementation.deployments) attacher.check(use);
    }
    for (const NodeDeployment& deployment : file.definitions.deployments) {
      attacher.check(deployment.artifact);
      attacher.add_files(deployment.artifact, file.definitions.service->nodes[deployment.node].artifacts);
    }
  }
}

}  // namespace planbuilder::tosca::xml
