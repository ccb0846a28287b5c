#include "planbuilder/plan/plan.h"

namespace planbuilder::plan {

std::string_view to_string(Wait::Until until) {
  switch (until) {
    case Wait::Until::reachable: return "reachable";
    case Wait::Until::port: return "port";
    case Wait::Until::command: return "command";
  }
  return "";
}

std::string_view to_string(Failure::Policy policy) {
  switch (policy) {
    case Failure::Policy::stop: return "stop";
    case Failure::Policy::retry: return "retry";
    case Failure::Policy::undo: return "undo";
  }
  return "";
}

std::string_view kind_of(const Action& action) {
  struct Namer {
    std::string_view operator()(const Invoke&) const { return "invoke"; }
    std::string_view operator()(const SetState&) const { return "set-state"; }
    std::string_view operator()(const Record&) const { return "record"; }
    std::string_view operator()(const Select&) const { return "select"; }
    std::string_view operator()(const Delegate&) const { return "delegate"; }
    std::string_view operator()(const Emit&) const { return "emit"; }
    std::string_view operator()(const Transfer&) const { return "transfer"; }
    std::string_view operator()(const Wait&) const { return "wait"; }
  };
  return std::visit(Namer(), action);
}

}  // namespace planbuilder::plan
