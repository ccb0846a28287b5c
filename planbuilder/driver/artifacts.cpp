#include "planbuilder/driver/artifacts.h"

#include <algorithm>
#include <map>
#include <set>

#include "planbuilder/emit/emitter.h"
#include "planbuilder/plan/folder_name.h"
#include "planbuilder/plan/walk.h"
#include "planbuilder/support/text.h"

namespace planbuilder::driver {

namespace {

/// Every file that a step runs or needs, with one step that does.
std::map<std::string, std::string> used_files(const std::vector<plan::Plan>& plans) {
  std::map<std::string, std::string> files;
  for (const plan::Plan& plan : plans) {
    for (const plan::Activity& activity : plan.activities) {
      for (const plan::Step& step : activity.steps) {
        plan::for_each_file(step, [&](const std::string& file) { files.emplace(file, step.id); });
      }
    }
  }
  return files;
}

/// `shell,json` as a list; an unknown name is reported.
std::vector<std::string> parse_targets(const std::string& text, Diagnostics& diagnostics) {
  const std::vector<std::string_view> known = emit::emitter_names();
  std::vector<std::string> targets;
  for (const std::string_view part : split(text, ',')) {
    const std::string name(trim(part));
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      diagnostics.error(Code::unknown_target, {}, "there is no target '" + name + "'" + did_you_mean(name, known))
          .explain("known are " + join({known.begin(), known.end()}, ", "));
    } else if (std::find(targets.begin(), targets.end(), name) == targets.end()) {
      targets.push_back(name);
    }
  }
  return targets;
}

/// What the user did not say: processes are what runs services in XML.
std::string default_targets(const std::string& source) {
  const bool xml = source.ends_with(".tosca") || source.ends_with(".xml");
  return xml ? "shell,json,bpel" : "shell,json";
}

/// Engines run the plan, but its steps are run by the shell target.
void add_needed_targets(std::vector<std::string>& targets) {
  const auto has = [&](std::string_view name) { return std::find(targets.begin(), targets.end(), name) != targets.end(); };
  const auto needs = [](const std::string& target) { return emit::find_emitter(target)->needs_shell(); };
  if (!has("shell") && std::any_of(targets.begin(), targets.end(), needs)) targets.insert(targets.begin(), "shell");
}

void emit(const plan::Plan& plan, const std::string& target, const emit::EmitOptions& options, std::vector<OutputFile>& files,
          Diagnostics& diagnostics) {
  try {
    for (OutputFile& file : emit::find_emitter(target)->emit(plan, options)) {
      file.path = plan::folder_name(plan) + "/" + target + "/" + file.path;
      files.push_back(std::move(file));
    }
  } catch (const emit::EmitError& problem) {
    diagnostics.error(Code::target_cannot, problem.at,
                      "the " + plan.name + " plan cannot be written for '" + target + "': " + problem.what());
  }
}

/// A folder that is transferred comes with all that is in it.
void add_files_below(const std::string& folder, const csar::Archive& archive, std::set<std::string>& paths) {
  const std::string start = folder.ends_with('/') ? folder : folder + "/";
  for (const csar::Entry& entry : archive.entries()) {
    if (!entry.directory && entry.path.starts_with(start)) paths.insert(entry.path);
  }
}

/// An error for every file that a plan needs and that the input does not have.
void require_used_files(const std::vector<plan::Plan>& plans, Session& session) {
  for (const auto& [file, step] : used_files(plans)) {
    if (!session.archive().find(file)) {
      session.diagnostics.error(Code::artifact_missing, {}, "the file '" + file + "' is not there, and '" + step + "' needs it")
          .explain("put it there, or say --allow-missing-artifacts");
    }
  }
}

}  // namespace

std::vector<std::string> chosen_targets(const std::string& wanted, const std::string& source, Diagnostics& diagnostics) {
  std::vector<std::string> targets = parse_targets(wanted.empty() ? default_targets(source) : wanted, diagnostics);
  add_needed_targets(targets);
  return targets;
}

std::optional<Artifacts> make_artifacts(const WritingOptions& options, Session& session, const std::string& files_root,
                                        const std::string& csar) {
  if (!options.targets.empty()) chosen_targets(options.targets, "", session.diagnostics);  // wrong ones are reported first
  if (session.diagnostics.has_errors() || session.load() == nullptr) return std::nullopt;
  auto plans = session.make_all_plans();
  if (!plans) return std::nullopt;
  return emit_plans(options, session, std::move(*plans), files_root, csar);
}

std::optional<Artifacts> emit_plans(const TargetOptions& options, Session& session, std::vector<plan::Plan> plans,
                                    const std::string& files_root, const std::string& csar) {
  StageTimer emitting(&session.timings, "emitting");
  const std::vector<std::string> targets = chosen_targets(options.targets, session.topology().source, session.diagnostics);
  emit::EmitOptions how{files_root, options.bpel};
  how.invoker = std::find(targets.begin(), targets.end(), "bpel") != targets.end();
  how.bpel.callback = options.bpel_calls == "callback";
  how.bpel.csar = csar;
  how.bpel.namespace_uri = session.topology().namespace_uri;
  Artifacts made{std::move(plans), {}};
  if (session.diagnostics.has_errors()) return std::nullopt;
  if (!options.allow_missing_artifacts) require_used_files(made.plans, session);
  for (const plan::Plan& plan : made.plans) {
    for (const std::string& target : targets) emit(plan, target, how, made.files, session.diagnostics);
  }
  if (session.diagnostics.has_errors()) return std::nullopt;
  emitting.stop(count_of(made.files.size(), "file") + " for " + join(targets, ", "));
  return made;
}

std::vector<OutputFile> copy_used_files(const std::vector<plan::Plan>& plans, Session& session) {
  std::set<std::string> paths;
  for (const auto& [file, step] : used_files(plans)) {
    const auto entry = session.archive().find(file);
    if (entry && entry->directory) {
      add_files_below(file, session.archive(), paths);
    } else if (entry) {
      paths.insert(file);
    }
  }
  std::vector<OutputFile> files;
  for (const std::string& path : paths) {
    auto content = session.archive().read(path, session.diagnostics);
    if (content) files.push_back({"files/" + path, std::move(*content), session.archive().find(path)->executable});
  }
  return files;
}

}  // namespace planbuilder::driver
