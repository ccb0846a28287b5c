#include "planbuilder/tosca/xml/read_definitions.h"

#include <pugixml.hpp>
#include <set>

#include "planbuilder/support/text.h"

namespace planbuilder::tosca::xml {

namespace {

using Element = pugi::xml_node;

std::string_view local_name(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

/// The child elements with this local name; TOSCA files use whatever prefix they like.
std::vector<Element> children(Element parent, std::string_view name) {
  std::vector<Element> found;
  for (const Element child : parent.children()) {
    if (child.type() == pugi::node_element && local_name(child.name()) == name) found.push_back(child);
  }
  return found;
}

Element child(Element parent, std::string_view name) {
  for (const Element element : parent.children()) {
    if (element.type() == pugi::node_element && local_name(element.name()) == name) return element;
  }
  return {};
}

std::string attribute(Element element, const char* name) { return element.attribute(name).value(); }

class FileReader {
 public:
  FileReader(const Sources& sources, FileId file, Diagnostics& diagnostics)
      : sources_(sources), file_(file), diagnostics_(diagnostics) {}

  std::optional<File> read() {
    const std::string_view text = sources_.text(file_);
    const pugi::xml_parse_result result =
        document_.load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_doctype);
    if (!result) {
      diagnostics_.error(Code::xml_syntax, sources_.at_offset(file_, static_cast<std::size_t>(result.offset)),
                         std::string("this is not XML: ") + result.description());
      return std::nullopt;
    }
    for (const Element node : document_.children()) {
      if (node.type() == pugi::node_doctype) {
        diagnostics_.error(Code::xml_forbidden, at(node), "a document type declaration is not allowed here")
            .explain("remove the <!DOCTYPE ...>");
        return std::nullopt;
      }
    }
    const Element root = document_.document_element();
    if (local_name(root.name()) != "Definitions") {
      diagnostics_.error(Code::wrong_kind, at(root), "the root element of a definitions file must be 'Definitions'");
      return std::nullopt;
    }
    read_definitions(root);
    return std::move(result_);
  }

 private:
  [[nodiscard]] SourceRange at(Element element) const {
    const std::ptrdiff_t offset = element.offset_debug();
    const auto length = static_cast<std::uint32_t>(std::string_view(element.name()).size());
    return sources_.at_offset(file_, offset < 0 ? 0 : static_cast<std::size_t>(offset), length);
  }

  void read_definitions(Element root) {
    namespace_ = attribute(root, "targetNamespace");
    result_.definitions.namespace_uri = namespace_;
    for (const Element element : root.children()) {
      const std::string_view name = local_name(element.name());
      if (name == "Import") {
        result_.imports.push_back({attribute(element, "location"), attribute(element, "importType"), at(element)});
      } else if (name == "NodeType") {
        result_.definitions.types.push_back(read_type(element, TypeKind::node));
      } else if (name == "RelationshipType") {
        result_.definitions.types.push_back(read_type(element, TypeKind::relationship));
      } else if (name == "NodeTypeImplementation") {
        read_implementation(element, "nodeType");
      } else if (name == "RelationshipTypeImplementation") {
        read_implementation(element, "relationshipType");
      } else if (name == "ArtifactTemplate") {
        read_artifact_template(element);
      } else if (name == "ServiceTemplate") {
        read_service(element);
      }
    }
  }

  /// `prefix:local` by the prefixes in scope; without a prefix the default namespace, else the target's.
  [[nodiscard]] std::string qualified(Element scope, const std::string& text) const {
    const std::size_t colon = text.find(':');
    const std::string declaration = colon == std::string::npos ? "xmlns" : "xmlns:" + text.substr(0, colon);
    const std::string local(local_name(text));
    for (Element element = scope; element; element = element.parent()) {
      if (const pugi::xml_attribute found = element.attribute(declaration.c_str()))
        return "{" + std::string(found.value()) + "}" + local;
    }
    if (colon != std::string::npos) {
      diagnostics_.error(Code::unknown_name, at(scope), "the prefix of '" + text + "' is not declared");
    }
    return "{" + namespace_ + "}" + local;
  }

  Reference reference(Element element, const char* name) {
    const std::string text = attribute(element, name);
    return text.empty() ? Reference{} : Reference{qualified(element, text), at(element)};
  }

  [[nodiscard]] std::string own_name(Element element, const char* name_attribute) const {
    const std::string space = attribute(element, "targetNamespace");
    return "{" + (space.empty() ? namespace_ : space) + "}" + attribute(element, name_attribute);
  }

  TypeDefinition read_type(Element element, TypeKind kind) {
    TypeDefinition type;
    type.kind = kind;
    type.name = own_name(element, "name");
    type.at = at(element);
    type.parent = reference(child(element, "DerivedFrom"), "typeRef");
    for (const Element definition : children(child(element, "PropertiesDefinition"), "properties")) {
      ParameterDefinition property;
      property.name = child(definition, "key").text().get();
      property.schema.type.name = "string";
      property.required = false;
      property.at = at(definition);
      type.properties.push_back(std::move(property));
    }
    for (const char* section : {"Interfaces", "SourceInterfaces", "TargetInterfaces"}) {
      for (const Element item : children(child(element, section), "Interface")) type.interfaces.push_back(read_interface(item));
    }
    return type;
  }

  Interface read_interface(Element element) {
    Interface read;
    read.name = attribute(element, "name");
    read.at = at(element);
    for (const Element item : children(element, "Operation")) {
      Operation operation;
      operation.name = attribute(item, "name");
      operation.at = at(item);
      for (const Element parameter : children(child(item, "InputParameters"), "InputParameter")) {
        ParameterDefinition input;
        input.name = attribute(parameter, "name");
        input.schema.type.name = "string";
        input.required = attribute(parameter, "required") != "no";
        input.at = at(parameter);
        operation.inputs.push_back(std::move(input));
      }
      for (const Element parameter : children(child(item, "OutputParameters"), "OutputParameter")) {
        // An output parameter is stored in the property of its name.
        operation.outputs.push_back({attribute(parameter, "name"), "SELF", {attribute(parameter, "name")}, at(parameter)});
      }
      read.operations.push_back(std::move(operation));
    }
    return read;
  }

  void read_implementation(Element element, const char* type_attribute) {
    for (const Element item : children(child(element, "ImplementationArtifacts"), "ImplementationArtifact")) {
      TypeImplementation implementation;
      implementation.name = attribute(element, "name");
      implementation.type = reference(element, type_attribute);
      implementation.interface = attribute(item, "interfaceName");
      implementation.operation = attribute(item, "operationName");
      implementation.artifact_type = reference(item, "artifactType");
      implementation.artifact_template = reference(item, "artifactRef");
      implementation.at = at(item);
      result_.definitions.implementations.push_back(std::move(implementation));
    }
  }

  void read_artifact_template(Element element) {
    ArtifactTemplate artifact;
    artifact.name = own_name(element, "id");
    artifact.type = reference(element, "type");
    artifact.at = at(element);
    for (const Element item : children(child(element, "ArtifactReferences"), "ArtifactReference")) {
      artifact.files.push_back(decode_url(attribute(item, "reference")));
    }
    result_.definitions.artifact_templates.push_back(std::move(artifact));
  }

  static std::string decode_url(std::string_view text) {
    const auto digit = [](char c) {
      return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    };
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0) {
        out += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
        i += 2;
      } else {
        out += text[i];
      }
    }
    return out;
  }

  void read_service(Element element) {
    ServiceTemplate service;
    service.name = attribute(element, "id");
    service.at = at(element);
    read_region_tags(element, service);
    const Element topology = child(element, "TopologyTemplate");
    for (const Element item : topology.children()) {
      const std::string_view name = local_name(item.name());
      if (name == "NodeTemplate") service.nodes.push_back(read_node(item));
      if (name == "RelationshipTemplate") service.relationships.push_back(read_relationship(item));
    }
    declare_inputs_in_use(service);
    result_.definitions.service = std::move(service);
  }

  /// There is no list of inputs: a property that says `get_input: x` declares one.
  static void declare_inputs_in_use(ServiceTemplate& service) {
    std::set<std::string> known;
    for (const NodeTemplate& node : service.nodes) {
      for (const Assignment& property : node.properties) {
        const Call* call = property.value.call();
        if (call == nullptr || !known.insert(to_text(call->arguments[0])).second) continue;
        ParameterDefinition input;
        input.name = to_text(call->arguments[0]);
        input.schema.type.name = "string";
        input.at = property.at;
        service.inputs.push_back(std::move(input));
      }
    }
  }

  /// The tag `scalingplans` lists the names of the tags that each describe a region.
  void read_region_tags(Element element, ServiceTemplate& service) {
    const std::vector<Element> tags = children(child(element, "Tags"), "Tag");
    const auto find_tag = [&](std::string_view name) {
      for (const Element tag : tags) {
        if (tag.attribute("name").value() == name) return tag;
      }
      return Element();
    };
    const Element list = find_tag("scalingplans");
    if (!list) return;
    const std::string regions = attribute(list, "value");
    for (const std::string_view part : split(regions, ',')) {
      const std::string name(trim(part));
      const Element tag = find_tag(name);
      if (tag) {
        service.regions.push_back({name, attribute(tag, "value"), at(tag)});
      } else {
        diagnostics_.error(Code::region_malformed, at(list),
                           "the tag 'scalingplans' names the region '" + name + "', but there is no tag of that name");
      }
    }
  }

  std::vector<Assignment> read_properties(Element element) {
    std::vector<Assignment> properties;
    // One wrapper element of the type's own namespace; its children are the properties.
    for (const Element wrapper : child(element, "Properties").children()) {
      if (wrapper.type() != pugi::node_element) continue;
      for (const Element item : wrapper.children()) {
        if (item.type() != pugi::node_element) continue;
        properties.push_back({std::string(local_name(item.name())), read_value(item), at(item)});
      }
    }
    return properties;
  }

  Value read_value(Element element) {
    const std::string_view text = trim(element.text().get());
    constexpr std::string_view input = "get_input:";
    if (text.starts_with(input)) {
      Value name{std::string(trim(text.substr(input.size()))), at(element)};
      return {Call{"get_input", {std::move(name)}}, at(element)};
    }
    return {std::string(text), at(element)};
  }

  NodeTemplate read_node(Element element) {
    NodeTemplate node;
    node.name = attribute(element, "id");
    node.type = reference(element, "type");
    node.at = at(element);
    node.properties = read_properties(element);
    for (const char* section : {"Requirements", "Capabilities"}) {
      for (const Element item : child(element, section).children()) {
        if (item.type() == pugi::node_element) parts_.emplace_back(attribute(item, "id"), node.name);
      }
    }
    return node;
  }

  RelationshipTemplate read_relationship(Element element) {
    RelationshipTemplate relationship;
    relationship.name = attribute(element, "id");
    relationship.type = reference(element, "type");
    relationship.at = at(element);
    relationship.properties = read_properties(element);
    relationship.source = end_of(element, "SourceElement");
    relationship.target = end_of(element, "TargetElement");
    return relationship;
  }

  /// An end may name a node, or one of a node's requirements or capabilities, which stand before.
  Reference end_of(Element element, std::string_view which) {
    const Element end = child(element, which);
    std::string name = attribute(end, "ref");
    for (const auto& [part, node] : parts_) {
      if (part == name) return {node, at(end)};
    }
    return {name, at(end)};
  }

  const Sources& sources_;
  FileId file_;
  Diagnostics& diagnostics_;
  pugi::xml_document document_;
  std::string namespace_;
  std::vector<std::pair<std::string, std::string>> parts_;  // requirement or capability -> its node
  File result_;
};

}  // namespace

std::optional<File> read_definitions(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  return FileReader(sources, file, diagnostics).read();
}

}  // namespace planbuilder::tosca::xml
