#include "planbuilder/change/verdicts.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "planbuilder/change/compare.h"
#include "planbuilder/change/deeds.h"
#include "planbuilder/diff/find_renames.h"

namespace planbuilder::change {

namespace {

Fact fact_of(Status status) {
  switch (status) {
    case Status::unknown: return Fact::unknown;
    case Status::ok: return Fact::ok;
    case Status::degraded: return Fact::degraded;
    case Status::error: return Fact::error;
    case Status::pending: return Fact::pending;
    case Status::absent: return Fact::absent;
  }
  return Fact::unknown;
}

Facts facts_of(const Options& options) {
  Facts facts;
  facts.set(Fact::force, options.force);
  facts.set(Fact::prune, options.prune);
  facts.set(Fact::skip_new, options.skip_new);
  facts.set(Fact::destroy_unmanaged, options.destroy_unmanaged);
  facts.set(Fact::detect, options.detection != "skip");
  facts.set(Fact::repair, options.repair != "none");
  facts.set(Fact::repair_degraded, options.repair == "degraded");
  return facts;
}

std::string instance_name(const std::string& id, std::uint32_t number) { return id + "/" + std::to_string(number); }

bool is_node(const plan::Entity& entity) { return entity.kind == plan::Entity::Kind::node; }

/// What others of the plan need to know of a decision.
bool replaces(const Verdict& verdict) { return verdict.does("replace"); }
bool makes(const Verdict& verdict) { return verdict.does("make"); }
bool stays_for_good(const Verdict& verdict) {
  return verdict.rule->reason == "protected" || verdict.rule->reason == "unmanaged" || verdict.rule->reason == "needed";
}

class Judge {
 public:
  Judge(const Situation& there, const Blueprint& now, const Blueprint* before, std::string_view kind, const Options& options)
      : there_(there),
        now_(now),
        before_(before),
        kind_(kind),
        options_(options),
        general_(facts_of(options)),
        inputs_(with_inputs(there.inputs, options.inputs)),
        values_(now.plan(), inputs_, &there) {
    if (before != nullptr) old_values_.emplace(before->plan(), there.inputs, &there);
    if (before != nullptr && kind == "build") find_renames();
  }

  std::vector<Verdict> run() {
    collect();
    if (kind_ == "terminate") {
      for (const std::size_t number : nodes_by_use()) decide_removal(verdicts_[number]);
      for (Verdict& verdict : verdicts_) {
        if (!is_node(verdict.entity)) decide_removal(verdict);
      }
    } else {
      for (Verdict& verdict : verdicts_) {
        if (is_node(verdict.entity)) decide_alone(verdict);
      }
      for (Verdict& verdict : verdicts_) {
        if (!is_node(verdict.entity)) decide_alone(verdict);
      }
      for (Verdict& verdict : verdicts_) decide_again(verdict);
    }
    return std::move(verdicts_);
  }

 private:
  static std::map<std::string, std::string> with_inputs(std::map<std::string, std::string> known,
                                                        const std::map<std::string, std::string>& given) {
    for (const auto& [name, value] : given) known[name] = value;
    return known;
  }

  /// Only what one side lacks can have another name; mostly there is nothing, and looking for it costs as much as all the rest.
  [[nodiscard]] static bool lacks_some(const Blueprint& one, const Blueprint& other) {
    return std::any_of(other.parts().begin(), other.parts().end(),
                       [&](const Part& part) { return one.find(part.entity, part.index) == nullptr; });
  }

  void find_renames() {
    if (!lacks_some(now_, *before_) || !lacks_some(*before_, now_)) return;
    for (const diff::Rename& rename : diff::find_renames({before_->plan()}, {now_.plan()}))
      new_names_.emplace(rename.before, rename.after);
  }

  [[nodiscard]] std::string new_name(const plan::Entity& entity) const {
    const auto renamed = new_names_.find(entity);
    return renamed == new_names_.end() ? entity.id : renamed->second;
  }
  /// Of an instance such as `app/2`.
  [[nodiscard]] std::string new_instance_name(const std::string& instance) const {
    const std::string_view node = node_of(instance);
    return new_name({plan::Entity::Kind::node, std::string(node)}) + instance.substr(node.size());
  }

  /// A verdict for every instance, and for every part that has none.
  void collect() {
    std::map<std::pair<plan::Entity, std::optional<std::uint32_t>>, std::vector<const Instance*>> instances;
    std::vector<const Instance*> unknown;
    for (const Instance& instance : there_.instances) {
      const plan::Entity entity{instance.entity.kind, new_name(instance.entity)};
      const Part* part = now_.find(entity, instance.index);
      if (part == nullptr) {
        unknown.push_back(&instance);
      } else {
        instances[{entity, part->index}].push_back(&instance);
      }
    }
    for (const Part& part : now_.parts()) {
      const auto known = instances.find({part.entity, part.index});
      if (known == instances.end()) {
        verdicts_.push_back({part.entity, &part});
        continue;
      }
      for (const Instance* instance : known->second) verdicts_.push_back({part.entity, &part, old_part(*instance), instance});
    }
    for (const Instance* instance : unknown) verdicts_.push_back({instance->entity, nullptr, old_part(*instance), instance});
    for (std::size_t i = 0; i < verdicts_.size(); ++i) index(i);
  }

  [[nodiscard]] const Part* old_part(const Instance& instance) const {
    return before_ == nullptr ? nullptr : before_->find(instance.entity, instance.index);
  }

  /// Where others find it.
  void index(std::size_t number) {
    const Verdict& verdict = verdicts_[number];
    if (is_node(verdict.entity)) {
      by_node_[verdict.entity.id].push_back(number);
      if (verdict.instance != nullptr) by_instance_[instance_name(verdict.entity.id, verdict.instance->number)] = number;
      return;
    }
    if (verdict.instance != nullptr) {
      const std::string source = new_instance_name(verdict.instance->source);
      for (const std::string& target : verdict.instance->targets) {
        needs_[source].push_back(new_instance_name(target));
        needed_by_[new_instance_name(target)].push_back(source);
      }
    }
  }

  Facts known_facts(const Verdict& verdict) const {
    Facts facts = general_;
    facts.set(Fact::in_model, verdict.part != nullptr);
    facts.set(Fact::there, verdict.instance != nullptr);
    const std::string& id = verdict.entity.id;
    facts.set(Fact::replace, options_.replace.contains(id));
    facts.set(Fact::left_out, is_left_out(verdict));
    if (verdict.instance == nullptr) return facts;
    facts.set(fact_of(verdict.instance->status));
    facts.set(Fact::touched, verdict.instance->touched);
    facts.set(Fact::ours, !verdict.instance->found);
    facts.set(Fact::is_protected, verdict.instance->is_protected);
    facts.set(Fact::renamed, verdict.is_renamed());
    return facts;
  }

  /// A relationship goes with its source.
  [[nodiscard]] bool is_left_out(const Verdict& verdict) const {
    std::string id = verdict.entity.id;
    if (!is_node(verdict.entity)) {
      id = verdict.part != nullptr       ? verdict.part->source
           : verdict.before != nullptr   ? verdict.before->source
           : verdict.instance != nullptr ? std::string(node_of(verdict.instance->source))
                                         : id;
    }
    return options_.exclude.contains(id) || (!options_.only.empty() && !options_.only.contains(id));
  }

  void settle(Verdict& verdict) { verdict.rule = &decide(kind_, verdict.facts); }

  // Building: first what follows from the entity, its host or its ends.

  void decide_alone(Verdict& verdict) {
    verdict.facts = known_facts(verdict);
    if (verdict.instance != nullptr && verdict.part != nullptr) {
      add_changes(verdict);
      if (is_node(verdict.entity)) {
        look_at_host(verdict);
      } else {
        for (const std::string& end : ends_of(*verdict.instance)) look_at(verdict, end);
      }
    }
    settle(verdict);
  }

  void add_changes(Verdict& verdict) {
    if (verdict.instance->customised && options_.detection != "always") return;
    const Sides sides{now_, values_, before_, old_values_ ? &*old_values_ : nullptr, &new_names_};
    Comparison found = compare(*verdict.part, verdict.before, *verdict.instance, sides);
    verdict.facts.add(found.facts);
    verdict.changes = std::move(found.changes);
  }

  [[nodiscard]] std::vector<std::string> ends_of(const Instance& instance) const {
    std::vector<std::string> ends;
    if (!instance.source.empty()) ends.push_back(new_instance_name(instance.source));
    for (const std::string& target : instance.targets) ends.push_back(new_instance_name(target));
    return ends;
  }

  void look_at(Verdict& verdict, const std::string& instance) {
    const auto found = by_instance_.find(instance);
    if (found == by_instance_.end()) return;
    const Verdict& other = verdicts_[found->second];
    if (other.rule == nullptr) return;
    if (replaces(other)) verdict.facts.set(Fact::host_replaced);
    if (makes(other)) verdict.facts.set(Fact::host_gone);
  }

  void look_at_host(Verdict& verdict) {
    const std::string& host = verdict.part->host;
    if (host.empty()) return;
    const auto needs = needs_.find(instance_name(verdict.entity.id, verdict.instance->number));
    bool known = false;
    if (needs != needs_.end()) {
      for (const std::string& target : needs->second) {
        if (node_of(target) != host) continue;
        known = true;
        look_at(verdict, target);
      }
    }
    if (known || !by_node_.contains(host)) return;
    for (const std::size_t other : by_node_.at(host)) {
      if (verdicts_[other].instance != nullptr) look_at(verdict, instance_name(host, verdicts_[other].instance->number));
    }
  }

  // Then what follows from the others, in the order of the plan: who reads a value comes after who sets it.

  void decide_again(Verdict& verdict) {
    if (verdict.instance != nullptr && verdict.part != nullptr) {
      if (is_node(verdict.entity) && needs_replaced(verdict)) verdict.facts.set(Fact::needs_replaced);
      if (reads_what_moves(*verdict.part)) verdict.facts.set(Fact::reads_changed);
      settle(verdict);
    }
    note_moving(verdict);
  }

  [[nodiscard]] bool needs_replaced(const Verdict& verdict) const {
    const auto needs = needs_.find(instance_name(verdict.entity.id, verdict.instance->number));
    if (needs == needs_.end()) return false;
    return std::any_of(needs->second.begin(), needs->second.end(), [&](const std::string& target) {
      const auto found = by_instance_.find(target);
      return found != by_instance_.end() && replaces(verdicts_[found->second]);
    });
  }

  [[nodiscard]] bool reads_what_moves(const Part& part) const {
    if (moving_.empty()) return false;
    bool reads = false;
    for (const Work& work : part.works) {
      const plan::Invoke* invoke = work.invoke();
      if (invoke == nullptr) continue;
      for (const plan::Argument& input : invoke->inputs) {
        plan::for_each_entity_read(input.value, [&](const auto& read, SourceRange) {
          reads = reads || (read.of.entity != part.entity && moving_.contains({read.of.entity, read.name}));
        });
      }
    }
    return reads;
  }

  /// Values that operations of this plan set anew. A value of something that is only added is new to all who read it.
  void note_moving(const Verdict& verdict) {
    if (verdict.does("nothing")) return;
    for (const Taken& taken : deed_of(verdict).up) {
      if (const auto* invoke = std::get_if<plan::Invoke>(&taken.step.action)) {
        for (const plan::OutputMapping& output : invoke->outputs) moving_.insert({output.entity, output.attribute});
      }
    }
  }

  // Terminating: dependents first, then relationships, which go with their sources.

  /// Who is needed comes after all who need it; what is left are circles, in the reverse order of the plan.
  [[nodiscard]] std::vector<std::size_t> nodes_by_use() const {
    std::vector<std::size_t> users(verdicts_.size());
    std::vector<std::size_t> order;
    const auto name = [&](std::size_t number) {
      return instance_name(verdicts_[number].entity.id, verdicts_[number].instance->number);
    };
    for (std::size_t i = verdicts_.size(); i-- > 0;) {
      if (!is_node(verdicts_[i].entity)) continue;
      if (verdicts_[i].instance != nullptr) {
        const auto known = needed_by_.find(name(i));
        if (known != needed_by_.end())
          users[i] = static_cast<std::size_t>(std::count_if(
              known->second.begin(), known->second.end(), [&](const std::string& user) { return by_instance_.contains(user); }));
      }
      if (users[i] == 0) order.push_back(i);
    }
    for (std::size_t next = 0; next < order.size(); ++next) {
      if (verdicts_[order[next]].instance == nullptr) continue;
      const auto needs = needs_.find(name(order[next]));
      if (needs == needs_.end()) continue;
      for (const std::string& target : needs->second) {
        const auto found = by_instance_.find(target);
        if (found != by_instance_.end() && --users[found->second] == 0) order.push_back(found->second);
      }
    }
    for (std::size_t i = verdicts_.size(); i-- > 0;) {
      if (is_node(verdicts_[i].entity) && users[i] > 0) order.push_back(i);
    }
    return order;
  }

  void decide_removal(Verdict& verdict) {
    verdict.facts = known_facts(verdict);
    if (verdict.instance != nullptr && is_node(verdict.entity)) look_at_users(verdict);
    if (verdict.instance != nullptr && !is_node(verdict.entity)) {
      const auto source = by_instance_.find(new_instance_name(verdict.instance->source));
      if (source != by_instance_.end() && verdicts_[source->second].does("nothing")) verdict.facts.set(Fact::needed_by_kept);
    }
    settle(verdict);
  }

  void look_at_users(Verdict& verdict) {
    const auto users = needed_by_.find(instance_name(verdict.entity.id, verdict.instance->number));
    if (users == needed_by_.end()) return;
    for (const std::string& user : users->second) {
      const auto found = by_instance_.find(user);
      if (found == by_instance_.end() || verdicts_[found->second].rule == nullptr) continue;
      const Verdict& other = verdicts_[found->second];
      if (stays_for_good(other)) verdict.facts.set(Fact::needed_by_kept);
      const Status status = other.instance->status;
      if (other.rule->reason == "left-out" && (status == Status::ok || status == Status::degraded)) {
        verdict.facts.set(Fact::needed);
        verdict.needed_by = user;
      }
    }
  }

  const Situation& there_;
  const Blueprint& now_;
  const Blueprint* before_;
  std::string_view kind_;
  const Options& options_;
  Facts general_;
  std::map<std::string, std::string> inputs_;
  KnownValues values_;
  std::optional<KnownValues> old_values_;
  std::map<plan::Entity, std::string> new_names_;
  std::vector<Verdict> verdicts_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_node_;
  std::unordered_map<std::string, std::size_t> by_instance_;
  std::unordered_map<std::string, std::vector<std::string>> needs_;  // by instance: those that its relationships lead to
  std::unordered_map<std::string, std::vector<std::string>> needed_by_;
  std::set<std::pair<plan::Entity, std::string>> moving_;
};

}  // namespace

std::vector<Verdict> judge(const Situation& there, const Blueprint& now, const Blueprint* before, std::string_view kind,
                           const Options& options) {
  return Judge(there, now, before, kind, options).run();
}

}  // namespace planbuilder::change
