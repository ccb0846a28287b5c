#include "planbuilder/plan/entity.h"

namespace planbuilder::plan {

std::string_view to_string(Entity::Kind kind) {
  switch (kind) {
    case Entity::Kind::node: return "node";
    case Entity::Kind::relationship: return "relationship";
    case Entity::Kind::service: return "service";
  }
  return "";
}

}  // namespace planbuilder::plan
