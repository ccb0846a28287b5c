#include "planbuilder/tosca/values/output_target.h"

#include "planbuilder/support/text.h"

namespace planbuilder::tosca {

bool leads_on(const OutputAssignment& output) { return leads_on(output.attribute.front()); }

OutputTarget find_output_target(const Topology& topology, EntityId self, const OutputAssignment& output, Representation which) {
  std::vector<Value> words{{output.entity, output.at}};
  for (const std::string& word : output.attribute) words.push_back({word, output.at});
  const ResolvedPath path = resolve_path(topology, self, words, which);
  const auto fail = [&](std::string why) { return OutputTarget{{}, std::move(why), path.open}; };
  if (!path.problem.empty()) return fail(path.problem);
  if (path.open) return fail("only a run knows where its path leads");
  if (path.many || path.ends.size() != 1)
    return fail("its path leads to " + count_of(path.ends.size(), "entity") + ", and only one can be written");
  if (path.next >= words.size()) return fail("its path does not end with the name of an attribute");
  const PathEnd& end = path.ends.front();
  const std::string name = to_text(words[path.next]);
  if (has_known_type(topology, end) && find_member(topology, end, name, true) == nullptr)
    return fail(describe(topology, end) + " has no attribute '" + name + "'" +
                did_you_mean(name, names_of_members(topology, end)));
  if (path.next + 1 < words.size()) return fail("a part of the attribute '" + name + "' cannot be written alone");
  return {end, {}, false};
}

}  // namespace planbuilder::tosca
