#include "planbuilder/tosca/topology/mapped_requirements.h"

#include <algorithm>
#include <charconv>

#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::tosca {

namespace {

using Entry = SubstitutionMapping::Entry;

}  // namespace

std::uint64_t RequirementMapping::count() const {
  const std::string& index = targets.front()->index;
  std::uint64_t count = 1;
  std::from_chars(index.data(), index.data() + index.size(), count);
  return count;
}

RequirementMappings mappings_by_requirement(const std::vector<Entry>& entries) {
  RequirementMappings mappings;
  for (const Entry& entry : entries) {
    std::vector<RequirementMapping>& same = mappings[entry.name];
    // The targets of one mapping come from one place.
    if (same.empty() || same.back().at() != entry.at) same.emplace_back();
    same.back().targets.push_back(&entry);
  }
  return mappings;
}

MappingTurns::Turn MappingTurns::next(std::uint64_t wanted) {
  while (next_ < mappings_->size() && left_ == 0) {
    if (++next_ < mappings_->size()) left_ = (*mappings_)[next_].count();
  }
  if (next_ >= mappings_->size()) return {nullptr, wanted};
  const RequirementMapping& mapping = (*mappings_)[next_];
  const bool for_all = mappings_->size() == 1 && mapping.targets.front()->index.empty();
  if (for_all || mapping.takes_rest()) return {&mapping, wanted};
  const std::uint64_t taken = std::min(wanted, left_);
  left_ -= taken;
  return {&mapping, taken};
}

MappedEnds::MappedEnds(const ServiceTemplate& service, const Types& types, const TypeNames& names)
    : types_(types), names_(names) {
  for (const NodeTemplate& node : service.nodes) nodes_.emplace(node.name, &node);
}

const NodeTemplate* MappedEnds::node(const Entry& entry) const {
  const auto found = entry.path.size() == 2 ? nodes_.find(entry.path[0]) : nodes_.end();
  return found == nodes_.end() ? nullptr : found->second;
}

const RequirementDefinition* MappedEnds::definition(const Entry& entry) const {
  const NodeTemplate* of = node(entry);
  const TypeId type = of == nullptr ? TypeId() : names_.find(TypeKind::node, of->type);
  return type.valid() ? find_by_name(types_[type].requirements, entry.path[1]) : nullptr;
}

Occurrences MappedEnds::range(const Entry& entry) const {
  const RequirementDefinition* defined = definition(entry);
  return defined == nullptr ? Occurrences{0, std::nullopt} : occurrences_of(*defined, names_.is_strict(defined->at.file));
}

bool MappedEnds::is_mandatory(const Entry& entry) const {
  if (definition(entry) == nullptr) return false;
  const RequirementAssignment* assigned = find_by_name(node(entry)->requirements, entry.path[1]);
  return assigned != nullptr && assigned->optional ? !*assigned->optional : range(entry).minimum > 0;
}

bool MappedEnds::is_mandatory(const RequirementMapping& mapping) const {
  return std::any_of(mapping.targets.begin(), mapping.targets.end(), [&](const Entry* entry) { return is_mandatory(*entry); });
}

}  // namespace planbuilder::tosca
