// Proves that an edited YAML document differs from the original by what was to be added, and by nothing else.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "planbuilder/pack/declaration.h"
#include "planbuilder/pack/yaml_item.h"
#include "planbuilder/pack/yaml_service.h"

namespace planbuilder::pack {

/// What is to be changed in a document.
struct YamlAddition {
  std::vector<TextEdit> edits;
  std::vector<Declared> declared;
  std::vector<YamlItem> workflows;
  std::set<std::string> removed;  // workflows that give way
  bool placed = false;
};

/// Empty, or what is wrong with the text that the edits gave.
std::string prove_yaml(const YamlService& before, const YamlAddition& addition, const std::string& path, const std::string& after,
                       const tosca::yaml::Limits& limits);

}  // namespace planbuilder::pack
