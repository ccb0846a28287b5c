#include "planbuilder/pack/yaml_service.h"

namespace planbuilder::pack {

using tosca::yaml::Node;

namespace {

/// The key itself and its value.
void find(Node map, std::string_view name, Node& key, Node& value) {
  if (!map.present() || !map.is_mapping()) return;
  for (const auto [candidate, content] : map.entries()) {
    if (!candidate.is_scalar() || candidate.text() != name) continue;
    key = candidate;
    value = content;
  }
}

}  // namespace

YamlFile::YamlFile(const Sources& sources, FileId file, const tosca::yaml::Limits& limits) {
  Diagnostics unheard;  // the file was read before
  auto tree = tosca::yaml::read_yaml(sources, file, limits, unheard);
  if (!tree || tree->empty() || !tree->root().is_mapping()) return;
  service_.emplace(YamlService{std::move(*tree), {}, {}, {}, {}, {}, {}});
  const Node version = service_->root().find("tosca_definitions_version");
  if (version.present() && version.is_scalar()) service_->version = tosca::yaml::parse_version(version.text());
  const bool v2 = service_->version && tosca::yaml::is_2_0(*service_->version);
  service_->section = v2 ? "service_template" : "topology_template";
  find(service_->root(), service_->section, service_->section_key, service_->content);
  find(service_->content, "workflows", service_->workflows_key, service_->workflows);
}

}  // namespace planbuilder::pack
