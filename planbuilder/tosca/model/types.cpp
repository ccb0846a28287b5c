#include "planbuilder/tosca/model/types.h"

#include <algorithm>

namespace planbuilder::tosca {

void Types::index() {
  Table& table = *table_;
  IdVector<TypeId, std::vector<TypeId>> children;
  children.resize(size());
  std::vector<TypeId> waiting;  // instead of recursion: derivation may be thousands deep
  for (const TypeId id : ids()) {
    table.by_name[table.all[id].name].push_back(id);
    const TypeId parent = table.all[id].parent;
    (parent.valid() ? children[parent] : waiting).push_back(id);
  }
  table.spans.resize(size());
  while (!waiting.empty()) {
    const TypeId id = waiting.back();
    waiting.pop_back();
    const auto place = static_cast<std::uint32_t>(table.depth_first.size());
    table.spans[id] = {place, place + 1};
    table.depth_first.push_back(id);
    waiting.insert(waiting.end(), children[id].begin(), children[id].end());
  }
  // Backwards: the span of a type is known before it widens that of its parent.
  for (auto id = table.depth_first.rbegin(); id != table.depth_first.rend(); ++id) {
    if (const TypeId parent = table.all[*id].parent; parent.valid())
      table.spans[parent].end = std::max(table.spans[parent].end, table.spans[*id].end);
  }
}

bool Types::is_ancestor(TypeId ancestor, TypeId type) const {
  if (!ancestor.valid() || !type.valid()) return false;
  const Span& span = table_->spans[ancestor];
  const std::uint32_t place = table_->spans[type].first;
  return span.first <= place && place < span.end;
}

bool Types::derives_from(TypeId type, TypeId ancestor) const {
  if (is_ancestor(ancestor, type)) return true;
  if (!ancestor.valid() || !type.valid() || ((*this)[ancestor].is_strict && (*this)[type].is_strict)) return false;
  return derives_from(type, (*this)[ancestor].name);
}

bool Types::derives_from(TypeId type, std::string_view ancestor) const {
  const auto found = table_->by_name.find(ancestor);
  return found != table_->by_name.end() &&
         std::any_of(found->second.begin(), found->second.end(), [&](TypeId candidate) { return is_ancestor(candidate, type); });
}

}  // namespace planbuilder::tosca
