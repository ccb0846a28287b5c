// The stable names of all diagnostics. diagnostics.md explains each; a test keeps the two lists equal.
#pragma once

#include <string_view>
#include <vector>

namespace planbuilder {

// Grouped by the room of the house that reports them.
// clang-format off
#define PLANBUILDER_CODES(X) \
  /* files and archives */ \
  X(file_not_found, "file-not-found") \
  X(file_unreadable, "file-unreadable") \
  X(file_unwritable, "file-unwritable") \
  X(archive_damaged, "archive-damaged") \
  X(archive_unsafe_name, "archive-unsafe-name") \
  X(archive_duplicate_name, "archive-duplicate-name") \
  X(archive_link, "archive-link") \
  X(archive_limit, "archive-limit") \
  X(archive_metadata, "archive-metadata") \
  X(archive_manifest, "archive-manifest") \
  X(no_entry_definitions, "no-entry-definitions") \
  /* YAML and XML as such */ \
  X(yaml_syntax, "yaml-syntax") \
  X(yaml_duplicate_key, "yaml-duplicate-key") \
  X(yaml_limit, "yaml-limit") \
  X(xml_syntax, "xml-syntax") \
  X(xml_forbidden, "xml-forbidden") \
  X(xml_limit, "xml-limit") \
  X(json_syntax, "json-syntax") \
  /* the grammar of TOSCA */ \
  X(unknown_version, "unknown-version") \
  X(unknown_keyname, "unknown-keyname") \
  X(missing_keyname, "missing-keyname") \
  X(keyname_of_other_version, "keyname-of-other-version") \
  X(wrong_kind, "wrong-kind") \
  X(import_not_found, "import-not-found") \
  X(import_remote, "import-remote") \
  X(import_limit, "import-limit") \
  X(duplicate_name, "duplicate-name") \
  X(typing_slip, "typing-slip") \
  X(deprecated_notation, "deprecated-notation") \
  X(event_grammar, "event-grammar") \
  /* the meaning of a model */ \
  X(unknown_type, "unknown-type") \
  X(derivation_cycle, "derivation-cycle") \
  X(unknown_name, "unknown-name") \
  X(missing_property, "missing-property") \
  X(wrong_value, "wrong-value") \
  X(bad_constraint, "bad-constraint") \
  X(pattern_unchecked, "pattern-unchecked") \
  X(bad_data_type, "bad-data-type") \
  X(bad_refinement, "bad-refinement") \
  X(bad_function, "bad-function") \
  X(bad_trigger, "bad-trigger") \
  X(unfulfilled_requirement, "unfulfilled-requirement") \
  X(requirement_mismatch, "requirement-mismatch") \
  X(filter_limit, "filter-limit") \
  X(bad_copy, "bad-copy") \
  X(bad_substitution, "bad-substitution") \
  X(substitution_chosen, "substitution-chosen") \
  X(no_substitution, "no-substitution") \
  X(substitution_limit, "substitution-limit") \
  X(implementation_chosen, "implementation-chosen") \
  X(final_type, "final-type") \
  X(abstract_type, "abstract-type") \
  X(wrong_end, "wrong-end") \
  X(service_ignored, "service-ignored") \
  X(unused_import, "unused-import") \
  X(unused_input, "unused-input") \
  X(artifact_missing, "artifact-missing") \
  X(region_malformed, "region-malformed") \
  X(region_overlap, "region-overlap") \
  X(bad_limits, "bad-limits") \
  /* plans */ \
  X(order_cycle, "order-cycle") \
  X(no_relationship_rule, "no-relationship-rule") \
  X(bad_semantics, "bad-semantics") \
  X(edges_kept, "edges-kept") \
  X(workflow_taken, "workflow-taken") \
  X(dead_join, "dead-join") \
  X(inline_cycle, "inline-cycle") \
  X(bad_condition, "bad-condition") \
  X(idle_step, "idle-step") \
  X(untouched_node, "untouched-node") \
  X(workflow_limit, "workflow-limit") \
  X(configure_not_interleaved, "configure-not-interleaved") \
  X(data_too_late, "data-too-late") \
  X(count_planned, "count-planned") \
  X(input_unavailable, "input-unavailable") \
  X(border_without_strategy, "border-without-strategy") \
  X(strategy_without_border, "strategy-without-border") \
  X(no_plans, "no-plans") \
  X(unknown_event, "unknown-event") \
  X(event_refused, "event-refused") \
  X(stuck, "stuck") \
  X(endless, "endless") \
  X(unaddressed, "unaddressed") \
  X(unordered_writes, "unordered-writes") \
  X(sent_on_entry, "sent-on-entry") \
  X(activity_unfilled, "activity-unfilled") \
  X(plugin_tie, "plugin-tie") \
  X(bad_plugin, "bad-plugin") \
  X(plugins_not_allowed, "plugins-not-allowed") \
  X(parameter_becomes_input, "parameter-becomes-input") \
  X(literal_secret, "literal-secret") \
  X(unknown_target, "unknown-target") \
  X(target_cannot, "target-cannot") \
  X(process_too_long, "process-too-long") \
  X(process_too_large, "process-too-large") \
  X(bad_plan, "bad-plan") \
  X(bad_state, "bad-state") \
  X(still_needed, "still-needed") \
  X(not_repaired, "not-repaired") \
  X(plan_kept, "plan-kept") \
  X(plan_replaced, "plan-replaced") \
  X(plan_beside, "plan-beside") \
  X(not_declared, "not-declared") \
  X(packed_file_changed, "packed-file-changed") \
  X(bad_record, "bad-record") \
  X(not_approvable, "not-approvable") \
  X(approval_void, "approval-void") \
  X(bad_key, "bad-key") \
  X(page_abridged, "page-abridged") \
  X(empty_service, "empty-service") \
  X(internal, "internal")
// clang-format on

enum class Code {
#define PLANBUILDER_CODE(name, text) name,
  PLANBUILDER_CODES(PLANBUILDER_CODE)
#undef PLANBUILDER_CODE
};

std::string_view to_string(Code code);
std::vector<Code> all_codes();

}  // namespace planbuilder
