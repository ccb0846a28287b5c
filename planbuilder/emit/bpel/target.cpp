#include "planbuilder/emit/bpel/target.h"

#include "planbuilder/emit/bpel/check_characters.h"
#include "planbuilder/emit/bpel/check_length.h"
#include "planbuilder/emit/bpel/check_scaling.h"
#include "planbuilder/emit/bpel/files.h"
#include "planbuilder/emit/bpel/fill.h"
#include "planbuilder/emit/bpel/names.h"
#include "planbuilder/emit/template/template_engine.h"

namespace planbuilder::emit::bpel {

namespace {

Emission write(const plan::Plan& plan, const EmitOptions& options, Problems& problems) {
  check_characters(plan, problems);
  if (problems.any()) return {};
  check_length(plan, problems);
  check_size(plan, problems);
  tell_initial_numbers(plan, problems);
  TemplateEngine engine;
  Settings settings = settings_of(options);
  settings.csar = plan.service.name;
  settings.namespace_uri = "";
  const KnownValues values(plan, KnownValues::Instances::unknown);
  const std::string base = name_of(plan.service.name) + "_" + name_of(plan.name);
  const Process process{plan,
                        settings,
                        values,
                        engine,
                        problems,
                        name_of(plan.name),
                        base,
                        "urn:planbuilder:plan:" + urn_part(plan.service.name),
                        operation_of(plan),
                        settings.engine + "/" + base + "CallbackService"};
  Skeleton skeleton = build_skeleton(plan);
  fill_plain(skeleton, process);
  return files_of(process, std::move(skeleton), plain_frame(process), interface_of(plan), "bpel");
}

}  // namespace

const Target& target() {
  static const Target target{
      .name = "bpel",
      .summary = "a BPEL 2.0 process for any engine, whose steps the script runs",
      .usual_for = {Language::xml},
      .brings = {{.target = "shell", .part = "invoker"}},
      .options = option_rows(),
      .packing = {.language = plan_language,
                  .media_type = "application/xml",
                  .archived = true,
                  .operation_rank = 20,
                  .workflow_rank = 30},
      .write = write,
  };
  return target;
}

}  // namespace planbuilder::emit::bpel
