#include <array>

#include "planbuilder/emit/emitters.h"

namespace planbuilder::emit {

namespace {

/// All targets, in the order in which they are listed to users.
const std::array<const Emitter*, 4>& emitters() {
  static const ShellEmitter shell;
  static const JsonEmitter json;
  static const BpelEmitter bpel;
  static const OpenToscaBpelEmitter bpel_opentosca;
  static const std::array<const Emitter*, 4> all{&shell, &json, &bpel, &bpel_opentosca};
  return all;
}

}  // namespace

const Emitter* find_emitter(std::string_view name) {
  for (const Emitter* emitter : emitters()) {
    if (emitter->name() == name) return emitter;
  }
  return nullptr;
}

std::vector<std::string_view> emitter_names() {
  std::vector<std::string_view> names;
  for (const Emitter* emitter : emitters()) names.push_back(emitter->name());
  return names;
}

}  // namespace planbuilder::emit
