#include "planbuilder/tosca/values/check_refinements.h"

namespace planbuilder::tosca {

namespace {

class RefinementCheck {
 public:
  RefinementCheck(ValueTypes& types, Diagnostics& diagnostics) : types_(types), diagnostics_(diagnostics) {}

  void check(const Type& type, const Fields& own, const Fields& inherited, std::string_view what) {
    for (const Fields::Field& field : own.all()) {
      const Fields::Field* before = inherited.find(field.definition->name);
      if (before == nullptr || before->definition->at == field.definition->at) continue;
      const std::string name = "the " + std::string(what) + " '" + field.definition->name + "' of '" + type.name + "'";
      if (!types_.is_kind_of(field.type, before->type)) {
        report(
            field, *before,
            name + " is of type " + types_.name_of(field.type) + ", which is not derived from " + types_.name_of(before->type));
      } else if (before->definition->required && !field.definition->required) {
        report(field, *before, name + " cannot become optional");
      } else if (before->definition->value && field.definition->value &&
                 !same(*before->definition->value, *field.definition->value)) {
        report(field, *before, name + " has a fixed value, which cannot change");
      }
    }
  }

 private:
  void report(const Fields::Field& field, const Fields::Field& before, std::string summary) {
    diagnostics_.error(Code::bad_refinement, field.definition->at, std::move(summary))
        .note("this is the definition that it refines", before.definition->at);
  }

  ValueTypes& types_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_refinements(ValueTypes& types, Diagnostics& diagnostics) {
  RefinementCheck check(types, diagnostics);
  for (const TypeId id : types.types().ids()) {
    const Type& type = types.types()[id];
    if (!type.parent.valid()) continue;
    check.check(type, types.properties(id), types.properties(type.parent), "property");
    check.check(type, types.attributes(id), types.attributes(type.parent), "attribute");
  }
}

}  // namespace planbuilder::tosca
