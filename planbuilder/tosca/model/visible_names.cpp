#include "planbuilder/tosca/model/visible_names.h"

#include <algorithm>
#include <set>

namespace planbuilder::tosca {

namespace {

constexpr std::size_t deepest_namespace = 100;  // namespaces of namespaces, in one name

}  // namespace

ImportGraph::ImportGraph(const std::vector<DefinitionsFile>& files) : imports_(files.size()) {
  for (std::size_t file = 0; file < files.size(); ++file) {
    for (const bool written : {true, false}) {
      for (const DefinitionsFile::Import& import : files[file].imports) {
        if (import.at.known() == written)
          imports_[file].push_back({import.file, import.prefix.empty() ? "" : import.prefix + ":"});
      }
    }
  }
}

/// One search for one name, breadth first. A file that was asked before answers for all that lies behind it.
class VisibleNames::Search {
 public:
  Search(const VisibleNames& names, std::size_t file, std::string_view name) : names_(names), name_(name) {
    add({file, 0, 0, nobody});
  }

  std::uint32_t run() {
    for (std::size_t next = 0; next < steps_.size(); ++next) {
      if (best_ != nobody && steps_[next].level > total_) break;
      look_at(next);
    }
    return best_ == nobody ? nowhere : keep();
  }

 private:
  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);

  struct Step {
    std::size_t file;
    std::size_t from;  // where in the name the part begins that is looked for there
    std::uint32_t level;
    std::size_t importer;  // the step before
  };

  void add(const Step& step) {
    if (known_.emplace(step.file, step.from).second) steps_.push_back(step);
  }

  [[nodiscard]] std::string_view rest(const Step& step) const { return name_.substr(step.from); }

  void look_at(std::size_t index) {
    const Step step = steps_[index];
    const Names& here = names_.files_[step.file];
    if (const auto seen = here.find(rest(step)); seen != here.end()) {
      if (seen->second.what != nowhere) offer(index, seen->second);
      return;
    }
    if (best_ != nobody && step.level == total_) return;
    for (const ImportGraph::Import& import : names_.imports_->imports_of(step.file)) {
      if (rest(step).starts_with(import.prefix)) add({import.file, step.from + import.prefix.size(), step.level + 1, index});
    }
  }

  void offer(std::size_t index, const Seen& seen) {
    const std::uint32_t total = steps_[index].level + seen.distance;
    if (best_ != nobody && (total > total_ || (total == total_ && !comes_before(index, best_)))) return;
    best_ = index;
    total_ = total;
    what_ = seen.what;
  }

  /// Of two that are equally near, the one that is imported first: where their ways part, and so already at the level of one.
  [[nodiscard]] bool comes_before(std::size_t left, std::size_t right) const {
    const std::uint32_t level = std::min(steps_[left].level, steps_[right].level);
    for (std::size_t* end : {&left, &right}) {
      while (steps_[*end].level > level) *end = steps_[*end].importer;
    }
    return left < right;
  }

  std::uint32_t keep() const {
    for (std::size_t at = best_; at != nobody; at = steps_[at].importer) {
      names_.files_[steps_[at].file].try_emplace(std::string(rest(steps_[at])), Seen{what_, total_ - steps_[at].level});
    }
    return what_;
  }

  const VisibleNames& names_;
  std::string_view name_;
  std::vector<Step> steps_;
  std::set<std::pair<std::size_t, std::size_t>> known_;
  std::size_t best_ = nobody;
  std::uint32_t total_ = 0;
  std::uint32_t what_ = nowhere;
};

bool VisibleNames::declare(std::size_t file, const std::string& name, std::uint32_t what) {
  const auto [entry, fresh] = files_[file].try_emplace(name, Seen{what, 0});
  if (fresh) declared_.insert(entry->first);
  return fresh;
}

/// As it is written, or behind namespaces.
bool VisibleNames::is_declared_anywhere(std::string_view name) const {
  for (std::size_t depth = 0; depth < deepest_namespace; ++depth) {
    if (declared_.contains(name)) return true;
    const std::size_t colon = name.find(':');
    if (colon == std::string_view::npos) return false;
    name.remove_prefix(colon + 1);
  }
  return false;
}

std::optional<std::uint32_t> VisibleNames::find(std::size_t file, std::string_view name) const {
  Names& here = files_[file];
  auto seen = here.find(name);
  if (seen == here.end()) {
    const std::uint32_t what = is_declared_anywhere(name) ? Search(*this, file, name).run() : nowhere;
    seen = here.try_emplace(std::string(name), Seen{what, 0}).first;
  }
  return seen->second.what == nowhere ? std::nullopt : std::optional(seen->second.what);
}

std::vector<std::string> VisibleNames::some_names(std::size_t file) const {
  constexpr std::size_t most = 10'000;
  std::vector<std::string> names;
  std::set<std::pair<std::size_t, std::string>> known{{file, ""}};
  std::vector<std::pair<std::size_t, std::string>> waiting{{file, ""}};
  for (std::size_t next = 0; next < waiting.size() && next < most && names.size() < most; ++next) {
    const auto [from, prefix] = waiting[next];
    for (const auto& [name, seen] : files_[from]) {
      if (seen.distance == 0 && seen.what != nowhere) names.push_back(prefix + name);
    }
    for (const ImportGraph::Import& import : imports_->imports_of(from)) {
      if (auto step = std::pair(import.file, prefix + import.prefix); known.insert(step).second)
        waiting.push_back(std::move(step));
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace planbuilder::tosca
