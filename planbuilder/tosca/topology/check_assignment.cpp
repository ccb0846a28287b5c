#include "planbuilder/tosca/topology/check_assignment.h"

#include "planbuilder/tosca/scalars/primitive.h"

namespace planbuilder::tosca {

namespace {

class AssignmentChecker {
 public:
  AssignmentChecker(const RequirementDefinition& definition, const std::string& whose, const Topology& topology,
                    const TypeNames& names, Diagnostics& diagnostics)
      : definition_(definition), whose_(whose), topology_(topology), names_(names), diagnostics_(diagnostics) {}

  void check_relationship(const Reference& assigned, TypeId type) {
    if (!assigned.empty()) check_derived(assigned, type, names_.find(TypeKind::relationship, definition_.relationship));
  }

  void check_node(const Reference& assigned, bool indexed) {
    if (assigned.empty() || topology_.find_node(assigned.name).valid()) return;
    if (indexed) {
      diagnostics_.error(Code::unknown_name, assigned.at,
                         whose_ + " gives an index to '" + assigned.name + "', which is no node of this service");
    }
    check_derived(assigned, names_.find(TypeKind::node, assigned), names_.find(TypeKind::node, definition_.node));
  }

  /// A type may become a derived one; the name of a capability stays.
  void check_capability(const Reference& assigned) {
    if (assigned.empty() || definition_.capability.empty()) return;
    const TypeId wanted = names_.find(TypeKind::capability, definition_.capability);
    if (wanted.valid()) {
      check_derived(assigned, names_.find(TypeKind::capability, assigned), wanted);
    } else if (assigned.name != definition_.capability.name) {
      report(assigned.at, "must have the capability '" + definition_.capability.name + "', not '" + assigned.name + "'");
    }
  }

  void check_index(const Value& index) {
    if (index.is_null() || index.call() != nullptr) return;
    Value number = index;
    const bool is_integer = type_as(Primitive::integer, number);
    if (is_integer && *number.get_if<std::int64_t>() >= 0) return;
    diagnostics_.error(Code::wrong_value, index.at,
                       whose_ + " names a node with an index, which must be an integer that is not negative");
  }

 private:
  void check_derived(const Reference& assigned, TypeId type, TypeId wanted) {
    if (!type.valid() || !wanted.valid() || topology_.derives_from(type, wanted)) return;
    report(assigned.at, "names '" + assigned.name + "', but '" + topology_.types[type].name + "' is not derived from '" +
                            topology_.types[wanted].name + "'");
  }

  void report(SourceRange at, const std::string& problem) {
    diagnostics_.error(Code::requirement_mismatch, at, whose_ + " " + problem).note("it is defined here", definition_.at);
  }

  const RequirementDefinition& definition_;
  const std::string& whose_;
  const Topology& topology_;
  const TypeNames& names_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_assignment(const RequirementAssignment& assigned, const RequirementDefinition& definition, TypeId relationship,
                      const std::string& whose, const Topology& topology, const TypeNames& names, Diagnostics& diagnostics) {
  AssignmentChecker checker(definition, whose, topology, names, diagnostics);
  checker.check_relationship(assigned.relationship, relationship);
  checker.check_node(assigned.node, !assigned.node_index->is_null());
  checker.check_capability(assigned.capability);
  checker.check_index(*assigned.node_index);
}

}  // namespace planbuilder::tosca
