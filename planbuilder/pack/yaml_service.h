// The service template of a YAML document, and its workflows.
#pragma once

#include <optional>
#include <string_view>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/yaml/read_yaml.h"
#include "planbuilder/tosca/yaml/version.h"

namespace planbuilder::pack {

/// The nodes are absent where there is no such thing.
struct YamlService {
  tosca::yaml::Tree tree;
  std::optional<tosca::yaml::Version> version;
  std::string_view section;  // topology_template or service_template
  tosca::yaml::Node section_key;
  tosca::yaml::Node content;  // of the section
  tosca::yaml::Node workflows_key;
  tosca::yaml::Node workflows;

  [[nodiscard]] tosca::yaml::Node root() const { return tree.root(); }
};

/// Nothing when the file is no YAML, or no mapping. Not to be moved: the nodes refer into the tree.
class YamlFile {
 public:
  YamlFile(const Sources& sources, FileId file, const tosca::yaml::Limits& limits);
  YamlFile(const YamlFile&) = delete;
  YamlFile& operator=(const YamlFile&) = delete;
  [[nodiscard]] const YamlService* service() const { return service_ ? &*service_ : nullptr; }

 private:
  std::optional<YamlService> service_;
};

}  // namespace planbuilder::pack
