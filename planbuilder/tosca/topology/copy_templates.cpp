#include "planbuilder/tosca/topology/copy_templates.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/model/merge.h"

namespace planbuilder::tosca {

namespace {

/// What a copy says of a map adds to it; of anything else it replaces it.
void refine_value(Value& original, const Value& own) {
  Map* map = std::get_if<Map>(&original.data);
  const Map* additions = own.get_if<Map>();
  if (map == nullptr || additions == nullptr) {
    original = own;
    return;
  }
  for (const MapEntry& entry : *additions) {
    const auto same = std::find_if(map->begin(), map->end(), [&](const MapEntry& known) { return known.key == entry.key; });
    if (same == map->end()) {
      map->push_back(entry);
    } else {
      refine_value(same->value, entry.value);
    }
  }
}

void refine_assignments(std::vector<Assignment>& original, const std::vector<Assignment>& own) {
  for (const Assignment& item : own) {
    if (Assignment* same = find_by_name(original, item.name)) {
      refine_value(same->value, item.value);
      same->at = item.at;
    } else {
      original.push_back(item);
    }
  }
}

/// What node and relationship templates have in common.
template <class Template>
void take_common(Template& copy, const Template& original) {
  if (copy.type.empty()) copy.type = original.type;
  auto properties = original.properties;
  refine_assignments(properties, copy.properties);
  copy.properties = std::move(properties);
  auto attributes = original.attributes;
  refine_assignments(attributes, copy.attributes);
  copy.attributes = std::move(attributes);
  auto interfaces = original.interfaces;
  refine_interfaces(interfaces, copy.interfaces);
  copy.interfaces = std::move(interfaces);
}

void take_rest(NodeTemplate& copy, const NodeTemplate& original) {
  auto capabilities = original.capabilities;
  refine_by_name(capabilities, copy.capabilities);
  copy.capabilities = std::move(capabilities);
  auto artifacts = original.artifacts;
  refine_by_name(artifacts, copy.artifacts);
  copy.artifacts = std::move(artifacts);
  if (copy.requirements.empty()) copy.requirements = original.requirements;
  if (copy.directives.empty()) copy.directives = original.directives;
  if (copy.count->is_null()) copy.count = original.count;
  if (copy.node_filter->empty()) copy.node_filter = original.node_filter;
}

void take_rest(RelationshipTemplate&, const RelationshipTemplate&) {}

/// Originals first: a copy may be copied in turn, as published templates do.
template <class Template>
class Copier {
 public:
  Copier(std::vector<Template>& templates, Diagnostics& diagnostics) : templates_(templates), diagnostics_(diagnostics) {
    for (Template& item : templates_) {
      by_name_.emplace(item.name, &item);
      if (!item.copy.empty()) copies_.insert(&item);
    }
  }

  void copy_all() {
    for (Template& item : templates_) copy(item);
    for (Template& item : templates_) item.copy = {};
  }

 private:
  void copy(Template& item) {
    // The chain from this template to one that copies nothing, or was done before.
    std::vector<Template*> chain;
    for (Template* next = &item; next != nullptr && !next->copy.empty() && !done_.contains(next); next = original_of(*next)) {
      if (std::find(chain.begin(), chain.end(), next) != chain.end()) {
        diagnostics_.error(Code::bad_copy, next->copy.at, "'" + next->name + "' is a copy of itself");
        done_.insert(chain.begin(), chain.end());
        return;
      }
      chain.push_back(next);
    }
    for (auto next = chain.rbegin(); next != chain.rend(); ++next) {
      if (const Template* original = original_of(**next)) {
        if (copies_.contains(original)) report_copy_of_copy(**next);
        take_common(**next, *original);
        take_rest(**next, *original);
      } else {
        report_unknown(**next);
      }
      done_.insert(*next);
    }
  }

  Template* original_of(const Template& item) const {
    const auto found = by_name_.find(item.copy.name);
    return found == by_name_.end() ? nullptr : found->second;
  }

  /// The standards forbid it, but published templates do so, and what they mean is clear.
  void report_copy_of_copy(const Template& item) {
    diagnostics_.tolerate(
        Code::bad_copy, item.copy.at,
        "'" + item.name + "' copies '" + item.copy.name + "', which is a copy itself: TOSCA wants a template that is complete",
        "7.2 and 7.4 in 2.0, 3.8.3.3 and 3.8.4.3 in 1.x");
  }

  void report_unknown(const Template& item) {
    const std::string guess = diagnostics_.guess(item.copy.name, [&] { return names_of(templates_); });
    diagnostics_.error(Code::unknown_name, item.copy.at, "there is no template '" + item.copy.name + "' to copy" + guess);
  }

  std::vector<Template>& templates_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string_view, Template*> by_name_;
  std::unordered_set<const Template*> copies_;
  std::unordered_set<const Template*> done_;
};

}  // namespace

void copy_templates(ServiceTemplate& service, Diagnostics& diagnostics) {
  Copier<NodeTemplate>(service.nodes, diagnostics).copy_all();
  Copier<RelationshipTemplate>(service.relationships, diagnostics).copy_all();
}

}  // namespace planbuilder::tosca
