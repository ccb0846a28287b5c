#include "planbuilder/emit/bpel/call.h"

#include "planbuilder/emit/bpel/xpath.h"
#include "planbuilder/emit/template_engine.h"

namespace planbuilder::emit::bpel {

namespace {

std::vector<Fields> copies_of(const InvokerCall& call) {
  std::vector<Fields> copies;
  const auto copy = [&](const std::string& from, std::string to) {
    if (!from.empty()) copies.push_back({{"from", from}, {"to", std::move(to)}});
  };
  copy(call.run, "s:PlanCorrelationID");
  copy(call.service_instance, "s:ServiceInstanceID");
  copy(call.instance, "s:NodeInstanceID");
  copy(call.message_id, "s:MessageID");
  for (std::size_t i = 0; i < call.params.size(); ++i) {
    const std::string param = "s:Params/s:Param[" + std::to_string(i + 1) + "]";
    copy(call.params[i].key_expression, param + "/s:key");
    copy(call.params[i].expression, param + "/s:value");
  }
  return copies;
}

}  // namespace

std::string render_call(const InvokerCall& call, const Process& process) {
  const bool callback = !call.message_id.empty();
  const bool relationship = call.entity.kind == plan::Entity::Kind::relationship;
  std::vector<Fields> params;
  for (const Param& param : call.params) params.push_back({{"key", param.key}, {"value", param.value}});
  std::vector<Fields> results;
  for (const Result& result : call.results) results.push_back({{"from", result.from}, {"to", result.to}});
  return process.engine.render_often("bpel/call.bpel.inja",
                                     {{"name", call.name},
                                      {"callback", callback},
                                      {"message", callback ? "invokeOperationAsync" : "invokeOperationSync"},
                                      {"timeout", std::to_string(call.timeout)},
                                      {"run", !call.run.empty()},
                                      {"csar", process.options.csar},
                                      {"plan", call.service_instance.empty() ? process.plan.name : std::string()},
                                      {"instance", !call.instance.empty()},
                                      {"namespace", process.options.namespace_uri},
                                      {"service", process.plan.service.name},
                                      {"kind", relationship ? "Relationship" : "Node"},
                                      {"entity", call.entity.id},
                                      {"interface", call.interface},
                                      {"operation", call.operation},
                                      {"reply_to", process.reply_to},
                                      {"params", std::move(params)},
                                      {"copies", copies_of(call)},
                                      {"results", std::move(results)}});
}

std::string answer_of(const std::string& key) {
  return "string($answer.invokeResponse/s:Params/s:Param[s:key = " + xpath_text(key) + "]/s:value)";
}

std::string to_variable(const std::string& variable) { return "<to variable=\"" + variable + "\"/>"; }

std::optional<Param> param_of(const std::string& key, const Value& value, const plan::Activity* activity,
                              const Process& process) {
  if (is_literal(value)) return Param{key, to_text(value)};
  auto expression = xpath_value(value, [&](const Call& call) { return process.values.find(call, activity); });
  if (!expression) return std::nullopt;
  return Param{key, "", std::move(*expression)};
}

}  // namespace planbuilder::emit::bpel
