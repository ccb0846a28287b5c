#include "planbuilder/tosca/xml/read_winery.h"

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/xml/read_values.h"

namespace planbuilder::tosca::xml {

namespace {

ParameterDefinition read_key(Reader& reader, Element element) {
  ParameterDefinition property;
  property.at = reader.at(element);
  // Whatever type the key has: values are passed on as the text they are, so that 8080 never becomes 8080.0.
  property.schema.type = {"string", property.at};
  property.required = false;  // also where it says so: operations may fill it
  for (const Element part : element.children()) {
    const std::string_view name = local_name(part.name());
    if (name == "key") property.name = trim(part.text().get());
    if (name == "description") property.description = trim(part.text().get());
    if (name == "defaultValue" && !trim(part.text().get()).empty()) property.default_value = read_value(reader, part);
  }
  return property;
}

}  // namespace

void read_winery_properties(Reader& reader, Element element, TypeDefinition& into) {
  for (const Element item : element.children()) {
    if (local_name(item.name()) != "properties") continue;
    ParameterDefinition property = read_key(reader, item);
    if (!property.name.empty()) into.properties.push_back(std::move(property));
  }
}

}  // namespace planbuilder::tosca::xml
