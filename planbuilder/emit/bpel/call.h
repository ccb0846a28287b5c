// One call of the invoker: a scope that puts the request together, waits for the answer, and takes from it what others read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planbuilder/emit/bpel/process.h"

namespace planbuilder::emit::bpel {

/// What is given to the invoker. An expression takes the place of the text when the process runs.
struct Param {
  std::string key;
  std::string value;
  std::string expression = {};
  std::string key_expression = {};
};

/// What is taken from the answer.
struct Result {
  std::string from;  // an expression
  std::string to;    // the element `to` of an assignment
};

struct InvokerCall {
  std::string name;  // of the scope; empty: it needs none
  plan::Entity entity;
  std::string interface;
  std::string operation;
  std::vector<Param> params;
  std::vector<Result> results = {};
  std::uint32_t timeout = 0;          // seconds
  std::string run = "$run";           // which run it belongs to; empty: to none yet
  std::string instance = {};          // of the entity
  std::string service_instance = {};  // an expression; empty: the plan's name
  std::string message_id = {};  // an expression, where the answer comes by a message of its own; else the answer is waited for
};

Block render_call(const InvokerCall& call, const Process& process);

/// Expressions for the value of a key in the answer of the call that is under way.
std::string answer_of(const std::string& key);

std::string to_variable(const std::string& variable);

/// A value as the process computes it: text where it is known now, else an expression; none if the process cannot say it.
std::optional<Param> param_of(const std::string& key, const plan::Expression& value, const plan::Activity* activity,
                              const Process& process);

}  // namespace planbuilder::emit::bpel
