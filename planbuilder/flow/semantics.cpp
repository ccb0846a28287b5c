#include "planbuilder/flow/semantics.h"

#include <stdexcept>

#include "planbuilder/support/embedded.h"
#include "planbuilder/support/text.h"

namespace planbuilder::embedded {
std::span<const File> semantics();
}

namespace planbuilder::flow {

namespace {

constexpr std::pair<std::string_view, Order> order_words[] = {{"target-first", Order::target_first},
                                                              {"source-first", Order::source_first},
                                                              {"ends-first", Order::ends_first},
                                                              {"relationship-first", Order::relationship_first}};

std::optional<Order> parse_order(std::string_view text) {
  for (const auto& [word, order] : order_words) {
    if (word == text) return order;
  }
  return std::nullopt;
}

Order reverse(Order order) {
  switch (order) {
    case Order::target_first: return Order::source_first;
    case Order::source_first: return Order::target_first;
    case Order::ends_first: return Order::relationship_first;
    case Order::relationship_first: return Order::ends_first;
  }
  return order;
}

/// Reads one row after another; columns that are left out follow from those before.
class RowReader {
 public:
  RowReader(FileId file, Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

  std::optional<Rule> read(std::string_view line, std::uint32_t number) {
    number_ = number;
    line_ = line;
    const std::vector<std::string_view> columns = split(line, '\t');
    if (columns.size() < 2 || columns.size() > 1 + Rule::columns || trim(columns[0]).empty()) {
      report(line, "a row is a type and its orders for build, terminate, scale-out and scale-in, separated by tabs");
      return std::nullopt;
    }
    const auto build = order(columns[1]);
    const auto terminate = columns.size() > 2 ? order(columns[2]) : build ? std::optional(reverse(*build)) : std::nullopt;
    const auto scale_out = columns.size() > 3 ? order(columns[3]) : build;
    const auto scale_in = columns.size() > 4 ? order(columns[4]) : terminate;
    if (!build || !terminate || !scale_out || !scale_in) return std::nullopt;
    return Rule{std::string(trim(columns[0])), {*build, *terminate, *scale_out, *scale_in}};
  }

 private:
  std::optional<Order> order(std::string_view column) {
    const std::string_view word = trim(column);
    if (const auto known = parse_order(word)) return known;
    std::vector<std::string_view> words;
    for (const auto& entry : order_words) words.push_back(entry.first);
    report(column, "'" + std::string(word) + "' is no order" + did_you_mean(word, words));
    return std::nullopt;
  }

  void report(std::string_view part, std::string summary) {
    const auto column = static_cast<std::uint32_t>(part.data() - line_.data() + 1);
    diagnostics_.error(Code::bad_semantics, {file_, number_, column, static_cast<std::uint32_t>(part.size())},
                       std::move(summary));
  }

  FileId file_;
  Diagnostics& diagnostics_;
  std::uint32_t number_ = 0;
  std::string_view line_;
};

}  // namespace

std::string Rule::name() const { return type.empty() ? "dependency" : type.substr(type.find_last_of(".}") + 1); }

void Semantics::add(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  RowReader reader(file, diagnostics);
  std::uint32_t number = 0;
  std::unordered_map<std::string, std::uint32_t> lines;
  for (std::string_view line : split(sources.text(file), '\n')) {
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (trim(line).empty() || line.starts_with('#')) continue;
    auto rule = reader.read(line, number);
    if (!rule) continue;
    if (const auto [first, is_new] = lines.emplace(rule->type, number); !is_new) {
      diagnostics.error(Code::bad_semantics, {file, number, 1, 1}, "there is a row for '" + rule->type + "' already")
          .note("here", {file, first->second, 1, 1});
      continue;
    }
    const auto [place, is_new] = places_.emplace(rule->type, rules_.size());
    if (is_new) {
      rules_.push_back(std::move(*rule));
    } else {
      rules_[place->second] = std::move(*rule);
    }
  }
}

const Semantics& Semantics::shipped() {
  static const Semantics table = [] {
    Sources sources;
    Diagnostics diagnostics;
    Semantics semantics;
    const FileId file = sources.add("semantics.tsv", std::string(embedded::find(embedded::semantics(), "semantics.tsv").value()));
    semantics.add(sources, file, diagnostics);
    if (diagnostics.has_errors()) throw std::logic_error("semantics.tsv: " + diagnostics.since(0).front().summary);
    return semantics;
  }();
  return table;
}

std::optional<Semantics> Semantics::read(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  Semantics table = shipped();
  const std::size_t before = diagnostics.errors();
  table.add(sources, file, diagnostics);
  return diagnostics.errors() == before ? std::optional(std::move(table)) : std::nullopt;
}

const Rule* Semantics::find(const tosca::Topology& topology, tosca::TypeId type) const {
  for (; type.valid(); type = topology.types[type].parent) {
    if (const auto found = places_.find(topology.types[type].name); found != places_.end()) return &rules_[found->second];
  }
  return nullptr;
}

const Rule& Semantics::dependency() {
  static const Rule rule{"", {Order::target_first, Order::source_first, Order::target_first, Order::source_first}};
  return rule;
}

}  // namespace planbuilder::flow
