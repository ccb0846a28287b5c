#include "planbuilder/plan/read_plan.h"

#include <algorithm>
#include <unordered_map>

#include "planbuilder/plan/plan_reader.h"

namespace planbuilder::plan {

namespace {

/// Lets the edges lead to activities.
class EdgeResolver {
 public:
  EdgeResolver(Plan& plan, PlanReader& in) : plan_(plan), notes_(in.notes), json_(in.json) {}

  void resolve() {
    known_.reserve(plan_.activities.size());
    for (const ActivityId id : plan_.activities.ids()) {
      if (!known_.emplace(plan_.activities[id].id, id).second)
        json_.fail(Code::bad_plan, notes_.activities[id.index()], "there are two activities '" + plan_.activities[id].id + "'");
    }
    for (std::size_t i = 0; i < plan_.edges.size(); ++i) {
      Edge& edge = plan_.edges[i];
      edge.from = find(edge.from, i);
      edge.to = find(edge.to, i);
    }
    if (json_.failed()) return;
    check_direction();
    sort();
  }

 private:
  ActivityId find(ActivityId end, std::size_t edge) {
    const std::string& id = notes_.ends[end.index()];
    const auto found = known_.find(id);
    if (found != known_.end()) return found->second;
    json_.fail(Code::bad_plan, notes_.edges[edge], "the edge names an activity '" + id + "' that is not there");
    return {};
  }

  void check_direction() {
    for (std::size_t i = 0; i < plan_.edges.size(); ++i) {
      const Edge& edge = plan_.edges[i];
      if (edge.from < edge.to) continue;
      json_.fail(Code::bad_plan, notes_.edges[i],
                 "the edge leads backwards, from '" + plan_.activities[edge.from].id + "' to '" + plan_.activities[edge.to].id +
                     "': activities stand in an order that keeps all edges");
    }
  }

  /// Documents of planbuilder are sorted; the order in which others list edges does not matter.
  void sort() {
    std::vector<Edge>& edges = plan_.edges;
    const auto ends = [](const Edge& edge) { return std::pair(edge.from, edge.to); };
    const auto less = [&](const Edge& a, const Edge& b) { return ends(a) < ends(b); };
    if (!std::is_sorted(edges.begin(), edges.end(), less)) std::stable_sort(edges.begin(), edges.end(), less);
    const auto twice =
        std::adjacent_find(edges.begin(), edges.end(), [&](const Edge& a, const Edge& b) { return ends(a) == ends(b); });
    if (twice != edges.end()) report_twice(plan_.activities[twice->from].id, plan_.activities[twice->to].id);
  }

  /// At the first of them in the document, whichever of its ends comes first there.
  void report_twice(const std::string& from, const std::string& to) {
    for (std::size_t i = 0; i < notes_.edges.size(); ++i) {
      const std::pair ends(notes_.ends[2 * i], notes_.ends[2 * i + 1]);
      if (ends == std::pair(from, to) || ends == std::pair(to, from))
        return json_.fail(Code::bad_plan, notes_.edges[i], "the edge from '" + from + "' to '" + to + "' is there twice");
    }
  }

  Plan& plan_;
  const PlanReader::Notes& notes_;
  JsonReader& json_;
  std::unordered_map<std::string_view, ActivityId> known_;
};

Plan read_plan(PlanReader& in) {
  constexpr auto format = std::get<0>(Description<Plan>::fields);
  const std::size_t start = in.json.place();
  const auto found = in.json.find_text(format.key);
  if (found != format.word) {
    in.json.fail(Code::bad_plan, start,
                 "this is no plan document: its 'format' is " + (found ? "'" + *found + "'" : std::string("missing")) +
                     " instead of '" + std::string(format.word) + "'");
    return {};
  }
  Plan plan;
  in.notes = {};
  in.read(plan);
  if (!in.json.failed()) EdgeResolver(plan, in).resolve();
  return plan;
}

Document read_document(PlanReader& in) {
  Document document;
  document.several = in.json.first_key() == "plans";
  if (!document.several) {
    document.plans.push_back(read_plan(in));
  } else {
    in.json.object([&](std::string_view key) {
      if (key != "plans") return in.json.fail(Code::bad_plan, in.json.key_place(), "unknown key '" + std::string(key) + "'");
      in.json.list([&] { document.plans.push_back(read_plan(in)); });
    });
  }
  in.json.end();
  return document;
}

}  // namespace

std::optional<Document> read_document(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  PlanReader in(sources.text(file));
  Document document = read_document(in);
  if (!in.json.failed()) return document;
  const JsonReader::Problem& problem = *in.json.problem();
  diagnostics.error(problem.code, sources.at_offset(file, problem.at), problem.summary);
  return std::nullopt;
}

}  // namespace planbuilder::plan
