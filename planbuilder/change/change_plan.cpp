#include "planbuilder/change/change_plan.h"

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <unordered_map>

#include "planbuilder/change/deeds.h"
#include "planbuilder/graph/find_redundant.h"
#include "planbuilder/graph/short_cuts.h"
#include "planbuilder/plan/walk.h"
#include "planbuilder/support/text.h"

namespace planbuilder::change {

namespace {

using Number = graph::ShortCuts::Number;

/// Which orders are kept that a plan can do without, if they contradict others.
struct Wishes {
  bool neighbours = true;  // who needs a replaced node goes before it; who no longer needs one is changed before it goes
  bool rolling = true;     // one instance after the other
};

/// An activity to be, or one that only orders others: most are, so they are not copied before they are needed.
struct Vertex {
  const plan::Activity* model = nullptr;
  plan::Activity activity = {};
  const Verdict* verdict = nullptr;
};

/// All but the steps.
plan::Activity outline_of(plan::Activity activity) {
  activity.steps.clear();
  return activity;
}

struct Order {
  Number from;
  Number to;
  plan::Origin origin;
};

class Builder {
 public:
  Builder(const Blueprint& now, const Blueprint* before, const Situation& there, const std::vector<Verdict>& verdicts,
          const Options& options)
      : now_(now), before_(before != nullptr ? *before : now), there_(there), verdicts_(verdicts), options_(options) {
    count_siblings();
    add_base(before_, down_);  // of two that may come next, what goes comes first
    add_base(now_, up_);
    for (const Verdict& verdict : verdicts_) add_deed(verdict);
  }

  ChangePlan run(plan::Plan plan) {
    plan.activities = {};
    plan.edges.clear();
    plan.made_from = made_from();
    std::vector<Order> orders = find_orders({});
    std::vector<Number> sequence = sorted(orders);
    for (const Wishes fewer : {Wishes{true, false}, Wishes{false, false}}) {
      if (sequence.size() == vertices_.size()) break;
      orders = find_orders(fewer);
      sequence = sorted(orders);
    }
    write(plan, orders, sequence);
    add_inputs(plan);
    plan.files = used_files(plan);
    return {std::move(plan), std::move(old_files_)};
  }

 private:
  using Copies = std::vector<std::vector<Number>>;  // by activity of a plan: the vertices that came of it

  void count_siblings() {
    for (const Verdict& verdict : verdicts_) {
      if (verdict.instance != nullptr) ++siblings_[{verdict.entity, verdict.instance->index}];
    }
  }

  /// Every activity is a vertex, also where nothing is done: it keeps the order of the others.
  void add_base(const Blueprint& blueprint, Copies& copies) {
    for (const plan::Activity& activity : blueprint.plan().activities) {
      copies.push_back({static_cast<Number>(vertices_.size())});
      vertices_.push_back({&activity});
    }
  }

  Number vertex_for(std::vector<Number>* copies, const Verdict& verdict) {
    if (copies != nullptr && vertices_[copies->front()].verdict == nullptr) {
      vertices_[copies->front()].verdict = &verdict;
      return copies->front();
    }
    const auto number = static_cast<Number>(vertices_.size());
    vertices_.push_back({copies == nullptr ? nullptr : vertices_[copies->front()].model, {}, &verdict});
    if (copies != nullptr) copies->push_back(number);
    return number;
  }

  void add_deed(const Verdict& verdict) {
    Deed deed = deed_of(verdict);
    for (Taken& taken : deed.down) use_old_files(taken.step);
    const std::vector<Number> downs = add_taken(verdict, deed.down, true);
    const std::vector<Number> ups = add_taken(verdict, deed.up, false);
    for (const Number down : downs) {
      for (const Number up : ups) own_orders_.push_back({down, up, {"change", "what is there is taken away first", {}}});
    }
    if (verdict.instance == nullptr || verdict.entity.kind != plan::Entity::Kind::node) return;
    const std::string name = verdict.instance->entity.id + "/" + std::to_string(verdict.instance->number);
    node_downs_[name] = downs;
    node_ups_[name] = ups;
  }

  std::vector<Number> add_taken(const Verdict& verdict, std::vector<Taken>& taken, bool is_down) {
    std::vector<Number> used;
    std::map<plan::ActivityId, Number> by_origin;
    for (Taken& each : taken) {
      Copies& copies = is_down ? down_ : up_;
      auto known = by_origin.find(each.from);
      if (known == by_origin.end()) {
        const Number number = vertex_for(each.from.valid() ? &copies[each.from.index()] : nullptr, verdict);
        if (vertices_[number].model != nullptr) vertices_[number].activity = outline_of(*vertices_[number].model);
        describe(vertices_[number].activity, verdict, is_down);
        known = by_origin.emplace(each.from, number).first;
        used.push_back(number);
      }
      plan::Activity& activity = vertices_[known->second].activity;
      each.step.id = unique_step(activity, each.name);
      activity.steps.push_back(std::move(each.step));
    }
    return used;
  }

  static std::string unique_step(const plan::Activity& activity, const std::string& name) {
    std::string id = activity.id + "/" + name;
    const auto taken = [&](const plan::Step& step) { return step.id == id; };
    for (int i = 2; std::any_of(activity.steps.begin(), activity.steps.end(), taken); ++i)
      id = activity.id + "/" + name + "-" + std::to_string(i);
    return id;
  }

  void describe(plan::Activity& activity, const Verdict& verdict, bool is_down) {
    const Instance* instance = verdict.instance;
    if (is_down) {
      activity.transition = verdict.does("bounce") ? "stop" : "remove";
      activity.entity = instance->entity;
      activity.on_failure = {};
      activity.condition = {};
    }
    std::string name = escape_id(activity.entity.id);
    if (activity.index) name += "[" + std::to_string(*activity.index) + "]";
    if (instance != nullptr && siblings_[{verdict.entity, instance->index}] > 1) name += "#" + std::to_string(instance->number);
    activity.id = name + "/" + activity.transition;
    for (int i = 2; !ids_.insert(activity.id).second; ++i)
      activity.id = name + "/" + activity.transition + "-" + std::to_string(i);
    activity.reason = std::string(verdict.rule->reason) + ": " + std::string(verdict.rule->why);
    if (instance == nullptr) return;
    activity.instance = instance->number;
    activity.loops = true;
    activity.made_with.reset();
  }

  [[nodiscard]] plan::MadeFrom made_from() const {
    plan::MadeFrom from{there_.digest, {}};
    for (const Verdict& verdict : verdicts_) {
      plan::Decision& decision = from.decisions.emplace_back();
      decision.entity = verdict.entity;
      if (verdict.instance != nullptr) {
        decision.instance = verdict.instance->number;
        if (verdict.is_renamed()) decision.was = verdict.instance->entity.id;
        decision.status = to_string(verdict.instance->status);
        decision.state = verdict.instance->state;
      }
      decision.reason = verdict.rule->reason;
      decision.deed = verdict.rule->deed;
      decision.why = verdict.rule->why;
      decision.changes = verdict.changes;
      if (verdict.part != nullptr) decision.at = verdict.part->at;
    }
    return from;
  }

  // The order.

  std::vector<Order> find_orders(const Wishes& wishes) {
    std::vector<Order> orders = own_orders_;
    for (const plan::Edge& edge : now_.plan().edges) {
      join(up_[edge.from.index()], up_[edge.to.index()], edge.origins.empty() ? plan::Origin{} : edge.origins.front(), orders);
    }
    const plan::Origin reverse{"change", "what was made last is taken away first", {}};
    for (const plan::Edge& edge : before_.plan().edges) join(down_[edge.to.index()], down_[edge.from.index()], reverse, orders);
    if (wishes.neighbours) order_neighbours(orders);
    if (wishes.rolling) order_instances(orders);
    return orders;
  }

  [[nodiscard]] std::string run_of(Number vertex) const {
    const Verdict* verdict = vertices_[vertex].verdict;
    return verdict == nullptr || verdict->instance == nullptr ? "" : verdict->instance->run;
  }

  /// Of entities with several instances, those belong together that one run made.
  void join(const std::vector<Number>& from, const std::vector<Number>& to, const plan::Origin& origin,
            std::vector<Order>& orders) const {
    if (from.size() == 1 || to.size() == 1) {
      for (const Number a : from) {
        for (const Number b : to) orders.push_back({a, b, origin});
      }
      return;
    }
    std::multimap<std::string, Number> by_run;
    for (const Number b : to) by_run.emplace(run_of(b), b);
    for (const Number a : from) {
      const auto [first, last] = by_run.equal_range(run_of(a));
      for (auto b = first; b != last; ++b) orders.push_back({a, b->second, origin});
    }
  }

  void order_neighbours(std::vector<Order>& orders) const {
    for (const Instance& joint : there_.instances) {
      if (joint.entity.kind != plan::Entity::Kind::relationship) continue;
      for (const std::string& target : joint.targets) order_neighbours(joint.source, target, orders);
    }
  }

  void order_neighbours(const std::string& source, const std::string& target, std::vector<Order>& orders) const {
    const auto find = [](const auto& map, const std::string& name) -> const std::vector<Number>& {
      static const std::vector<Number> none;
      const auto found = map.find(name);
      return found == map.end() ? none : found->second;
    };
    const auto& source_downs = find(node_downs_, source);
    const auto& source_ups = find(node_ups_, source);
    const auto& target_downs = find(node_downs_, target);
    const auto& target_ups = find(node_ups_, target);
    const auto all = [&](const std::vector<Number>& from, const std::vector<Number>& to, const char* reason) {
      for (const Number a : from) {
        for (const Number b : to) orders.push_back({a, b, {"change", reason, {}}});
      }
    };
    if (target_downs.empty()) return;
    all(source_downs, target_downs, "who needs it goes before it");
    if (!source_downs.empty()) all(target_ups, source_ups, "who needs it comes after it");
    if (source_downs.empty() && target_ups.empty()) all(source_ups, target_downs, "who needed it is changed before it goes");
  }

  /// What one run made is changed before the next is touched, as many at once as the user allows.
  void order_instances(std::vector<Order>& orders) const {
    std::map<std::pair<std::size_t, std::string>, std::vector<Number>> groups;  // by run, in the order of their numbers
    for (Number vertex = 0; vertex < vertices_.size(); ++vertex) {
      const Verdict* verdict = vertices_[vertex].verdict;
      if (verdict == nullptr || verdict->instance == nullptr || vertices_[vertex].activity.steps.empty()) continue;
      const auto siblings = siblings_.find({verdict->entity, verdict->instance->index});
      if (siblings == siblings_.end() || siblings->second < 2) continue;
      const std::string& run = verdict->instance->run;
      groups[{run.size(), run}].push_back(vertex);
    }
    std::vector<const std::vector<Number>*> row;
    for (const auto& [run, group] : groups) row.push_back(&group);
    for (std::size_t i = options_.at_once; i < row.size(); ++i) {
      for (const Number a : *row[i - options_.at_once]) {
        for (const Number b : *row[i]) orders.push_back({a, b, {"change", "one instance after the other", {}}});
      }
    }
  }

  /// All vertices, unless there is a circle; of those that may come next, the one that was declared first.
  [[nodiscard]] std::vector<Number> sorted(const std::vector<Order>& orders) const {
    std::vector<std::vector<Number>> next(vertices_.size());
    std::vector<std::size_t> waits(vertices_.size());
    for (const Order& order : orders) {
      next[order.from].push_back(order.to);
      ++waits[order.to];
    }
    std::priority_queue<Number, std::vector<Number>, std::greater<>> ready;
    for (Number vertex = 0; vertex < vertices_.size(); ++vertex) {
      if (waits[vertex] == 0) ready.push(vertex);
    }
    std::vector<Number> sequence;
    while (!ready.empty()) {
      const Number vertex = ready.top();
      ready.pop();
      sequence.push_back(vertex);
      for (const Number other : next[vertex]) {
        if (--waits[other] == 0) ready.push(other);
      }
    }
    return sequence;
  }

  void write(plan::Plan& plan, const std::vector<Order>& orders, const std::vector<Number>& sequence) {
    graph::ShortCuts short_cuts(vertices_.size());
    std::unordered_map<std::uint64_t, const plan::Origin*> origins;
    const auto key = [](Number from, Number to) { return (std::uint64_t{from} << 32U) | to; };
    for (const Order& order : orders) {
      if (origins.emplace(key(order.from, order.to), &order.origin).second) short_cuts.add(order.from, order.to);
    }
    std::vector<char> removable(vertices_.size());
    for (Number vertex = 0; vertex < vertices_.size(); ++vertex) removable[vertex] = vertices_[vertex].activity.steps.empty();
    short_cuts.take_out(removable);
    std::vector<plan::ActivityId> ids(vertices_.size());
    for (const Number vertex : sequence) {
      if (short_cuts.is_out(vertex)) continue;
      if (removable[vertex]) vertices_[vertex].activity = idle(vertex);
      ids[vertex] = plan.activities.add(std::move(vertices_[vertex].activity));
    }
    std::vector<std::pair<Number, Number>> ends;
    for (const graph::ShortCuts::Arc& arc : short_cuts.arcs()) {
      if (arc.gone) continue;
      const auto known = origins.find(key(arc.from, arc.to));
      plan::Edge edge{ids[arc.from], ids[arc.to], false, {}};
      edge.origins.push_back(known != origins.end() && arc.by.empty()
                                 ? *known->second
                                 : plan::Origin{"change", "by way of what is left as it is", {}});
      plan.edges.push_back(std::move(edge));
    }
    std::sort(plan.edges.begin(), plan.edges.end(),
              [](const plan::Edge& a, const plan::Edge& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
    for (const plan::Edge& edge : plan.edges)
      ends.emplace_back(static_cast<Number>(edge.from.index()), static_cast<Number>(edge.to.index()));
    const graph::RedundantEdges redundant = graph::find_redundant(plan.activities.size(), ends);
    for (std::size_t i = 0; i < plan.edges.size(); ++i) plan.edges[i].redundant = redundant.redundant[i] != 0;
  }

  /// It does nothing, but stands between so many others that it is simpler with it.
  plan::Activity idle(Number vertex) {
    plan::Activity activity = outline_of(*vertices_[vertex].model);
    if (vertex < before_.plan().activities.size()) activity.transition = "remove";
    const std::string id = escape_id(activity.entity.id) + "/" + activity.transition;
    activity.id = id;
    for (int i = 2; !ids_.insert(activity.id).second; ++i) activity.id = id + "-" + std::to_string(i);
    activity.reason = "nothing is done about it; it orders others";
    activity.loops = false;
    activity.made_with.reset();
    return activity;
  }

  // What the steps of the old plan bring along.

  /// A file that the new model does not have, or has with another content, comes from the old one.
  void use_old_files(plan::Step& step) {
    auto* invoke = std::get_if<plan::Invoke>(&step.action);
    if (invoke == nullptr || &before_ == &now_) return;
    std::vector<std::string*> files{&invoke->artifact.file};
    for (std::string& file : invoke->dependencies) files.push_back(&file);
    const auto same = [&](const std::string* file) {
      return !now_.digest_of(*file).empty() && now_.digest_of(*file) == before_.digest_of(*file);
    };
    if (std::all_of(files.begin(), files.end(), same)) return;
    for (std::string* file : files) {
      old_files_.push_back({*file, "before/" + *file});
      *file = old_files_.back().path;
    }
  }

  std::vector<plan::UsedFile> used_files(const plan::Plan& plan) {
    std::sort(old_files_.begin(), old_files_.end(), [](const OldFile& a, const OldFile& b) { return a.path < b.path; });
    old_files_.erase(
        std::unique(old_files_.begin(), old_files_.end(), [](const OldFile& a, const OldFile& b) { return a.path == b.path; }),
        old_files_.end());
    std::map<std::string, plan::UsedFile> known;
    for (const plan::UsedFile& file : before_.plan().files) known[file.file] = file;
    for (const OldFile& old : old_files_) {
      plan::UsedFile file = known[old.file];
      file.file = old.path;
      known[old.path] = std::move(file);
    }
    for (const plan::UsedFile& file : now_.plan().files) known[file.file] = file;
    std::map<std::string, plan::UsedFile> used;
    for (const plan::Activity& activity : plan.activities) {
      for (const plan::Step& step : activity.steps) {
        plan::for_each_file(step, [&](const std::string& file) {
          for (auto each = known.lower_bound(file); each != known.end() && each->first.starts_with(file); ++each) {
            if (each->first == file || file.ends_with('/') || each->first == file + "/") used.insert(*each);
          }
        });
      }
    }
    std::vector<plan::UsedFile> files;
    for (auto& [path, file] : used) files.push_back(std::move(file));
    return files;
  }

  /// Of the old plan those that its inverses read.
  void add_inputs(plan::Plan& plan) const {
    std::set<std::string> known;
    for (const plan::Input& input : plan.inputs) known.insert(input.name);
    std::set<std::string> read;
    for (const plan::Activity& activity : plan.activities) {
      for (const plan::Step& step : activity.steps) {
        plan::for_each_argument(step, [&](const plan::Argument& argument) {
          plan::for_each_reference(argument.value, [&]<class Read>(const Read& each, SourceRange) {
            if constexpr (std::is_same_v<Read, plan::InputRead>) read.insert(each.name);
          });
        });
      }
    }
    for (const plan::Input& input : before_.plan().inputs) {
      if (read.contains(input.name) && known.insert(input.name).second) plan.inputs.push_back(input);
    }
  }

  const Blueprint& now_;
  const Blueprint& before_;
  const Situation& there_;
  const std::vector<Verdict>& verdicts_;
  const Options& options_;
  std::map<std::pair<plan::Entity, std::optional<std::uint32_t>>, std::size_t> siblings_;
  std::vector<Vertex> vertices_;
  Copies up_;
  Copies down_;
  std::vector<Order> own_orders_;
  std::set<std::string> ids_;
  std::unordered_map<std::string, std::vector<Number>> node_downs_;  // by instance
  std::unordered_map<std::string, std::vector<Number>> node_ups_;
  std::vector<OldFile> old_files_;
};

}  // namespace

ChangePlan make_change(const plan::Plan& plan, const Blueprint& now, const Blueprint* before, const Situation& there,
                       const std::vector<Verdict>& verdicts, const Options& options) {
  return Builder(now, before, there, verdicts, options).run(plan);
}

}  // namespace planbuilder::change
