#include "planbuilder/pack/prove_xml.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "planbuilder/tosca/xml/names.h"

namespace planbuilder::pack {

namespace {

using tosca::xml::local_name;

using Left = std::function<bool(pugi::xml_node)>;  // true for elements that do not count

bool is_wrapper(pugi::xml_node node) {
  const std::string_view name = local_name(node.name());
  return name == "Plans" || name == "BoundaryDefinitions" || name == "Interfaces" || name == "Interface";
}

/// One of two documents, without what was added to or removed from it.
class Side {
 public:
  Side(pugi::xml_node service, Left left_out) : left_out_(std::move(left_out)) {
    for (const std::string_view name : {"Plans", "BoundaryDefinitions"}) {
      for (const pugi::xml_node part : children_of(service, name)) find_left_out(part);
    }
  }

  /// The children that count: elements, and text that is not mere space.
  [[nodiscard]] std::vector<pugi::xml_node> children(pugi::xml_node parent) const {
    std::vector<pugi::xml_node> all;
    for (const pugi::xml_node child : parent.children()) {
      if (!gone_.contains(child.internal_object())) all.push_back(child);
    }
    return all;
  }

 private:
  /// True when nothing of it counts: it is left out itself, or is a bare container of what is left out.
  bool find_left_out(pugi::xml_node node) {
    bool gone = left_out_(node);
    if (!gone && is_wrapper(node)) {
      bool empty = true;
      for (const pugi::xml_node child : node.children()) empty = find_left_out(child) && empty;
      const bool named = local_name(node.name()) == "Interface";
      gone = empty && (named || !node.first_attribute());
    }
    if (gone) gone_.insert(node.internal_object());
    return gone;
  }

  Left left_out_;
  std::unordered_set<const void*> gone_;
};

bool same_attributes(pugi::xml_node a, pugi::xml_node b) {
  const auto equal = [](const pugi::xml_attribute& x, const pugi::xml_attribute& y) {
    return std::string_view(x.name()) == y.name() && std::string_view(x.value()) == y.value();
  };
  return std::equal(a.attributes_begin(), a.attributes_end(), b.attributes_begin(), b.attributes_end(), equal);
}

bool same(const Side& a, pugi::xml_node in_a, const Side& b, pugi::xml_node in_b) {
  if (in_a.type() != in_b.type() || std::string_view(in_a.name()) != in_b.name() ||
      std::string_view(in_a.value()) != in_b.value() || !same_attributes(in_a, in_b)) {
    return false;
  }
  const auto left = a.children(in_a);
  const auto right = b.children(in_b);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [&](pugi::xml_node x, pugi::xml_node y) { return same(a, x, b, y); });
}

std::string reference_of(pugi::xml_node plan) {
  for (const pugi::xml_node child : children_of(plan, "PlanModelReference"))
    return tosca::xml::decode_url(child.attribute("reference").value());
  return "";
}

/// The plan that an operation leads to; empty when it leads elsewhere.
std::string plan_of(pugi::xml_node operation) {
  for (const pugi::xml_node child : children_of(operation, "Plan")) return child.attribute("planRef").value();
  return "";
}

}  // namespace

std::string prove_xml(const XmlService& before, const XmlAddition& addition, const std::string& path, const std::string& after) {
  Sources sources;
  Diagnostics problems;
  const XmlService now = find_service(sources, sources.add(path, after), problems);
  if (!now.element) return "it is no service template any more";

  std::unordered_map<std::string, const Declared*> wanted;
  for (const Declared& declared : addition.declared) wanted.emplace(declared.name, &declared);
  std::size_t plans = 0;
  std::size_t operations = 0;
  bool as_wanted = true;
  const auto added = [&](pugi::xml_node node) {
    const std::string_view name = local_name(node.name());
    if (name == "Operation" && wanted.contains(plan_of(node))) return ++operations > 0;
    if (name != "Plan" || !is_packed_plan(node)) return false;
    const auto found = wanted.find(node.attribute("id").value());
    as_wanted = as_wanted && found != wanted.end() && reference_of(node) == relative_reference(path, found->second->file);
    return ++plans > 0;
  };
  const Side old_side(before.element, [&](pugi::xml_node node) { return addition.removed.contains(node.offset_debug()); });
  const Side new_side(now.element, added);
  if (!as_wanted || plans != addition.declared.size() || operations != addition.operations)
    return "what was added is not what is read";
  return same(old_side, *before.document, new_side, *now.document) ? "" : "the rest is not what it was";
}

}  // namespace planbuilder::pack
