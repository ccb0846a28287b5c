#include "planbuilder/tosca/model/merge_definitions.h"

#include "planbuilder/tosca/model/refine_lists.h"

namespace planbuilder::tosca {

namespace {

/// Constraints are not merged here: those of the inherited definition hold in any case.
Schema refine_schema(const Schema& inherited, const Schema& own) {
  if (!own.details) return inherited;
  Schema schema{inherited.type, {}};
  schema.details = std::make_shared<SchemaDetails>(SchemaDetails{own.entry().type.empty() ? inherited.entry() : own.entry(),
                                                                 own.key().type.empty() ? inherited.key() : own.key(),
                                                                 own.constraints(), own.validations()});
  return schema;
}

}  // namespace

ParameterDefinition refined_definition(const ParameterDefinition& inherited, const ParameterDefinition& own) {
  ParameterDefinition refined = own;
  if (!refined.value) refined.value = inherited.value;  // what is fixed stays so
  refined.secret = refined.secret || inherited.secret;  // and so does what is secret
  if (!own.says_required) refined.required = inherited.required;
  if (!own.schema.type.empty()) return refined;
  refined.schema = refine_schema(inherited.schema, own.schema);
  if (!refined.default_value) refined.default_value = inherited.default_value;
  if (refined.description.empty()) refined.description = inherited.description;
  return refined;
}

ParameterDefinition refined_input(const ParameterDefinition& inherited, const ParameterDefinition& own) {
  ParameterDefinition refined = own.schema.type.empty() ? inherited : own;
  refined.value = own.value;
  refined.at = own.at;
  refined.required = own.says_required ? own.required : inherited.required;
  if (own.default_value) refined.default_value = own.default_value;
  return refined;
}

void refine_definitions(std::vector<ParameterDefinition>& inherited, const std::vector<ParameterDefinition>& own) {
  refine_lists(inherited, {&own}, [](ParameterDefinition& definition, const Layers<ParameterDefinition>& later) {
    for (const ParameterDefinition* one : later) definition = refined_definition(definition, *one);
  });
}

}  // namespace planbuilder::tosca
