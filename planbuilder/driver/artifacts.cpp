#include "planbuilder/driver/artifacts.h"

#include <algorithm>
#include <map>
#include <set>

#include "planbuilder/driver/option_table.h"
#include "planbuilder/driver/secrets_file.h"
#include "planbuilder/emit/registry/targets.h"
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

/// Unknown names are reported.
std::vector<const emit::Target*> parse_targets(const std::string& text, Diagnostics& diagnostics) {
  const std::vector<std::string_view> known = emit::target_names();
  std::vector<const emit::Target*> targets;
  for (const std::string_view part : split(text, ',')) {
    const std::string name(trim(part));
    const emit::Target* target = emit::find_target(name);
    if (target == nullptr) {
      diagnostics.error(Code::unknown_target, {}, "there is no target '" + name + "'" + did_you_mean(name, known))
          .explain("known are " + join({known.begin(), known.end()}, ", "));
    } else if (std::find(targets.begin(), targets.end(), target) == targets.end()) {
      targets.push_back(target);
    }
  }
  return targets;
}

void add_emitted(const plan::Plan& plan, const emit::Target& target, const emit::EmitOptions& options,
                 std::vector<OutputFile>& files, Diagnostics& diagnostics) {
  auto emission = emit::emit(target, plan, options, diagnostics);
  if (!emission) return;
  for (OutputFile& file : emission->files) {
    file.path = plan::folder_name(plan) + "/" + std::string(target.name) + "/" + file.path;
    files.push_back(std::move(file));
  }
}

void for_each_used_file(const std::vector<plan::Plan>& plans, const auto& visit) {
  for (const plan::Plan& plan : plans) {
    for (const plan::UsedFile& used : plan.files) visit(used);
  }
}

std::vector<const emit::Target*> targets_of(const std::vector<OutputFile>& files) {
  std::vector<const emit::Target*> targets;
  for (const OutputFile& file : files) {
    const emit::Target* target = emit::find_target(split(file.path, '/')[1]);
    if (std::find(targets.begin(), targets.end(), target) == targets.end()) targets.push_back(target);
  }
  return targets;
}

/// An error for every file that a plan needs and that the input does not have.
void require_used_files(const std::vector<plan::Plan>& plans, Diagnostics& diagnostics) {
  std::set<std::string_view> missing;
  for_each_used_file(plans, [&](const plan::UsedFile& used) {
    if (used.is_missing()) missing.insert(used.file);
  });
  if (missing.empty()) return;
  for (const auto& [file, step] : used_files(plans)) {
    if (missing.contains(file)) {
      diagnostics.error(Code::artifact_missing, {}, "the file '" + file + "' is not there, and '" + step + "' needs it")
          .explain("put it there, or say --allow-missing-artifacts");
    }
  }
}

}  // namespace

Language language_of(const tosca::Topology& topology) {
  return tosca::is_xml(topology.language) ? Language::xml : Language::yaml;
}

std::vector<const emit::Target*> chosen_targets(const std::string& wanted, Language language, Diagnostics& diagnostics) {
  const std::vector<std::string_view> usual = emit::usual_targets(language);
  return emit::with_companions(parse_targets(wanted.empty() ? join({usual.begin(), usual.end()}, ",") : wanted, diagnostics));
}

std::vector<std::string> target_options_in_words(const emit::OptionValues& values) {
  std::vector<std::string> words;
  for (const emit::Option* row : emit::options_of(emit::targets())) {
    const std::string value = emit::value_of(*row, values);
    if (value != row->usual) words.push_back("--" + std::string(row->name) + " " + value);
  }
  return words;
}

std::optional<Artifacts> make_artifacts(const WritingOptions& options, Session& session, const std::string& files_root,
                                        const std::string& csar) {
  if (!options.targets.empty()) parse_targets(options.targets, session.diagnostics);  // wrong ones are reported first
  if (session.diagnostics.has_errors() || session.load() == nullptr) return std::nullopt;
  auto plans = session.make_all_plans();
  if (!plans) return std::nullopt;
  auto made = emit_plans(options, session, std::move(*plans), files_root, csar);
  if (made && !options.secrets_file.empty())
    write_secrets_file(options.secrets_file, session.literal_secrets(), session.diagnostics);
  if (session.diagnostics.has_errors()) return std::nullopt;
  return made;
}

std::optional<Artifacts> emit_plans(const TargetOptions& options, Session& session, std::vector<plan::Plan> plans,
                                    const std::string& files_root, const std::string& csar) {
  StageTimer emitting(&session.timings, "emitting");
  const tosca::Topology& topology = session.topology();
  const auto targets = chosen_targets(options.targets, language_of(topology), session.diagnostics);
  emit::EmitOptions how{files_root, csar, topology.namespace_uri, options.target_options, {}};
  Artifacts made{std::move(plans), {}};
  if (session.diagnostics.has_errors()) return std::nullopt;
  if (!options.allow_missing_artifacts) require_used_files(made.plans, session.diagnostics);
  for (const plan::Plan& plan : made.plans) {
    for (const emit::Target* target : targets) {
      how.parts = emit::parts_of(*target, targets);
      add_emitted(plan, *target, how, made.files, session.diagnostics);
    }
  }
  if (!session.diagnostics.has_errors()) made.reactor = make_reactor(made.plans, made.files, targets, files_root, session);
  if (session.diagnostics.has_errors()) return std::nullopt;
  emitting.stop(count_of(made.files.size(), "file") + " for " + emit::names_of(targets));
  return made;
}

std::map<std::string, std::string> recorded_options(const Options& options, const emit::OptionValues& values,
                                                    const Artifacts& made) {
  const std::vector<const emit::Target*> targets = targets_of(made.files);
  std::map<std::string, std::string> recorded = options_to_record(options);
  recorded.emplace("targets", emit::names_of(targets, ","));
  for (const emit::Option* row : emit::options_of(targets)) {
    const std::string value = emit::value_of(*row, values);
    if (value != row->usual) recorded.emplace(row->name, value);
  }
  return recorded;
}

std::vector<OutputFile> copy_used_files(const Artifacts& made, Session& session) {
  std::set<std::string> paths;
  for (const plan::UsedFile& used : made.reactor.uses) paths.insert(used.file);
  for_each_used_file(made.plans, [&](const plan::UsedFile& used) {
    if (!used.digest.empty()) paths.insert(used.file);
  });
  std::vector<OutputFile> files;
  for (const std::string& path : paths) {
    auto file = session.read_file(path);
    if (!file) continue;
    file->path = "files/" + path;
    files.push_back(std::move(*file));
  }
  return files;
}

std::vector<OutputFile> brought_files(const std::vector<plan::Plan>& plans, const Session& session) {
  std::vector<OutputFile> files;
  for (const auto& [path, step] : used_files(plans)) {
    if (const OutputFile* file = session.find_brought(path)) files.push_back(*file);
  }
  return files;
}

}  // namespace planbuilder::driver
