// Filters and preconditions of workflows, and clauses of triggers, become conditions that a run can ask.
#pragma once

#include <optional>
#include <vector>

#include "planbuilder/flow/workflow/scope.h"
#include "planbuilder/flow/workflow/targets.h"
#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/values/resolve_path.h"

namespace planbuilder::flow {

/// All of them, null where nothing is asked.
plan::Expression all_of(std::vector<plan::Expression> conditions);

/// What is asked may have another answer later: it reads more than inputs and properties.
bool may_change(const plan::Expression& condition);

class Conditions {
 public:
  Conditions(const tosca::Topology& topology, Diagnostics& diagnostics) : topology_(topology), diagnostics_(diagnostics) {}

  /// The clauses of a filter, of which all must hold; SELF is the target.
  plan::Expression filter(const Scope& scope, const std::vector<Value>& clauses, tosca::EntityId target);
  /// What must hold when the workflow begins, of all targets.
  plan::Expression preconditions(const Scope& scope, const Targets& targets);
  /// Clauses of 1.x about an entity, or about one of its capabilities.
  plan::Expression about(const tosca::PathEnd& self, const Value& clauses);

 private:
  struct Asked {
    const Scope* scope;  // none: of no workflow
    std::optional<tosca::PathEnd> self;
    tosca::Representation which;
  };

  plan::Expression clauses(const Asked& asked, const Value& list);
  plan::Expression clause(const Asked& asked, const Value& value);
  plan::Expression entry(const Asked& asked, const std::string& key, const Value& value);
  plan::Expression evaluated(const Asked& asked, const Value& value);
  plan::Expression formula(const Asked& asked, const Value& condition);
  plan::Expression assertion(const Asked& asked, const std::string& name, const Value& constraints);
  plan::Expression constraint(const Asked& asked, const std::string& name, const std::string& how, const Value& argument);
  plan::Expression range(const Asked& asked, const std::string& name, const Value& argument);
  plan::Expression compare(const Asked& asked, const std::string& name, std::string_view how, const Value& argument);
  plan::Expression read(const Asked& asked, const std::string& name, SourceRange at);
  plan::Expression typed(const Asked& asked, std::string_view type, const Value& argument);
  bool knows(const Asked& asked, const std::string& name, SourceRange at);
  plan::Expression refuse(SourceRange at, std::string why);

  const tosca::Topology& topology_;
  Diagnostics& diagnostics_;
};

}  // namespace planbuilder::flow
