#include "planbuilder/plan/read_plan.h"

#include <algorithm>
#include <unordered_map>

#include "planbuilder/plan/plan_reader.h"
#include "planbuilder/plan/read_expression.h"

namespace planbuilder::plan {

namespace {

constexpr std::string_view format = "planbuilder/plan/1";

template <class T>
using Row = Member<PlanReader, T>;

/// The edges of a plan as they are written, by the ids of activities.
struct NamedEdge {
  std::size_t at = 0;
  std::string from;
  std::string to;
  bool redundant = false;
  std::vector<Origin> origins;
};

/// A plan whose edges do not lead anywhere yet: where activities and edges stand, problems can be shown.
struct LoosePlan {
  Plan plan;
  std::vector<std::size_t> places;  // of activities
  std::vector<NamedEdge> edges;
};

}  // namespace

template <>
Rows<Location> rows_of<Location>() {
  static constexpr Row<Location> rows[] = {
      {"file", reads<&Location::file>, Need::required},
      {"line", reads<&Location::line>},
      {"column", reads<&Location::column>},
  };
  return rows;
}

template <>
Rows<Service> rows_of<Service>() {
  static constexpr Row<Service> rows[] = {
      {"name", reads<&Service::name>, Need::required},
      {"source", reads<&Service::source>},
      {"digest", reads<&Service::digest>},
  };
  return rows;
}

template <>
Rows<Input> rows_of<Input>() {
  static constexpr Row<Input> rows[] = {
      {"name", reads<&Input::name>, Need::required},
      {"type", reads<&Input::type>},
      {"required", reads<&Input::required>, Need::required},
      {"default", [](PlanReader& in, Input& input) { input.default_value = read_literal(in.json); }},
      {"secret", reads<&Input::secret>},
      {"reason", reads<&Input::reason>},
  };
  return rows;
}

template <>
Rows<Output> rows_of<Output>() {
  static constexpr Row<Output> rows[] = {
      {"name", reads<&Output::name>, Need::required},
      {"type", reads<&Output::type>},
      {"value", [](PlanReader& in, Output& output) { output.value = read_literal(in.json); }, Need::one_of},
      {"from", [](PlanReader& in, Output& output) { output.value = read_expression(in.json); }, Need::one_of},
      {"description", reads<&Output::description>},
  };
  return rows;
}

template <>
Rows<Failure> rows_of<Failure>() {
  static constexpr Row<Failure> rows[] = {
      {"policy",
       [](PlanReader& in, Failure& failure) {
         constexpr Failure::Policy meant[] = {Failure::Policy::stop, Failure::Policy::retry, Failure::Policy::undo};
         failure.policy = meant[in.one_of({"stop", "retry", "undo"})];
       },
       Need::required},
      {"retries", reads<&Failure::retries>},
  };
  return rows;
}

template <>
Rows<OnFailure> rows_of<OnFailure>() {
  static constexpr Row<OnFailure> rows[] = {{"set", reads<&OnFailure::set>}, {"emits", reads<&OnFailure::emits>}};
  return rows;
}

template <>
Rows<Activity> rows_of<Activity>() {
  static constexpr Row<Activity> rows[] = {
      {"id", reads<&Activity::id>, Need::required},
      {"entity", reads<&Activity::entity>, Need::required},
      {"index", reads<&Activity::index>},
      {"transition", reads<&Activity::transition>, Need::required},
      {"type", reads<&Activity::type>},
      {"source", reads<&Activity::source>},
      {"target", reads<&Activity::target>},
      {"host", reads<&Activity::host>},
      {"loop", [](PlanReader& in, Activity& activity) { activity.loops = in.one_of({"instances"}) == 0; }},
      {"made_with", reads<&Activity::made_with>},
      {"filled_by", reads<&Activity::filled_by>},
      {"reason", reads<&Activity::reason>},
      {"at", reads<&Activity::at>},
      {"condition", [](PlanReader& in, Activity& activity) { activity.condition = read_condition(in.json); }},
      {"steps", reads<&Activity::steps>, Need::required},
      {"on_failure", reads<&Activity::on_failure>},
  };
  return rows;
}

template <>
Rows<Origin> rows_of<Origin>() {
  static constexpr Row<Origin> rows[] = {
      {"rule", reads<&Origin::rule>, Need::required},
      {"reason", reads<&Origin::reason>},
      {"at", reads<&Origin::at>},
  };
  return rows;
}

template <>
Rows<NamedEdge> rows_of<NamedEdge>() {
  static constexpr Row<NamedEdge> rows[] = {
      {"from", reads<&NamedEdge::from>, Need::required},
      {"to", reads<&NamedEdge::to>, Need::required},
      {"redundant", reads<&NamedEdge::redundant>},
      {"origins", reads<&NamedEdge::origins>, Need::required},
  };
  return rows;
}

template <>
Rows<Note> rows_of<Note>() {
  static constexpr Row<Note> rows[] = {{"text", reads<&Note::text>, Need::required}, {"at", reads<&Note::at>}};
  return rows;
}

template <>
Rows<Finding> rows_of<Finding>() {
  static constexpr Row<Finding> rows[] = {
      {"severity", reads<&Finding::severity>, Need::required},
      {"code", reads<&Finding::code>, Need::required},
      {"summary", reads<&Finding::summary>, Need::required},
      {"detail", reads<&Finding::detail>},
      {"at", reads<&Finding::at>},
      {"notes", reads<&Finding::notes>},
  };
  return rows;
}

namespace {

void read_activities(PlanReader& in, LoosePlan& loose) {
  in.json.list([&] {
    loose.places.push_back(in.json.place());
    Activity activity;
    in.read(activity);
    loose.plan.activities.add(std::move(activity));
  });
}

void read_edges(PlanReader& in, LoosePlan& loose) {
  in.json.list([&] {
    NamedEdge& edge = loose.edges.emplace_back();
    edge.at = in.json.place();
    in.read(edge);
  });
}

template <auto member>
constexpr auto reads_of_plan = [](PlanReader& in, LoosePlan& loose) { in.read(loose.plan.*member); };

}  // namespace

template <>
Rows<LoosePlan> rows_of<LoosePlan>() {
  static constexpr Row<LoosePlan> rows[] = {
      {"format", [](PlanReader& in, LoosePlan&) { in.json.skip(); }},  // looked at before
      {"name", reads_of_plan<&Plan::name>, Need::required},
      {"kind", reads_of_plan<&Plan::kind>, Need::required},
      {"derivation", reads_of_plan<&Plan::derivation>},
      {"service", reads_of_plan<&Plan::service>, Need::required},
      {"inputs", reads_of_plan<&Plan::inputs>, Need::required},
      {"outputs", reads_of_plan<&Plan::outputs>, Need::required},
      {"failure", reads_of_plan<&Plan::failure>, Need::required},
      {"templates", reads_of_plan<&Plan::templates>},
      {"activities", read_activities, Need::required},
      {"edges", read_edges, Need::required},
      {"diagnostics", reads_of_plan<&Plan::diagnostics>, Need::required},
  };
  return rows;
}

namespace {

/// Lets the edges lead to activities.
class EdgeResolver {
 public:
  EdgeResolver(LoosePlan& loose, JsonReader& json) : loose_(loose), json_(json) {}

  void resolve() {
    Plan& plan = loose_.plan;
    known_.reserve(plan.activities.size());
    for (const ActivityId id : plan.activities.ids()) {
      if (!known_.emplace(plan.activities[id].id, id).second)
        json_.fail(Code::bad_plan, loose_.places[id.index()], "there are two activities '" + plan.activities[id].id + "'");
    }
    plan.edges.reserve(loose_.edges.size());
    for (NamedEdge& edge : loose_.edges)
      plan.edges.push_back({find(edge.from, edge.at), find(edge.to, edge.at), edge.redundant, std::move(edge.origins)});
    if (json_.failed()) return;
    check_direction();
    sort();
  }

 private:
  ActivityId find(const std::string& id, std::size_t at) {
    const auto found = known_.find(id);
    if (found != known_.end()) return found->second;
    json_.fail(Code::bad_plan, at, "the edge names an activity '" + id + "' that is not there");
    return {};
  }

  void check_direction() {
    for (std::size_t i = 0; i < loose_.edges.size(); ++i) {
      const Edge& edge = loose_.plan.edges[i];
      if (edge.from < edge.to) continue;
      json_.fail(Code::bad_plan, loose_.edges[i].at,
                 "the edge leads backwards, from '" + loose_.edges[i].from + "' to '" + loose_.edges[i].to +
                     "': activities stand in an order that keeps all edges");
    }
  }

  /// Documents of planbuilder are sorted; the order in which others list edges does not matter.
  void sort() {
    std::vector<Edge>& edges = loose_.plan.edges;
    const auto ends = [](const Edge& edge) { return std::pair(edge.from, edge.to); };
    const auto less = [&](const Edge& a, const Edge& b) { return ends(a) < ends(b); };
    if (!std::is_sorted(edges.begin(), edges.end(), less)) std::stable_sort(edges.begin(), edges.end(), less);
    const auto twice =
        std::adjacent_find(edges.begin(), edges.end(), [&](const Edge& a, const Edge& b) { return ends(a) == ends(b); });
    if (twice == edges.end()) return;
    const std::string& from = loose_.plan.activities[twice->from].id;
    const std::string& to = loose_.plan.activities[twice->to].id;
    for (const NamedEdge& edge : loose_.edges) {
      if (edge.from == from && edge.to == to)
        return json_.fail(Code::bad_plan, edge.at, "the edge from '" + from + "' to '" + to + "' is there twice");
    }
  }

  LoosePlan& loose_;
  JsonReader& json_;
  std::unordered_map<std::string_view, ActivityId> known_;
};

Plan read_plan(PlanReader& in) {
  const std::size_t start = in.json.place();
  const auto found = in.json.find_text("format");
  if (found != format) {
    in.json.fail(Code::bad_plan, start,
                 "this is no plan document: its 'format' is " + (found ? "'" + *found + "'" : std::string("missing")) +
                     " instead of '" + std::string(format) + "'");
    return {};
  }
  LoosePlan loose;
  in.read(loose);
  if (!in.json.failed()) EdgeResolver(loose, in.json).resolve();
  return std::move(loose.plan);
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
