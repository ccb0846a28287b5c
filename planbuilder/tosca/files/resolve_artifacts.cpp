#include "planbuilder/tosca/files/resolve_artifacts.h"

#include <algorithm>

#include "csar/archive.h"
#include "planbuilder/tosca/model/event_grammar.h"
#include "planbuilder/tosca/xml/attach_implementations.h"
#include "planbuilder/tosca/xml/link_definitions.h"

namespace planbuilder::tosca {

namespace {

/// `*` is any text, `?` any character. Backtracks to the last `*` only, so that it is never exponential.
bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

/// A pattern is for the name inside the folder; one without a slash also for the last part of it.
bool matches_any(const std::vector<std::string>& patterns, std::string_view name) {
  const std::string_view last = name.substr(name.rfind('/') + 1);
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return matches(pattern, name) || (pattern.find('/') == std::string::npos && matches(pattern, last));
  });
}

class Finder {
 public:
  Finder(const csar::Archive& archive, const Sources& sources) : archive_(archive), sources_(sources) {}

  void find(std::vector<Interface>& interfaces) const {
    for (Interface& item : interfaces) {
      find(item.operations);
      for (Notification& notification : item.notifications) {
        if (notification.implementation) find_implementation(notification);
        find(notification.dependencies);
        find_handlers(notification.rules);
      }
    }
  }

  void find(std::vector<Operation>& operations) const {
    for (Operation& operation : operations) {
      if (operation.implementation) find_implementation(operation);
      find(operation.dependencies);
      find_handlers(operation.rules);
    }
  }

  void find(std::vector<Workflow>& workflows) const {
    for (Workflow& workflow : workflows) {
      if (workflow.implementation) workflow.implementation = files_of(*workflow.implementation).front();
    }
  }

  void find(std::vector<Artifact>& artifacts) const {
    std::vector<Artifact> found;
    for (Artifact& artifact : artifacts) {
      for (Artifact& file : files_of(artifact)) found.push_back(std::move(file));
    }
    artifacts = std::move(found);
  }

 private:
  /// Of the files of a folder the first is what runs, the others come along.
  template <class Event>
  void find_implementation(Event& event) const {
    std::vector<Artifact> files = files_of(*event.implementation);
    event.implementation = std::move(files.front());
    event.dependencies.insert(event.dependencies.begin(), std::make_move_iterator(files.begin() + 1),
                              std::make_move_iterator(files.end()));
  }

  void find_handlers(std::shared_ptr<const EventRules>& rules) const {
    if (!rules || rules->handlers.empty()) return;
    for (EventHandler& handler : edit(rules).handlers) handler.execute = files_of(handler.execute).front();
  }

  /// One, unless patterns choose from a folder; the artifact itself when nothing is found.
  [[nodiscard]] std::vector<Artifact> files_of(const Artifact& artifact) const {
    std::vector<Artifact> files;
    for (const std::string& base : {sources_.path(artifact.at.file), std::string()}) {
      if (!files.empty()) break;
      const auto path = archive_.resolve(base, artifact.file);
      if (!path) continue;
      if (!artifact.include.empty() || !artifact.exclude.empty()) {
        add_matches(artifact, *path + "/", files);
      } else if (archive_.find(*path)) {
        files.push_back(as_found(artifact, *path));
      }
    }
    if (files.empty()) files.push_back(artifact);
    return files;
  }

  void add_matches(const Artifact& artifact, const std::string& folder, std::vector<Artifact>& files) const {
    for (const csar::Entry& entry : archive_.entries()) {
      if (!entry.path.starts_with(folder) || entry.directory) continue;
      const std::string_view name = std::string_view(entry.path).substr(folder.size());
      if (!artifact.include.empty() && !matches_any(artifact.include, name)) continue;
      if (matches_any(artifact.exclude, name)) continue;
      files.push_back(as_found(artifact, entry.path));
      if (files.size() > 1) files.back().name += "/" + std::string(name);
    }
  }

  static Artifact as_found(const Artifact& artifact, const std::string& path) {
    Artifact found = artifact;
    found.file = path;
    found.present = true;
    found.include.clear();
    found.exclude.clear();
    return found;
  }

  const csar::Archive& archive_;
  const Sources& sources_;
};

}  // namespace

void attach_implementations(std::vector<DefinitionsFile>& files, Diagnostics& diagnostics) {
  const xml::Catalog catalog(files);
  xml::link_definitions(files, catalog, diagnostics);
  xml::attach_implementations(files, catalog, diagnostics);
}

void resolve_artifacts(std::vector<DefinitionsFile>& files, const csar::Archive& archive, const Sources& sources) {
  const Finder finder(archive, sources);
  for (DefinitionsFile& file : files) {
    for (TypeDefinition& type : file.definitions.types) {
      finder.find(type.interfaces);
      finder.find(type.artifacts);
    }
    if (!file.definitions.service) continue;
    for (NodeTemplate& node : file.definitions.service->nodes) {
      finder.find(node.interfaces);
      finder.find(node.artifacts);
      for (RequirementAssignment& requirement : node.requirements) finder.find(requirement.interfaces);
    }
    for (RelationshipTemplate& relationship : file.definitions.service->relationships) finder.find(relationship.interfaces);
    finder.find(file.definitions.service->events);
    finder.find(file.definitions.service->workflows);
  }
}

}  // namespace planbuilder::tosca
