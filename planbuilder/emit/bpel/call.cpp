#include "planbuilder/emit/bpel/call.h"

#include "planbuilder/emit/bpel/xpath.h"
#include "planbuilder/emit/template/template_engine.h"

namespace planbuilder::emit::bpel {

namespace {

Rows params_of(const InvokerCall& call) {
  Rows params({"key", "value"});
  for (const Param& param : call.params) params.add(param.key, param.value);
  return params;
}

Rows copies_of(const InvokerCall& call) {
  Rows copies({"from", "to"});
  const auto copy = [&](const std::string& from, Part to) {
    if (!from.empty()) copies.add(from, std::move(to));
  };
  copy(call.run, "s:PlanCorrelationID");
  copy(call.service_instance, "s:ServiceInstanceID");
  copy(call.instance, "s:NodeInstanceID");
  copy(call.message_id, "s:MessageID");
  for (std::size_t i = 0; i < call.params.size(); ++i) {
    const auto param = [&](const char* part) { return "s:Params/s:Param[" + std::to_string(i + 1) + "]/" + part; };
    if (!call.params[i].key_expression.empty()) copy(call.params[i].key_expression, param("s:key"));
    if (!call.params[i].expression.empty()) copy(call.params[i].expression, param("s:value"));
  }
  return copies;
}

Rows results_of(const InvokerCall& call) {
  Rows results({"from", "to"});
  for (const Result& result : call.results) results.add(result.from, result.to);
  return results;
}

}  // namespace

Block render_call(const InvokerCall& call, const Process& process) {
  const bool callback = !call.message_id.empty();
  const bool relationship = call.entity.kind == plan::Entity::Kind::relationship;
  return process.engine.block("bpel/call.bpel.inja",
                              {{"name", call.name},
                               {"callback", callback},
                               {"message", callback ? "invokeOperationAsync" : "invokeOperationSync"},
                               {"timeout", std::to_string(call.timeout)},
                               {"run", !call.run.empty()},
                               {"csar", process.options.csar},
                               {"plan", call.service_instance.empty() ? std::string_view(process.plan.name) : std::string_view()},
                               {"instance", !call.instance.empty()},
                               {"namespace", process.options.namespace_uri},
                               {"service", process.plan.service.name},
                               {"kind", relationship ? "Relationship" : "Node"},
                               {"entity", call.entity.id},
                               {"interface", call.interface},
                               {"operation", call.operation},
                               {"reply_to", process.reply_to},
                               {"params", params_of(call)},
                               {"copies", copies_of(call)},
                               {"results", results_of(call)}});
}

std::string answer_of(const std::string& key) {
  return "string($answer.invokeResponse/s:Params/s:Param[s:key = " + xpath_text(key) + "]/s:value)";
}

std::string to_variable(const std::string& variable) { return "<to variable=\"" + variable + "\"/>"; }

std::optional<Param> param_of(const std::string& key, const plan::Expression& value, const plan::Activity* activity,
                              const Process& process) {
  if (is_literal(value)) return Param{key, to_text(value)};
  auto expression = xpath_value(value, [&](const plan::Function& read) { return process.values.find(read, activity); });
  if (!expression) return std::nullopt;
  return Param{key, "", std::move(*expression)};
}

}  // namespace planbuilder::emit::bpel
