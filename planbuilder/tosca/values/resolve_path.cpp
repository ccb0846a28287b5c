#include "planbuilder/tosca/values/resolve_path.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::tosca {

namespace {

/// Which of several: one, or all of them.
struct Index {
  bool all = false;
  std::size_t number = 0;
  bool own = false;  // the index of SELF
};

std::optional<Index> index_of(const Value& argument) {
  const std::string text = to_text(argument);
  if (text == "ALL") return Index{true, 0};
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return Index{false, number};
}

const CapabilityDefinition* find_capability(const Topology& topology, const PathEnd& end) {
  const TypeId type = topology.type_of(end.entity);
  return type.valid() ? find_by_name(topology.types[type].capabilities, end.capability) : nullptr;
}

class PathWalk {
 public:
  static bool is_keyword(std::string_view word) {
    return std::any_of(keywords.begin(), keywords.end(), [&](const Keyword& keyword) { return keyword.name == word; });
  }

  PathWalk(const Topology& topology, std::optional<EntityId> self, std::span<const Value> arguments, Representation which)
      : topology_(topology), self_(self), arguments_(arguments), which_(which) {}

  ResolvedPath walk() {
    if (start()) {
      while (!stopped_ && step()) {
      }
    }
    return std::move(path_);
  }

 private:
  enum class EndKind : std::uint8_t { node, relationship, capability };
  struct Keyword {
    EndKind from;
    std::string_view name;
    void (PathWalk::*follow)();
  };
  static constexpr std::size_t steps = 6;
  static const std::array<Keyword, steps> keywords;

  bool start() {
    if (arguments_.empty()) return fail("a path starts with SELF or the name of a node");
    const std::string first = to_text(arguments_[0]);
    if (first == "SELF") {
      if (!self_) return fail("'SELF' has no meaning here");
      return start_at(*self_, is_counted(topology_, *self_) ? which_ : Representation());
    }
    if (const NodeId node = topology_.find_node(first); node.valid()) {
      start_at(node);
      return choose_representation(topology_.nodes[node]);
    }
    if (const RelationshipId relationship = topology_.find_relationship(first); relationship.valid())
      return start_at(relationship);
    if (first == "SOURCE" || first == "TARGET")
      return fail("a path starts with SELF or the name of a node: [SELF, " + first + ", ...]");
    path_.known = [of = &topology_] { return names_of(of->nodes); };
    return fail("there is no node '" + first + "'");
  }

  bool start_at(EntityId entity, Representation which = {}) {
    kind_ = std::holds_alternative<NodeId>(entity) ? EndKind::node : EndKind::relationship;
    path_.ends.push_back({entity, {}, which});
    path_.next = 1;
    return true;
  }

  /// All representations of a node have one description.
  bool choose_representation(const Node& node) {
    const std::optional<Index> index = take_index();
    if (!index) return true;
    path_.many = index->all;
    if (index->all) return take_all(node);
    path_.ends.front().which = index->own ? Representation::own() : Representation::at(index->number);
    const auto known = node.count->call() == nullptr ? known_count(topology_, *node.count) : std::nullopt;
    if (!known || index->own || index->number < *known) return true;
    --path_.next;
    return fail("'" + node.name + "' is there " + (*known == 1 ? "once" : std::to_string(*known) + " times") + ": there is no " +
                std::to_string(index->number) + ", counted from 0");
  }

  bool take_all(const Node& node) {
    const auto known = known_count(topology_, *node.count);
    path_.open = path_.open || !known || *known > most;
    if (path_.open) return true;
    path_.ends.resize(*known, path_.ends.front());
    for (std::size_t i = 0; i < *known; ++i) path_.ends[i].which = Representation::at(i);
    return true;
  }

  /// True while there may be more of the path.
  bool step() {
    if (path_.next >= arguments_.size()) return false;
    const std::string word = to_text(arguments_[path_.next]);
    if (!is_keyword(word)) return false;
    const auto fitting =
        std::find_if(keywords.begin(), keywords.end(), [&](const Keyword& k) { return k.name == word && k.from == kind_; });
    if (fitting == keywords.end()) return fail(word + " does not follow a " + name_of(kind_) + ", only " + names_of_steps());
    ++path_.next;
    (this->*fitting->follow)();
    return path_.problem.empty();
  }

  static std::string name_of(EndKind kind) {
    return kind == EndKind::node ? "node" : kind == EndKind::relationship ? "relationship" : "capability";
  }

  std::string names_of_steps() const {
    std::vector<std::string> names;
    for (const Keyword& keyword : keywords) {
      if (keyword.from == kind_) names.emplace_back(keyword.name);
    }
    return join(names, " or ") + " does";
  }

  /// RELATIONSHIP, requirement, index?
  void follow_requirement() {
    if (path_.next >= arguments_.size()) return void(fail_at_last("RELATIONSHIP is followed by the name of a requirement"));
    const std::string name = to_text(arguments_[path_.next++]);
    for (const PathEnd& end : path_.ends) {
      if (!check_requirement(std::get<NodeId>(end.entity), name)) return;
    }
    const Index index = take_index().value_or(Index());
    replace_ends(EndKind::relationship, index, [&](const PathEnd& end) {
      const NodeId node = std::get<NodeId>(end.entity);
      std::vector<PathEnd> found;
      for (const RelationshipId id : topology_.nodes[node].outgoing) {
        if (topology_.relationships[id].requirement == name) add_outgoing(id, end.which, found);
      }
      const std::string whose = "the requirement '" + name + "' of '" + topology_.nodes[node].name + "'";
      return choose(found, index, whose);
    });
  }

  bool check_requirement(NodeId node, const std::string& name) {
    const TypeId type = topology_.nodes[node].type;
    if (!type.valid() || find_by_name(topology_.types[type].requirements, name) != nullptr) return true;
    --path_.next;
    path_.known = [of = &topology_.types[type]] { return names_of(of->requirements); };
    return fail("'" + topology_.nodes[node].name + "' has no requirement '" + name + "'");
  }

  /// CAPABILITY, capability
  void follow_capability() {
    if (path_.next >= arguments_.size()) return void(fail_at_last("CAPABILITY is followed by the name of a capability"));
    const std::string name = to_text(arguments_[path_.next]);
    for (PathEnd& end : path_.ends) {
      end.capability = name;
      const TypeId type = topology_.type_of(end.entity);
      if (!type.valid() || find_capability(topology_, end) != nullptr) continue;
      path_.known = [of = &topology_.types[type]] { return names_of(of->capabilities); };
      return void(fail("'" + topology_.id_of(end.entity) + "' has no capability '" + name + "'"));
    }
    ++path_.next;
    kind_ = EndKind::capability;
  }

  void follow_source() { go_to_end(&Relationship::source); }
  void follow_target() { go_to_end(&Relationship::target); }

  void go_to_end(NodeId Relationship::*which) {
    for (PathEnd& end : path_.ends) {
      const RelationshipId id = std::get<RelationshipId>(end.entity);
      end = {topology_.relationships[id].*which, {}, representation_at(which, id, end.which)};
    }
    kind_ = EndKind::node;
  }

  [[nodiscard]] Representation representation_at(NodeId Relationship::*end, RelationshipId id, Representation which) const {
    if (end == &Relationship::source) return source_of(topology_, id, which);
    return target_of(topology_, id, which).value_or(Representation());
  }

  /// The relationships that one representation of a node has.
  void add_outgoing(RelationshipId id, Representation which, std::vector<PathEnd>& found) {
    const bool repeated = !topology_.relationships[id].count->is_null();
    const auto each = known_count(topology_, id);
    const bool counts = !repeated || (which.kind == Representation::Kind::known && each && *each <= most);
    path_.open = path_.open || !counts || which.kind == Representation::Kind::unknown;
    if (path_.open) return;
    if (!repeated) return found.push_back({id, {}, which});
    for (std::size_t i = 0; i < *each; ++i) found.push_back({id, {}, Representation::at(which.index * *each + i)});
  }

  /// The capability that a relationship ends at.
  void follow_target_capability() {
    for (PathEnd& end : path_.ends) {
      const RelationshipId id = std::get<RelationshipId>(end.entity);
      const Relationship& relationship = topology_.relationships[id];
      end = {relationship.target, relationship.capability, representation_at(&Relationship::target, id, end.which)};
      path_.open = path_.open || relationship.capability.empty();
    }
    kind_ = EndKind::capability;
    stopped_ = path_.open;
  }

  /// RELATIONSHIP, index?: those that end at the capability.
  void follow_incoming() {
    const Index index = take_index().value_or(Index());
    replace_ends(EndKind::relationship, index, [&](const PathEnd& end) {
      const NodeId node = std::get<NodeId>(end.entity);
      std::vector<PathEnd> found;
      for (const RelationshipId id : topology_.nodes[node].incoming) {
        if (topology_.relationships[id].capability != end.capability) continue;
        path_.open = path_.open || is_counted(topology_, id);  // a run knows which of them lead here
        found.push_back({id});
      }
      return choose(found, index, describe(topology_, end));
    });
  }

  template <class Follow>
  void replace_ends(EndKind kind, const Index& index, const Follow& follow) {
    std::vector<PathEnd> ends;
    for (const PathEnd& end : path_.ends) {
      for (PathEnd& next : follow(end)) ends.push_back(std::move(next));
      if (!path_.problem.empty()) return;
      if (ends.size() > most) path_.open = true;
      if (path_.open) break;
    }
    path_.ends = std::move(ends);
    path_.many = path_.many || index.all;
    kind_ = kind;
    // What lies behind relationships that are not in the template cannot be told.
    if (path_.open) skip_rest();
  }

  std::vector<PathEnd> choose(std::vector<PathEnd> found, const Index& index, const std::string& whose) {
    // A run may bring relationships that the template does not have: to nodes outside.
    path_.open = path_.open || found.empty() || index.own;
    if (path_.open || index.all) return found;
    if (index.number < found.size()) return {found[index.number]};
    --path_.next;
    fail(whose + " has " + count_of(found.size(), "relationship") + ": there is no " + std::to_string(index.number) +
         ", counted from 0");
    return {};
  }

  void skip_rest() {
    stopped_ = true;
    path_.ends.clear();
    path_.next = arguments_.size();
  }

  std::optional<Index> take_index() {
    if (path_.next >= arguments_.size()) return std::nullopt;
    if (const Call* call = arguments_[path_.next].call()) {  // known to a run only
      if (call->function == "get_index") {
        ++path_.next;
        return Index{false, 0, true};
      }
      path_.open = true;
      ++path_.next;
      return Index();
    }
    const std::optional<Index> index = index_of(arguments_[path_.next]);
    if (index) ++path_.next;
    return index;
  }

  bool fail(std::string problem) {
    path_.problem = std::move(problem);
    stopped_ = true;
    return false;
  }

  bool fail_at_last(std::string problem) {
    path_.next = arguments_.size() - 1;
    return fail(std::move(problem));
  }

  static constexpr std::size_t most = 10'000;  // ends of one path; more are left to a run

  const Topology& topology_;
  std::optional<EntityId> self_;
  std::span<const Value> arguments_;
  Representation which_;          // of SELF
  EndKind kind_ = EndKind::node;  // of all ends
  bool stopped_ = false;
  ResolvedPath path_;
};

constexpr std::array<PathWalk::Keyword, PathWalk::steps> PathWalk::keywords = {{
    {EndKind::node, "RELATIONSHIP", &PathWalk::follow_requirement},
    {EndKind::node, "CAPABILITY", &PathWalk::follow_capability},
    {EndKind::relationship, "SOURCE", &PathWalk::follow_source},
    {EndKind::relationship, "TARGET", &PathWalk::follow_target},
    {EndKind::relationship, "CAPABILITY", &PathWalk::follow_target_capability},
    {EndKind::capability, "RELATIONSHIP", &PathWalk::follow_incoming},
}};

}  // namespace

bool leads_on(std::string_view word) { return PathWalk::is_keyword(word); }

ResolvedPath resolve_path(const Topology& topology, std::optional<EntityId> self, std::span<const Value> arguments,
                          Representation which) {
  return PathWalk(topology, self, arguments, which).walk();
}

std::string describe(const Topology& topology, const PathEnd& end) {
  const std::string entity = "'" + topology.id_of(end.entity) + "'";
  return end.capability.empty() ? entity : "the capability '" + end.capability + "' of " + entity;
}

bool has_known_type(const Topology& topology, const PathEnd& end) {
  if (!topology.type_of(end.entity).valid()) return false;
  return end.capability.empty() || find_capability(topology, end) != nullptr;
}

const ParameterDefinition* find_member(const Topology& topology, const PathEnd& end, std::string_view name, bool attribute) {
  if (!has_known_type(topology, end)) return nullptr;
  const auto find_in = [&](const auto& type) {
    const ParameterDefinition* found = attribute ? find_by_name(type.attributes, name) : nullptr;
    return found != nullptr ? found : find_by_name(type.properties, name);
  };
  if (end.capability.empty()) return find_in(topology.types[topology.type_of(end.entity)]);
  return find_in(*find_capability(topology, end));
}

std::vector<std::string_view> names_of_members(const Topology& topology, const PathEnd& end) {
  std::vector<std::string_view> names;
  if (!has_known_type(topology, end)) return names;
  const auto add_from = [&](const auto& type) {
    for (const auto* section : {&type.properties, &type.attributes}) {
      for (const ParameterDefinition& member : *section) names.push_back(member.name);
    }
  };
  if (end.capability.empty()) {
    add_from(topology.types[topology.type_of(end.entity)]);
  } else {
    add_from(*find_capability(topology, end));
  }
  return names;
}

}  // namespace planbuilder::tosca
