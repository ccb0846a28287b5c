// What is there: the instances of a running service, as its state directory or an export of it tells.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::change {

enum class Status : std::uint8_t { unknown, ok, degraded, error, pending, absent };
std::optional<Status> find_status(std::string_view word);
std::string_view to_string(Status status);

/// A value that an operation was given. Large and secret ones are known by a digest only.
struct GivenValue {
  enum class Form : std::uint8_t { text, digest, keyed };
  Form form = Form::text;
  std::string text = {};

  bool operator==(const GivenValue&) const = default;
};

/// What an operation was given when it was done last.
struct Given {
  std::map<std::string, std::string> artifacts = {};  // path -> SHA-256
  std::string type = {};                              // of the entity
  std::map<std::string, GivenValue> inputs = {};

  bool operator==(const Given&) const = default;
};

struct Instance {
  plan::Entity entity;
  std::uint32_t number = 1;
  std::optional<std::uint32_t> index = {};  // which representation it is, of an entity that is there several times
  Status status = Status::ok;
  std::string state = {};
  std::string model = {};   // the digest of the entity that it was made from
  std::string run = {};     // that made it
  std::string host = {};    // the instance that it stands on, where the books know it
  std::string source = {};  // of a relationship: instances, such as `app/2`
  std::vector<std::string> targets = {};
  bool touched = true;  // an operation of ours was done to it
  bool found = false;   // not made, but discovered
  bool is_protected = false;
  bool customised = false;
  std::map<std::string, std::string> properties = {};
  std::map<std::string, std::string> attributes = {};
  std::map<std::string, Given> given = {};  // by `INTERFACE.OPERATION`
};

struct Situation {
  std::string service = {};
  std::string digest = {};  // of the state; empty: nobody looked at one
  std::map<std::string, std::string> inputs = {};
  std::vector<Instance> instances = {};
  std::optional<plan::Plan> plan = {};  // that it was built by
};

/// The node of an instance such as `app/2`.
std::string_view node_of(std::string_view instance);

}  // namespace planbuilder::change
