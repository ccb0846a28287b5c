// Writes plan documents for targets, without a model: for tests of plans that no model leads to.
//
// Usage: emit_plan PLAN.json FOLDER WORD...    the files go to FOLDER/<plan>/<target>/, as those of planbuilder generate do; a
// word is a
//                                              target, or an option of targets: bpel-calls=callback
#include <fstream>
#include <iostream>
#include <iterator>

#include "planbuilder/emit/registry/targets.h"
#include "planbuilder/plan/folder_name.h"
#include "planbuilder/plan/read_plan.h"
#include "planbuilder/support/output.h"

namespace planbuilder {
namespace {

bool write_plan(const plan::Plan& plan, const std::string& folder, const std::vector<const emit::Target*>& targets,
                const emit::OptionValues& values, Diagnostics& diagnostics) {
  for (const emit::Target* target : targets) {
    emit::EmitOptions options;
    options.values = values;
    options.parts = emit::parts_of(*target, targets);
    const auto emission = emit::emit(*target, plan, options, diagnostics);
    const std::string place = folder + "/" + plan::folder_name(plan.name) + "/" + std::string(target->name);
    if (!emission || !write_folder(place, emission->files, diagnostics)) return false;
  }
  return true;
}

int write_plans(const std::string& path, const std::string& folder, const std::vector<std::string>& words) {
  Diagnostics diagnostics;
  Sources sources;
  std::ifstream in(path);
  const FileId file = sources.add(path, std::string(std::istreambuf_iterator<char>(in), {}));
  const auto document = plan::read_document(sources, file, diagnostics);
  std::vector<const emit::Target*> targets;
  emit::OptionValues values;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
      targets.push_back(emit::find_target(word));
    } else {
      values[word.substr(0, equals)] = word.substr(equals + 1);
    }
  }
  targets = emit::with_companions(targets);
  bool written = document.has_value();
  for (std::size_t i = 0; written && i < document->plans.size(); ++i)
    written = write_plan(document->plans[i], folder, targets, values, diagnostics);
  for (const Diagnostic& each : diagnostics.since(0)) std::cerr << each.summary << "\n";
  return written ? 0 : 1;
}

}  // namespace
}  // namespace planbuilder

int main(int argc, char** argv) {
  return argc > 3 ? planbuilder::write_plans(argv[1], argv[2], std::vector<std::string>(argv + 3, argv + argc)) : 2;
}
