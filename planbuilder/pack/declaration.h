// What is declared in the definitions of a CSAR: one plan in one target, and the name by which others call it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/emit/target.h"
#include "planbuilder/pack/text_edit.h"
#include "planbuilder/plan/plan.h"

namespace planbuilder::pack {

/// A plan that lies in the CSAR, written for one target.
struct PlanTarget {
  const plan::Plan* plan = nullptr;
  const emit::Target* target = nullptr;
  std::string file;  // the entry that an engine is given
};

/// What becomes of a plan that the CSAR already has where one of ours would go.
enum class Existing { keep, replace, beside };
constexpr const char* what_to_do_about_existing = "--replace puts ours in its place, --beside declares ours under another name";

/// An operation at the boundary of a service in XML.
struct OperationName {
  std::string interface;
  std::string operation;

  auto operator<=>(const OperationName&) const = default;
};

/// A plan as the definitions now name it.
struct Declared {
  std::string plan;
  std::string target;
  std::string file;       // the entry that the declaration names
  std::string name;       // the id of a Plan, the name of a workflow
  std::string operation;  // `interface/operation` that leads to it, if one does
};

/// A definitions file with declarations in it.
struct DeclaredFile {
  EditedText edited;
  std::vector<Declared> declared;
};

/// By which operation the outside starts the plan.
OperationName operation_of(const plan::Plan& plan);

/// `deploy` and `undeploy` are normative; the others are called like the plan.
std::string workflow_of(const plan::Plan& plan);

/// What the plan does, in a sentence without names of the model.
std::string description_of(const plan::Plan& plan);

/// The planType of TOSCA in XML.
std::string plan_type_of(const plan::Plan& plan);

/// `to` as a reference that stands in the entry `from`: `../Plans/build/shell/plan.sh`.
std::string relative_reference(std::string_view from, std::string_view to);

/// All bytes but letters, digits, `-`, `_`, `.` and `~` as %XX; slashes stay when `keep_slashes`.
std::string url_encode(std::string_view text, bool keep_slashes);

/// The name itself, else the first of `name-2`, `name-3`... that is free.
template <class Taken>
std::string free_name(const std::string& name, const Taken& taken) {
  if (!taken(name)) return name;
  std::size_t number = 2;
  while (taken(name + "-" + std::to_string(number))) ++number;
  return name + "-" + std::to_string(number);
}

}  // namespace planbuilder::pack
