#include "planbuilder/tosca/checks/check_type_reads.h"

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/values/resolve_path.h"

namespace planbuilder::tosca {

namespace {

class ReadChecker {
 public:
  ReadChecker(TypeId self, ValueTypes& types, Diagnostics& diagnostics)
      : self_(self), type_(types.types()[self]), types_(types), diagnostics_(diagnostics) {}

  void check(const Call& call, const Value& whole) {
    if ((call.function != "$get_property" && call.function != "$get_attribute") || call.arguments.empty()) return;
    if (type_.kind == TypeKind::interface) {
      diagnostics_.error(
          Code::bad_function, whole.at,
          "'" + call.function + "' has no meaning in an interface type: nothing is known of what has the interface");
      return;
    }
    const std::string first = to_text(call.arguments[0]);
    if (leads_on(first)) return;  // from a relationship
    if (first != "SELF") {
      diagnostics_.error(Code::bad_function, call.arguments[0].at, "here a path starts with SELF, not with '" + first + "'");
    } else if (call.arguments.size() > 1) {
      check_step(call);
    }
  }

 private:
  void check_step(const Call& call) {
    const std::string word = to_text(call.arguments[1]);
    const Value& name = call.arguments[call.arguments.size() > 2 ? 2 : 1];
    if (word == "CAPABILITY" && type_.kind == TypeKind::node && call.arguments.size() > 2) {
      if (!has(&TypeMembers::capabilities, to_text(name))) report(name, "capability", names(&TypeMembers::capabilities));
    } else if (word == "RELATIONSHIP" && type_.kind == TypeKind::node && call.arguments.size() > 2) {
      if (!has(&TypeMembers::requirements, to_text(name))) report(name, "requirement", names(&TypeMembers::requirements));
    } else if (!leads_on(word) && types_.attributes(self_).find(word) == nullptr &&
               types_.properties(self_).find(word) == nullptr) {
      std::vector<std::string_view> known = types_.attributes(self_).names();
      for (const std::string_view property : types_.properties(self_).names()) known.push_back(property);
      report(call.arguments[1], "property or attribute", known);
    }
  }

  template <class Part>
  [[nodiscard]] bool has(std::vector<Part> TypeMembers::*parts, const std::string& name) const {
    for (TypeId id = self_; id.valid(); id = types_.types()[id].parent) {
      if (find_by_name(types_.types()[id].own.*parts, name) != nullptr) return true;
    }
    return false;
  }

  template <class Part>
  [[nodiscard]] std::vector<std::string_view> names(std::vector<Part> TypeMembers::*parts) const {
    std::vector<std::string_view> known;
    for (TypeId id = self_; id.valid(); id = types_.types()[id].parent) add_names(types_.types()[id].own.*parts, known);
    return known;
  }

  void report(const Value& name, const std::string& what, const std::vector<std::string_view>& known) {
    diagnostics_.error(Code::bad_function, name.at,
                       "'" + type_.name + "' has no " + what + " '" + to_text(name) + "'" +
                           diagnostics_.guess(to_text(name), [&] { return known; }));
  }

  TypeId self_;
  const Type& type_;
  ValueTypes& types_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_type_reads(const Value& value, TypeId self, ValueTypes& types, Diagnostics& diagnostics) {
  ReadChecker checker(self, types, diagnostics);
  for_each_call(value, [&](const Call& call, const Value& whole) { checker.check(call, whole); });
}

}  // namespace planbuilder::tosca
