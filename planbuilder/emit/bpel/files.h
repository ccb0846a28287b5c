// The process and the files around it, which are the same for all engines but for what they are given.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/emit/bpel/process.h"
#include "planbuilder/emit/bpel/skeleton.h"
#include "planbuilder/emit/target.h"

namespace planbuilder::emit::bpel {

/// An element of the request.
struct InputElement {
  std::string name;
  std::string type;
  bool optional;
};

/// An element of the response, and the expression for it where the process computes it itself.
struct OutputElement {
  std::string name;
  std::string type;
  std::string from = {};
};

struct Interface {
  std::vector<InputElement> inputs;
  std::vector<OutputElement> outputs;
};

/// The planLanguage of TOSCA in XML.
inline constexpr std::string_view plan_language = "http://docs.oasis-open.org/wsbpel/2.0/process/executable";

/// What the plan itself asks for and gives.
Interface interface_of(const plan::Plan& plan);

/// The operation that starts the process.
std::string operation_of(const plan::Plan& plan);

/// A name as part of a URN.
std::string urn_part(std::string_view name);

/// The skeleton and the frame are filled; `folder` has the templates that differ between engines.
Emission files_of(const Process& process, Skeleton skeleton, Frame frame, const Interface& interface, const std::string& folder);

}  // namespace planbuilder::emit::bpel
