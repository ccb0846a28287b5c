// The values that a process holds in variables: inputs of the plan, and of what steps make or give those that others read.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::emit::bpel {

/// A variable that gets its value from a step or an instance.
struct Held {
  enum class From { property, attribute, output };
  std::string variable;
  From from = From::property;
  std::string name;  // of that property, attribute or output
};

class KnownValues {
 public:
  /// Whether the process can ask for the properties of an instance that it did not make itself.
  enum class Instances { unknown, fetched };
  KnownValues(const plan::Plan& plan, Instances instances);

  /// The expression for what is read in a step of this activity (null: in an output of the plan); none if the process cannot
  /// know.
  [[nodiscard]] std::optional<std::string> find(const plan::Function& read, const plan::Activity* activity) const;

  /// What the step leaves for others.
  [[nodiscard]] std::vector<Held> left_by(const plan::Activity& activity, const plan::Step& step) const;

  /// What is read of entities whose instances the plan does not make, by entity.
  using Fetched = std::map<plan::Entity, std::vector<Held>>;
  [[nodiscard]] const Fetched& fetched() const { return fetched_; }
  /// What the steps of an activity that loops read of the instance that they work on.
  [[nodiscard]] const std::vector<Held>& read_in_loop(const plan::Activity& activity) const;

  /// The variables of the process, in the order of their first reads.
  [[nodiscard]] const std::vector<std::string>& variables() const { return variables_; }
  /// The inputs that are read.
  [[nodiscard]] const std::vector<const plan::Input*>& inputs() const { return inputs_; }

 private:
  /// What is asked for.
  struct Asked {
    plan::Entity entity;
    std::optional<std::uint32_t> index;
    Held held;
    std::string operation;  // whose output it is
  };
  enum class Source { unknown, step, loop, instance };

  [[nodiscard]] bool is_made(const Asked& asked) const;
  struct Asking;
  [[nodiscard]] std::optional<Asked> asked_by(const plan::Function& read, const plan::Activity* activity) const;
  [[nodiscard]] Source source_of(const Asked& asked, const plan::Activity* activity) const;
  [[nodiscard]] std::vector<Held> left_by(const plan::Record& record, const plan::Activity& activity) const;
  [[nodiscard]] std::vector<Held> left_by(const plan::Invoke& invoke, const plan::Activity& activity) const;
  void note_uncertain(const plan::Plan& plan);
  [[nodiscard]] bool leaves_values(const plan::Activity& activity) const;
  void note_makers(const plan::Activity& activity);
  void note_reads(const plan::Expression& value, const plan::Activity* activity);
  void note_read(const Asked& asked, const plan::Activity* activity);
  void note_stored(const plan::Invoke& invoke, const plan::Activity& activity);
  void read_all(const plan::Plan& plan);

  Instances instances_;
  std::unordered_set<const plan::Activity*> uncertain_;
  std::unordered_map<std::string, const plan::Input*> all_inputs_;
  // Most properties are never read, so that naming variables for all of them would take longer than all else here.
  std::unordered_map<std::string, std::vector<const plan::Record*>> records_;  // by what they make
  std::unordered_set<std::string> given_;                       // variables that operations fill, and those that are called
  std::unordered_map<std::string, std::vector<Held>> outputs_;  // that are read, by operation
  std::unordered_set<std::string> read_;                        // variables
  std::unordered_map<std::string, std::vector<Held>> stored_;   // properties and attributes that are read, by what has them
  std::vector<std::string> variables_;
  std::vector<const plan::Input*> inputs_;
  Fetched fetched_;
  std::unordered_map<const plan::Activity*, std::vector<Held>> loops_;
};

/// The variable of an input of the plan.
std::string input_variable_name(const std::string& input);

}  // namespace planbuilder::emit::bpel
