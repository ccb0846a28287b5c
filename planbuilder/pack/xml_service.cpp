#include "planbuilder/pack/xml_service.h"

#include "planbuilder/tosca/model/packed_mark.h"
#include "planbuilder/tosca/xml/document.h"
#include "planbuilder/tosca/xml/names.h"

namespace planbuilder::pack {

using tosca::xml::local_name;
using tosca::xml::Namespaces;
using tosca::xml::prefix_of;

namespace {

struct IdWalker : pugi::xml_tree_walker {
  std::unordered_set<std::string>& ids;
  explicit IdWalker(std::unordered_set<std::string>& into) : ids(into) {}

  bool for_each(pugi::xml_node& node) override {
    if (const char* id = node.attribute("id").value(); *id != '\0') ids.insert(id);
    return true;
  }
};

/// What a prefix stands for at a node; empty when it is not declared.
std::string_view namespace_at(pugi::xml_node node, std::string_view prefix) {
  pugi::xml_node root = node.root().first_child();
  while (root && root.type() != pugi::node_element) root = root.next_sibling();
  const char* space = Namespaces(root).find(node, prefix);
  return space == nullptr ? std::string_view() : std::string_view(space);
}

bool is_tosca(pugi::xml_node node) { return namespace_at(node, prefix_of(node.name())) == tosca::xml::tosca_namespace; }

pugi::xml_node child_of(pugi::xml_node parent, std::string_view name) {
  const auto found = children_of(parent, name);
  return found.empty() ? pugi::xml_node() : found.front();
}

}  // namespace

std::vector<pugi::xml_node> children_of(pugi::xml_node parent, std::string_view name) {
  std::vector<pugi::xml_node> found;
  for (const pugi::xml_node child : parent.children()) {
    if (child.type() == pugi::node_element && local_name(child.name()) == name && is_tosca(child)) found.push_back(child);
  }
  return found;
}

bool is_packed_plan(pugi::xml_node plan) {
  for (const pugi::xml_attribute attribute : plan.attributes()) {
    const std::string_view prefix = prefix_of(attribute.name());
    if (prefix.empty() || local_name(attribute.name()) != tosca::packed_attribute) continue;
    if (namespace_at(plan, prefix) == tosca::packed_namespace) return true;
  }
  return false;
}

ElementSpan XmlService::span(pugi::xml_node node) const { return find_span(text, static_cast<std::size_t>(node.offset_debug())); }

std::string XmlService::prefix(pugi::xml_node node) {
  const std::string_view prefix = prefix_of(node.name());
  return prefix.empty() ? "" : std::string(prefix) + ":";
}

XmlService find_service(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  XmlService service;
  service.document = tosca::xml::parse_document(sources, file, diagnostics);
  service.text = sources.text(file);
  service.file = file;
  if (!service.document) return service;
  const pugi::xml_node root = service.document->document_element();
  service.element = child_of(root, "ServiceTemplate");
  if (!service.element) return service;
  service.topology = child_of(service.element, "TopologyTemplate");
  service.plans = child_of(service.element, "Plans");
  service.boundary = child_of(service.element, "BoundaryDefinitions");
  service.interfaces = child_of(service.boundary, "Interfaces");
  service.id = service.element.attribute("id").value();
  service.namespace_uri = service.element.attribute("targetNamespace").as_string(root.attribute("targetNamespace").value());
  IdWalker walker(service.ids);
  service.document->traverse(walker);
  return service;
}

}  // namespace planbuilder::pack
