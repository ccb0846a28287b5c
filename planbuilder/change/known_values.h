// What the values of a plan come to, as far as that is known before it runs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "planbuilder/change/blueprint.h"
#include "planbuilder/change/situation.h"

namespace planbuilder::change {

class KnownValues {
 public:
  /// `inputs` go before defaults. Attributes are those of the situation, if there is one; both must stay where they are.
  KnownValues(const plan::Plan& plan, const std::map<std::string, std::string>& inputs, const Situation* there);

  /// As the run will have it; nothing when only the run can tell.
  [[nodiscard]] std::optional<std::string> text(const plan::Expression& expression) const;
  /// The same, or else what is left to compute, as JSON: equal texts mean equal values.
  [[nodiscard]] std::string text_or_formula(const plan::Expression& expression) const;
  /// What an operation is going to be given. What only a run can tell is left out of its inputs.
  [[nodiscard]] Given given(const Part& part, const Work& work) const;

 private:
  /// With all that is known in its place.
  [[nodiscard]] plan::Expression reduce(const plan::Expression& expression, unsigned depth) const;
  [[nodiscard]] std::optional<plan::Expression> look_up(const plan::Function& function, unsigned depth) const;
  [[nodiscard]] std::optional<plan::Expression> input(const plan::InputRead& read) const;
  [[nodiscard]] std::optional<plan::Expression> attribute(const plan::AttributeRead& read) const;

  std::map<std::string, plan::Expression> inputs_;
  std::unordered_map<std::string, const plan::Record*> records_;  // by the kind and id of the entity
  std::unordered_map<std::string, const Instance*> instances_;    // likewise, of entities with one instance
};

}  // namespace planbuilder::change
