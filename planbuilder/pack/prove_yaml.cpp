#include "planbuilder/pack/prove_yaml.h"

#include <algorithm>

#include "planbuilder/tosca/yaml/read_workflows.h"

namespace planbuilder::pack {

using tosca::yaml::Entry;
using tosca::yaml::Node;

namespace {

bool same(Node a, Node b) {
  if (a.kind() != b.kind() || a.is_quoted() != b.is_quoted() || a.text() != b.text()) return false;
  if (!a.is_sequence() && !a.is_mapping()) return true;
  if (a.size() != b.size()) return false;
  if (a.is_sequence()) {
    const auto right = b.items();
    auto other = right.begin();
    for (const Node item : a.items()) {
      const Node counterpart = *other;
      ++other;
      if (!same(item, counterpart)) return false;
    }
    return true;
  }
  const auto right = b.entries();
  auto other = right.begin();
  for (const Entry entry : a.entries()) {
    const Entry counterpart = *other;
    ++other;
    if (!same(entry.key, counterpart.key) || !same(entry.value, counterpart.value)) return false;
  }
  return true;
}

/// The entries that count; what is absent or has no value has none.
template <class LeftOut>
std::vector<Entry> entries_of(Node map, const LeftOut& left_out) {
  std::vector<Entry> all;
  if (!map.present() || !map.is_mapping()) return all;
  for (const Entry entry : map.entries()) {
    if (!left_out(entry)) all.push_back(entry);
  }
  return all;
}

bool same(const std::vector<Entry>& left, const std::vector<Entry>& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const Entry& a, const Entry& b) { return same(a.key, b.key) && same(a.value, b.value); });
}

/// All but the entry of that name.
auto but(std::string_view name) {
  return [name](const Entry& entry) { return entry.key.is_scalar() && entry.key.text() == name; };
}

/// Each workflow is there as it was meant, and in the grammar of the version.
bool is_as_meant(const YamlService& now, const YamlAddition& addition) {
  if (addition.workflows.empty()) return true;
  if (!now.workflows.present() || !now.workflows.is_mapping()) return false;
  Diagnostics problems;
  tosca::yaml::Reader reader{problems, *now.version};
  std::size_t packed = 0;
  for (const auto [key, value] : now.workflows.entries()) {
    if (!tosca::yaml::is_packed_workflow(value)) continue;
    ++packed;
    read_workflow(reader, key, value);
  }
  return packed == addition.workflows.size() && !problems.has_errors() &&
         std::all_of(addition.workflows.begin(), addition.workflows.end(), [&](const YamlItem& item) {
           const Node found = now.workflows.find(item.key);
           return found.present() && is_same(item, found);
         });
}

}  // namespace

std::string prove_yaml(const YamlService& before, const YamlAddition& addition, const std::string& path, const std::string& after,
                       const tosca::yaml::Limits& limits) {
  Sources sources;
  const YamlFile read(sources, sources.add(path, after), limits);
  const YamlService* now = read.service();
  if (now == nullptr) return "it is no YAML any more";
  if (now->version != before.version || !is_as_meant(*now, addition)) return "what was added is not what is read";
  const auto is_removed = [&](const Entry& entry) {
    return entry.key.is_scalar() && addition.removed.contains(std::string(entry.key.text()));
  };
  const auto is_packed = [](const Entry& entry) { return tosca::yaml::is_packed_workflow(entry.value); };
  const bool rest = same(entries_of(before.root(), but(before.section)), entries_of(now->root(), but(now->section))) &&
                    same(entries_of(before.content, but("workflows")), entries_of(now->content, but("workflows"))) &&
                    same(entries_of(before.workflows, is_removed), entries_of(now->workflows, is_packed));
  return rest ? "" : "the rest is not what it was";
}

}  // namespace planbuilder::pack
