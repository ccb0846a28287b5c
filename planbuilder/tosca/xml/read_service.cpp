#include "planbuilder/tosca/xml/read_service.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/packed_mark.h"
#include "planbuilder/tosca/xml/read_boundary.h"
#include "planbuilder/tosca/xml/read_templates.h"
#include "planbuilder/tosca/xml/read_values.h"

namespace planbuilder::tosca::xml {

namespace {

using enum Presence;

struct Tag {
  std::string name;
  std::string value;
  SourceRange at = {};
};

constexpr AttributeRow<Tag> tag_attributes[] = {
    {"name", mandatory, text_into<&Tag::name>},
    {"value", mandatory, text_into<&Tag::value>},
};

void read_tag(Reader& reader, Element element, std::vector<Tag>& into) {
  Tag& tag = into.emplace_back();
  tag.at = reader.at(element);
  read_element<Tag>(reader, element, {"a tag", tag_attributes, {}}, tag);
}

/// The tag `scalingplans` lists the names of the tags that each describe a region.
void read_regions(Reader& reader, Element element, Definitions& into) {
  std::vector<Tag> tags;
  read_list(reader, element, "Tag", read_tag, tags);
  std::unordered_map<std::string_view, const Tag*> by_name;
  for (const Tag& tag : tags) by_name.emplace(tag.name, &tag);
  const auto list = by_name.find("scalingplans");
  if (list == by_name.end()) return;
  for (const std::string_view part : split(list->second->value, ',')) {
    const std::string_view name = trim(part);
    if (name.empty()) continue;
    if (const auto tag = by_name.find(name); tag != by_name.end()) {
      into.service->regions.push_back({tag->second->name, tag->second->value, tag->second->at});
    } else {
      reader.diagnostics.error(
          Code::region_malformed, list->second->at,
          "the tag 'scalingplans' names the region '" + std::string(name) + "', but there is no tag of that name");
    }
  }
}

constexpr AttributeRow<ReadyPlan> plan_attributes[] = {
    {"id", mandatory, text_into<&ReadyPlan::id>},
    {"name", optional, text_into<&ReadyPlan::name>},
    {"planType", mandatory, text_into<&ReadyPlan::type>},
    {"planLanguage", mandatory, text_into<&ReadyPlan::language>},
};
constexpr AttributeRow<ReadyPlan> plan_reference_attributes[] = {
    {"reference", mandatory, [](Reader&, const Attribute& a, ReadyPlan& into) { into.reference = decode_url(a.xml.value()); }},
};
constexpr ChildRow<ReadyPlan> plan_children[] = {
    {"Precondition", optional, no_content<ReadyPlan>},
    {"InputParameters", optional,
     [](Reader& r, Element e, ReadyPlan& into) { into.inputs = read_parameters(r, e, "InputParameter"); }},
    {"OutputParameters", optional,
     [](Reader& r, Element e, ReadyPlan& into) { into.outputs = read_parameters(r, e, "OutputParameter"); }},
    {"PlanModel", optional, no_content<ReadyPlan>},
    {"PlanModelReference", optional,
     [](Reader& r, Element e, ReadyPlan& into) {
       read_element<ReadyPlan>(r, e, {"a plan model reference", plan_reference_attributes, {}}, into);
     }},
};

bool is_packed(const Reader& reader, Element plan) {
  const auto attributes = plan.attributes();
  return std::any_of(attributes.begin(), attributes.end(), [&](const pugi::xml_attribute& attribute) {
    return local_name(attribute.name()) == packed_attribute &&
           reader.namespace_of(Attribute{attribute, plan}) == packed_namespace;
  });
}

void read_plan(Reader& reader, Element element, Definitions& into) {
  if (is_packed(reader, element)) {
    into.service->packed_plans.emplace_back(element.attribute("id").value());
    return;
  }
  ReadyPlan& plan = into.service->plans.emplace_back();
  plan.at = reader.at(element);
  read_element<ReadyPlan>(reader, element, {"a plan", plan_attributes, plan_children}, plan);
}

constexpr AttributeRow<Definitions> plans_attributes[] = {{"targetNamespace", optional, no_meaning<Definitions>}};
constexpr ChildRow<Definitions> plans_children[] = {{"Plan", repeated, read_plan}};

constexpr AttributeRow<Definitions> service_attributes[] = {
    {"id", mandatory, [](Reader&, const Attribute& a, Definitions& into) { into.service->name = a.text(); }},
    {"name", optional, no_meaning<Definitions>},
    {"targetNamespace", optional, no_meaning<Definitions>},
    {"substitutableNodeType", optional, no_meaning<Definitions>},
};
constexpr ChildRow<Definitions> service_children[] = {
    {"Tags", optional, read_regions},
    {"BoundaryDefinitions", optional,
     [](Reader& r, Element e, Definitions& into) { into.service->boundary = read_boundary(r, e); }},
    {"TopologyTemplate", mandatory, read_topology_template},
    {"Plans", optional,
     [](Reader& r, Element e, Definitions& into) {
       read_element<Definitions>(r, e, {"'Plans'", plans_attributes, plans_children}, into);
     }},
};

/// What leads to a plan that planbuilder packed goes with it.
void drop_packed_operations(ServiceTemplate& service) {
  const std::unordered_set<std::string_view> packed(service.packed_plans.begin(), service.packed_plans.end());
  std::erase_if(service.boundary.operations,
                [&](const BoundaryOperation& operation) { return packed.contains(operation.plan.name); });
}

}  // namespace

void read_service_template(Reader& reader, Element element, Definitions& into) {
  if (into.service) {
    reader.diagnostics
        .warning(Code::service_ignored, reader.at(element), "there is a service template already: this one is not planned")
        .note("the first one is planned", into.service->at);
    return;
  }
  into.service.emplace();
  into.service->at = reader.at(element);
  read_element<Definitions>(reader, element, {"a service template", service_attributes, service_children}, into);
  drop_packed_operations(*into.service);
}

}  // namespace planbuilder::tosca::xml
