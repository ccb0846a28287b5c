#include "planbuilder/tosca/xml/read_values.h"

#include <algorithm>
#include <charconv>

#include "planbuilder/support/text.h"

namespace planbuilder::tosca::xml {

namespace {

using enum Presence;

bool has_child_elements(Element element) {
  const auto children = element.children();
  return std::any_of(children.begin(), children.end(), [](Element child) { return child.type() == pugi::node_element; });
}

/// All text inside, of nested elements too; without recursion.
struct TextWalker : pugi::xml_tree_walker {
  std::string text;

  bool for_each(pugi::xml_node& node) override {
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) text += node.value();
    return true;
  }
};

/// What may stand beside properties and is none.
bool is_grammar(const Reader& reader, Element element) {
  const std::string_view name = local_name(element.name());
  return (name == "PropertyMappings" || name == "documentation") && reader.namespace_of(element) == tosca_namespace;
}

void add_property(Reader& reader, Element element, std::vector<Assignment>& into) {
  into.push_back({std::string(local_name(element.name())), read_value(reader, element), reader.at(element)});
}

constexpr AttributeRow<ParameterDefinition> parameter_attributes[] = {
    {"name", mandatory, text_into<&ParameterDefinition::name>},
    {"type", mandatory, no_meaning<ParameterDefinition>},  // a run passes text, whatever its type
    {"required", optional, yes_or_no_into<&ParameterDefinition::required>},
};

void read_parameter(Reader& reader, Element element, std::vector<ParameterDefinition>& into) {
  ParameterDefinition& parameter = into.emplace_back();
  parameter.schema.type.name = "string";
  parameter.says_required = true;  // also by its default
  parameter.at = reader.at(element);
  read_element<ParameterDefinition>(reader, element, {"a parameter", parameter_attributes, {}}, parameter);
}

constexpr AttributeRow<ArtifactUse> implementation_artifact_attributes[] = {
    {"name", optional, text_into<&ArtifactUse::name>},  // not in the schema; Winery writes it
    {"interfaceName", optional, text_into<&ArtifactUse::interface>},
    {"operationName", optional, text_into<&ArtifactUse::operation>},
    {"artifactType", mandatory, reference_into<&ArtifactUse::type>},
    {"artifactRef", optional, reference_into<&ArtifactUse::artifact_template>},
};

constexpr AttributeRow<ArtifactUse> deployment_attributes[] = {
    {"name", mandatory, text_into<&ArtifactUse::name>},
    {"artifactType", mandatory, reference_into<&ArtifactUse::type>},
    {"artifactRef", optional, reference_into<&ArtifactUse::artifact_template>},
};

void read_use(Reader& reader, Element element, const Grammar<ArtifactUse>& grammar, std::vector<ArtifactUse>& into) {
  ArtifactUse& use = into.emplace_back();
  use.at = reader.at(element);
  read_element(reader, element, grammar, use);
}

}  // namespace

Value read_value(Reader& reader, Element element) {
  TextWalker walker;
  element.traverse(walker);
  const std::string_view text = trim(walker.text);
  const SourceRange place = reader.at(element);
  constexpr std::string_view input = "get_input:";
  if (!text.starts_with(input)) return {std::string(text), place};
  Value name{std::string(trim(text.substr(input.size()))), place};
  return {Call{"get_input", {std::move(name)}}, place};
}

std::vector<Assignment> read_properties(Reader& reader, Element element) {
  std::vector<Assignment> properties;
  for (const Element child : element.children()) {
    if (child.type() != pugi::node_element || is_grammar(reader, child)) continue;
    if (has_child_elements(child)) {
      for (const Element item : child.children()) {
        if (item.type() == pugi::node_element) add_property(reader, item, properties);
      }
    } else if (!trim(child.text().get()).empty()) {
      add_property(reader, child, properties);
    }
  }
  return properties;
}

std::vector<ParameterDefinition> read_parameters(Reader& reader, Element list, std::string_view item) {
  std::vector<ParameterDefinition> parameters;
  read_list(reader, list, item, read_parameter, parameters);
  return parameters;
}

std::vector<ArtifactUse> read_implementation_artifacts(Reader& reader, Element list) {
  std::vector<ArtifactUse> uses;
  read_list<std::vector<ArtifactUse>>(
      reader, list, "ImplementationArtifact",
      [](Reader& r, Element e, std::vector<ArtifactUse>& into) {
        read_use(r, e, {"an implementation artifact", implementation_artifact_attributes, {}}, into);
      },
      uses);
  return uses;
}

std::vector<ArtifactUse> read_deployment_artifacts(Reader& reader, Element list) {
  std::vector<ArtifactUse> uses;
  read_list<std::vector<ArtifactUse>>(
      reader, list, "DeploymentArtifact",
      [](Reader& r, Element e, std::vector<ArtifactUse>& into) {
        read_use(r, e, {"a deployment artifact", deployment_attributes, {}}, into);
      },
      uses);
  return uses;
}

std::optional<std::uint64_t> read_bound(Reader& reader, const Attribute& attribute) {
  const std::string_view text = trim(attribute.xml.value());
  if (text == "unbounded" || text == "UNBOUNDED") return std::nullopt;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    reader.diagnostics.error(
        Code::wrong_value, reader.value_at(attribute),
        "'" + std::string(attribute.xml.name()) + "' must be a number or 'unbounded', not '" + std::string(text) + "'");
  }
  return number;
}

}  // namespace planbuilder::tosca::xml
