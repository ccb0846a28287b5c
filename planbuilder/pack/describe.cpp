#include "planbuilder/pack/describe.h"

#include "csar/digest.h"

namespace planbuilder::pack {

PackedPlan describe(const plan::Plan& plan) {
  PackedPlan packed{plan.name, plan.kind->name, {}, {}, plan.files};
  for (const plan::Input& input : plan.inputs)
    packed.inputs.push_back({input.name, input.type, input.required && !input.default_value});
  return packed;
}

PackedFile describe(const OutputFile& file) {
  return {file.path, static_cast<std::uint32_t>(file.content.size()), csar::sha256(file.content)};
}

}  // namespace planbuilder::pack
