#include "planbuilder/tosca/values/fields.h"

namespace planbuilder::tosca {

namespace {

constexpr std::size_t few = 16;

}  // namespace

void Fields::add(const ParameterDefinition& definition, ValueTypeId type) {
  if (const Field* same = find(definition.name)) {
    // The table refers to the name of the definition that was there, which is as good.
    all_[static_cast<std::size_t>(same - all_.data())] = {&definition, type};
    return;
  }
  all_.push_back({&definition, type});
  if (all_.size() <= few) return;
  if (index_.empty()) {
    for (std::size_t i = 0; i < all_.size(); ++i) index_.emplace(all_[i].definition->name, i);
  } else {
    index_.emplace(definition.name, all_.size() - 1);
  }
}

const Fields::Field* Fields::find(std::string_view name) const {
  if (!index_.empty()) {
    const auto found = index_.find(name);
    return found == index_.end() ? nullptr : &all_[found->second];
  }
  for (const Field& field : all_) {
    if (field.definition->name == name) return &field;
  }
  return nullptr;
}

void Fields::find_mandatory() {
  mandatory_.clear();
  for (const Field& field : all_) {
    const ParameterDefinition& definition = *field.definition;
    if (definition.required && !definition.default_value && !definition.value) mandatory_.push_back(&definition);
  }
}

std::vector<std::string_view> Fields::names() const {
  std::vector<std::string_view> names;
  names.reserve(all_.size());
  for (const Field& field : all_) names.push_back(field.definition->name);
  return names;
}

}  // namespace planbuilder::tosca
