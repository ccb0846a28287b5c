#include "planbuilder/emit/bpel-opentosca/instance_data.h"

#include <algorithm>
#include <set>

#include "planbuilder/emit/bpel/names.h"
#include "planbuilder/emit/bpel/xpath.h"
#include "planbuilder/emit/template/template_engine.h"
#include "planbuilder/plan/walk.h"
#include "planbuilder/support/text.h"

namespace planbuilder::emit::bpel::opentosca {

namespace {

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
  return text;
}

bool makes_instance(const plan::Activity& activity) {
  return std::any_of(activity.steps.begin(), activity.steps.end(), [](const plan::Step& step) {
    const auto* record = std::get_if<plan::Record>(&step.action);
    return record != nullptr && record->what == plan::Record::What::create;
  });
}

/// Entities whose operations a step calls, beside that of its activity.
std::vector<plan::Entity> called_by(const plan::Step& step) {
  std::vector<plan::Entity> called;
  if (const auto* invoke = std::get_if<plan::Invoke>(&step.action)) {
    if (invoke->entity) called.push_back(*invoke->entity);  // which knows its machine
  } else {
    plan::for_each_machine(step.action, [&](const std::string& host) {
      if (!host.empty()) called.push_back({plan::Entity::Kind::node, host});
    });
  }
  if (step.undo->entity) called.push_back(*step.undo->entity);
  return called;
}

bool selects_instance(const plan::Activity& activity) {
  return std::any_of(activity.steps.begin(), activity.steps.end(),
                     [](const plan::Step& step) { return std::holds_alternative<plan::Select>(step.action); });
}

/// Instances that an operation is called on, or that are read of, although the plan neither makes nor selects them.
std::set<plan::Entity> found_first(const Process& process) {
  std::set<plan::Entity> found;
  for (const auto& [entity, values] : process.values.fetched()) found.insert(entity);
  for (const plan::Activity& activity : process.plan.activities) {
    for (const plan::Step& step : activity.steps) {
      for (const plan::Entity& entity : called_by(step)) {
        if (entity != activity.entity) found.insert(entity);
      }
    }
  }
  for (const plan::Activity& activity : process.plan.activities) {
    if (makes_instance(activity) || selects_instance(activity)) found.erase(activity.entity);
  }
  return found;
}

}  // namespace

std::string url_of(const plan::Entity& entity, const std::optional<std::uint32_t>& index) {
  std::string id = "instance/" + std::string(to_string(entity.kind)) + "/" + escape_id(entity.id);
  return variable_name_of(index ? id + "[" + std::to_string(*index) + "]" : id);
}

bool is_relationship(const plan::Entity& entity) { return entity.kind == plan::Entity::Kind::relationship; }
std::string kind_word(const plan::Entity& entity) { return is_relationship(entity) ? "relationship" : "node"; }
std::string list_element(const plan::Entity& entity) {
  return is_relationship(entity) ? "RelationshipTemplateInstance" : "NodeTemplateInstance";
}

Block set_state(const Process& process, const std::string& url, const std::string& state) {
  return process.engine.block("bpel-opentosca/state.bpel.inja", {{"url", url}, {"state", xpath_text(upper(state))}});
}

Block fetch(const Process& process, const std::string& url, const std::vector<Held>& values) {
  if (values.empty()) return {};
  Rows list({"name", "variable"});
  for (const Held& held : values) list.add(xpath_text(held.name), held.variable);
  return process.engine.block("bpel-opentosca/fetch.bpel.inja", {{"url", url}, {"values", std::move(list)}});
}

Block find_instance(const Process& process, const plan::Entity& entity, const std::string& query, const std::string& which) {
  return process.engine.block("bpel-opentosca/find.bpel.inja",
                              {{"kind", kind_word(entity)},
                               {"id", entity.id},
                               {"query", query},
                               {"url", url_of(entity)},
                               {"from", "string($data/descendant-or-self::*[local-name() = '" + list_element(entity) + "']" +
                                            which + "/descendant::*[local-name() = 'Link']/@href)"}});
}

const std::vector<Held>& fetched_of(const Process& process, const plan::Entity& entity) {
  static const std::vector<Held> none;
  const auto found = process.values.fetched().find(entity);
  return found == process.values.fetched().end() ? none : found->second;
}

Block prepare_instances(const Process& process) {
  Block block;
  for (const plan::Activity& activity : process.plan.activities) {
    if (makes_instance(activity) && activity.entity.kind == plan::Entity::Kind::node) {
      block += process.engine.block(
          "bpel-opentosca/create.bpel.inja",
          {{"relationship", false}, {"id", activity.entity.id}, {"url", url_of(activity.entity, activity.index)}});
    }
  }
  for (const plan::Entity& entity : found_first(process)) {
    block += find_instance(process, entity, alive, "[1]");
    block += fetch(process, url_of(entity), fetched_of(process, entity));
  }
  return block;
}

std::vector<std::string> instance_variables(const Process& process) {
  std::set<std::string> all;
  for (const plan::Activity& activity : process.plan.activities) {
    all.insert(url_of(activity.entity, activity.index));
    for (const plan::Step& step : activity.steps) {
      for (const plan::Entity& entity : called_by(step)) all.insert(url_of(entity));
      const auto* record = std::get_if<plan::Record>(&step.action);
      if (record == nullptr || record->source.empty()) continue;
      all.insert(url_of({plan::Entity::Kind::node, record->source}, record->source_index));
      all.insert(url_of({plan::Entity::Kind::node, record->target}, record->target_index));
    }
  }
  for (const auto& [entity, values] : process.values.fetched()) all.insert(url_of(entity));
  return {all.begin(), all.end()};
}

}  // namespace planbuilder::emit::bpel::opentosca
