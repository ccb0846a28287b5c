#include "planbuilder/events/describe.h"

#include "planbuilder/tosca/model/event_address.h"

namespace planbuilder::events {

namespace {

std::string who(const Model& model, const Handled& handled) {
  return handled.receiver.valid() ? model.name(handled.receiver) : "the start";
}

flow::Origin trigger_origin(const Model& model, const Run& run, const Cause& cause) {
  const Handled& handled = run.handled[cause.to];
  const std::string sender = who(model, run.handled[cause.from]);
  if (handled.sending == nullptr) return {"trigger", sender + " sends it", {}};
  const tosca::EventTrigger& trigger = *handled.sending->trigger;
  return {"trigger", sender + " sends " + tosca::to_string(trigger.event), trigger.event.at};
}

}  // namespace

std::string describe(const Model& model, const Read& read) {
  if (!read.variable.valid()) return "its condition";
  const std::string name = model.name(read.variable);
  return read.question.valid() ? name + " " + model.predicates.describe(read.question) : "what " + name + " is";
}

std::string value_text(const Model& model, ConstantId value) {
  return value == Constants::unknown ? "what only a run knows" : to_text(model.constants[value]);
}

SourceRange place_of(const Model& model, const Read& read) {
  if (!read.where.valid()) return {};
  const Value* source = model.expressions[read.where].source;
  return source == nullptr ? SourceRange{} : source->at;
}

flow::Origin origin_of(const Model& model, const Run& run, const Cause& cause) {
  const std::string before = who(model, run.handled[cause.from]);
  const std::string after = who(model, run.handled[cause.to]);
  switch (cause.kind) {
    case Cause::Kind::trigger: return trigger_origin(model, run, cause);
    case Cause::Kind::enables: {
      const Read& read = run.reads[cause.evidence];
      return {"enables", after + " looks whether " + describe(model, read) + ", which " + before + " writes",
              place_of(model, read)};
    }
    case Cause::Kind::protects: {
      const Read& read = run.reads[cause.evidence];
      return {"protects", before + " looks whether " + describe(model, read) + ", which " + after + " changes",
              place_of(model, read)};
    }
    case Cause::Kind::overwrites: return {"overwrites", "both write " + model.name(run.writes[cause.evidence].variable), {}};
  }
  return {};
}

}  // namespace planbuilder::events
