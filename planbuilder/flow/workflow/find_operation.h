// Which operation of its target an activity of a workflow calls.
#pragma once

#include <optional>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::flow {

struct FoundOperation {
  std::string interface;  // as the target names it
  std::string operation;
  bool is_implemented = false;
};

class OperationFinder {
 public:
  OperationFinder(const tosca::Topology& topology, Diagnostics& diagnostics) : topology_(topology), diagnostics_(diagnostics) {}

  /// `interface.operation`, where the interface may be named by its type; nothing after an error.
  std::optional<FoundOperation> find(tosca::EntityId target, const tosca::Activity& call);

 private:
  const std::vector<tosca::Interface>& interfaces_of(tosca::EntityId entity);
  void report(const std::string& what, const std::string& name, const tosca::Activity& call,
              const std::vector<std::string_view>& known);

  const tosca::Topology& topology_;
  Diagnostics& diagnostics_;
  std::optional<tosca::EntityId> last_;  // steps of one target often follow each other
  std::vector<tosca::Interface> interfaces_;
};

}  // namespace planbuilder::flow
