// What the new side calls the things of the old side.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "planbuilder/diff/difference.h"

namespace planbuilder::diff {

class Names {
 public:
  /// Everything keeps its name.
  Names() = default;
  /// The service has another name where the input has one, which is no difference.
  Names(const std::vector<Rename>& renames, std::string new_service);

  [[nodiscard]] const std::string& of(plan::Entity::Kind kind, const std::string& id) const;
  [[nodiscard]] const std::string& of(const plan::Entity& entity) const { return of(entity.kind, entity.id); }
  [[nodiscard]] const std::string& of_node(const std::string& id) const { return of(plan::Entity::Kind::node, id); }

  /// The id that the activity has on the new side.
  [[nodiscard]] std::string of_activity(const plan::Activity& activity) const;

 private:
  std::unordered_map<std::string, std::string> nodes_;
  std::unordered_map<std::string, std::string> relationships_;
  std::string service_;
};

}  // namespace planbuilder::diff
