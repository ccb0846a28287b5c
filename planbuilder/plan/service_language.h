// In which language the service of a plan is written.
#pragma once

#include "planbuilder/plan/plan.h"
#include "planbuilder/support/language.h"

namespace planbuilder::plan {

/// By the name of its definitions file: a plan document says no more. Who has the topology asks that.
inline Language language_of(const Service& service) {
  const bool xml = service.source.ends_with(".tosca") || service.source.ends_with(".xml");
  return xml ? Language::xml : Language::yaml;
}

}  // namespace planbuilder::plan
