#include "planbuilder/pack/declare_in_xml.h"

#include <algorithm>
#include <map>
#include <set>

#include "planbuilder/emit/template/emit_error.h"
#include "planbuilder/emit/template/xml_name.h"
#include "planbuilder/emit/template/xml_text.h"
#include "planbuilder/pack/prove_xml.h"
#include "planbuilder/pack/xml_lines.h"
#include "planbuilder/pack/xml_service.h"
#include "planbuilder/tosca/model/packed_mark.h"

namespace planbuilder::pack {

namespace {

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + emit::xml_escape(value) + "\"";
}

/// What stands in the definitions and is not ours.
struct Foreign {
  std::multimap<std::string, pugi::xml_node> plans;  // by planType
  std::map<OperationName, pugi::xml_node> operations;
  std::map<std::string, pugi::xml_node> interfaces;
};

Foreign find_foreign(const XmlService& service) {
  Foreign found;
  for (const pugi::xml_node plan : children_of(service.plans, "Plan"))
    found.plans.emplace(plan.attribute("planType").value(), plan);
  for (const pugi::xml_node interface : children_of(service.interfaces, "Interface")) {
    const std::string name = interface.attribute("name").value();
    found.interfaces.emplace(name, interface);
    for (const pugi::xml_node operation : children_of(interface, "Operation"))
      found.operations.emplace(OperationName{name, operation.attribute("name").value()}, operation);
  }
  return found;
}

/// A place of a target, with what it leaves open.
std::string filled_in(std::string_view place, const std::map<std::string_view, std::string>& values) {
  std::string out;
  while (!place.empty()) {
    const std::size_t open = std::min(place.find('{'), place.size());
    out += place.substr(0, open);
    place.remove_prefix(open);
    if (place.empty()) break;
    const std::size_t close = place.find('}');
    out += values.at(place.substr(1, close - 1));
    place.remove_prefix(close + 1);
  }
  return out;
}

class XmlDeclarer {
 public:
  XmlDeclarer(const XmlService& service, const std::string& path, const Sources& sources, Existing existing,
              Diagnostics& diagnostics)
      : service_(service),
        path_(path),
        sources_(sources),
        existing_(existing),
        diagnostics_(diagnostics),
        placer_(service),
        foreign_(find_foreign(service)) {}

  XmlAddition declare(const std::vector<PlanTarget>& targets) {
    for (std::size_t first = 0; first < targets.size();) {
      std::size_t end = first;
      while (end < targets.size() && targets[end].plan == targets[first].plan) ++end;
      declare_plan({targets.begin() + static_cast<std::ptrdiff_t>(first), targets.begin() + static_cast<std::ptrdiff_t>(end)});
      first = end;
    }
    place_plans();
    place_operations();
    return std::move(addition_);
  }

 private:
  [[nodiscard]] SourceRange at(pugi::xml_node node) const {
    return sources_.at_offset(service_.file, static_cast<std::size_t>(node.offset_debug()));
  }

  /// All targets of one plan.
  void declare_plan(const std::vector<PlanTarget>& targets) {
    const plan::Plan& plan = *targets.front().plan;
    const std::vector<pugi::xml_node> rivals = rivals_of(plan);
    if (!rivals.empty() && existing_ == Existing::keep) {
      diagnostics_
          .note(Code::plan_kept, at(rivals.front()),
                "the CSAR has this plan of its own: the " + plan.name + " plan is packed, but not declared")
          .explain(what_to_do_about_existing);
      return;
    }
    const std::size_t first = addition_.declared.size();
    for (const PlanTarget& target : targets) add_plan(target);
    const auto best = std::min_element(targets.begin(), targets.end(), [](const PlanTarget& a, const PlanTarget& b) {
      return a.target->packing.operation_rank < b.target->packing.operation_rank;
    });
    Declared& main = addition_.declared[first + static_cast<std::size_t>(best - targets.begin())];
    if (!rivals.empty()) settle_rivals(rivals, main);
    add_operation(plan, main);
  }

  /// Plans that are there once in a service by their nature.
  std::vector<pugi::xml_node> rivals_of(const plan::Plan& plan) const {
    const std::string type = plan_type_of(plan);
    std::vector<pugi::xml_node> rivals;
    if (type.ends_with("ManagementPlan")) return rivals;
    const auto [first, last] = foreign_.plans.equal_range(type);
    for (auto it = first; it != last; ++it) rivals.push_back(it->second);
    return rivals;
  }

  void settle_rivals(const std::vector<pugi::xml_node>& rivals, const Declared& main) {
    for (const pugi::xml_node rival : rivals) {
      const std::string name = rival.attribute("id").value();
      if (existing_ == Existing::beside) {
        diagnostics_.note(Code::plan_beside, at(rival),
                          "the CSAR has this plan of its own: ours is declared beside it as '" + main.name + "'");
        continue;
      }
      diagnostics_.note(Code::plan_replaced, at(rival), "the plan '" + name + "' of the CSAR is replaced by '" + main.name + "'")
          .explain("its files stay where they are");
      remove(rival);
      for (const auto& [operation, element] : foreign_.operations) {
        const pugi::xml_node reference =
            children_of(element, "Plan").empty() ? pugi::xml_node() : children_of(element, "Plan").front();
        if (reference && name == reference.attribute("planRef").value()) lead_to(element, reference, main);
      }
    }
  }

  void remove(pugi::xml_node element) {
    addition_.edits.push_back(placer_.remove(element));
    addition_.removed.insert(element.offset_debug());
  }

  /// What led to a plan that is gone leads to ours.
  void lead_to(pugi::xml_node operation, pugi::xml_node reference, const Declared& main) {
    addition_.edits.push_back(placer_.set(reference, "planRef", main.name));
    addition_.removed.insert(operation.offset_debug());
    ++addition_.operations;
    redirected_.insert({operation.parent().attribute("name").value(), operation.attribute("name").value()});
  }

  void add_plan(const PlanTarget& target) {
    const plan::Plan& plan = *target.plan;
    const emit::Packing& packing = target.target->packing;
    const std::string target_name(target.target->name);
    const std::string id = free_name(emit::name_of(plan.name) + "-" + target_name, [&](const std::string& name) {
      return service_.ids.contains(name) || own_ids_.contains(name);
    });
    own_ids_.insert(id);
    Declared declared{plan.name, target_name, target.file, id, ""};
    if (!packing.archive_place.empty()) declared.file = archive_file(packing.archive_place, id);
    const std::string p = prefix_for(service_.plans);
    plans_.add(0, "<" + p + "Plan" + attribute("id", id) + attribute("name", plan.name) +
                      attribute("planType", plan_type_of(plan)) + attribute("planLanguage", packing.language) +
                      attribute("xmlns:packed", tosca::packed_namespace) +
                      attribute("packed:" + std::string(tosca::packed_attribute), plan.name) + ">");
    add_inputs(p, plan, packing);
    add_outputs(p, plan, packing);
    const std::string reference = url_encode(relative_reference(path_, declared.file), true);
    plans_.add(1, "<" + p + "PlanModelReference" + attribute("reference", reference) + "/>");
    plans_.add(0, "</" + p + "Plan>");
    addition_.declared.push_back(std::move(declared));
  }

  void add_parameter(const std::string& element, const std::string& name, const std::string& type, bool required) {
    plans_.add(2, "<" + element + attribute("name", name) + attribute("type", type.empty() ? "string" : type) +
                      attribute("required", required ? "yes" : "no") + "/>");
  }

  void add_inputs(const std::string& p, const plan::Plan& plan, const emit::Packing& packing) {
    std::vector<std::string> more;
    if (packing.inputs != nullptr) more = packing.inputs(plan);
    if (plan.inputs.empty() && more.empty()) return;
    plans_.add(1, "<" + p + "InputParameters>");
    for (const plan::Input& input : plan.inputs)
      add_parameter(p + "InputParameter", input.name, input.type, input.required && !input.default_value);
    for (const std::string& name : more) add_parameter(p + "InputParameter", name, "string", true);
    plans_.add(1, "</" + p + "InputParameters>");
  }

  void add_outputs(const std::string& p, const plan::Plan& plan, const emit::Packing& packing) {
    if (plan.outputs.empty() && packing.outputs.empty()) return;
    plans_.add(1, "<" + p + "OutputParameters>");
    for (const plan::Output& output : plan.outputs) add_parameter(p + "OutputParameter", output.name, output.type, true);
    for (const std::string_view name : packing.outputs) add_parameter(p + "OutputParameter", std::string(name), "string", true);
    plans_.add(1, "</" + p + "OutputParameters>");
  }

  /// Where an engine looks for the archive of a plan.
  [[nodiscard]] std::string archive_file(std::string_view place, const std::string& id) const {
    return filled_in(
        place,
        {{"namespace", url_encode(service_.namespace_uri, false)}, {"service", url_encode(service_.id, false)}, {"id", id}});
  }

  void add_operation(const plan::Plan& plan, Declared& main) {
    OperationName name = operation_of(plan);
    const auto there = foreign_.operations.find(name);
    if (redirected_.contains(name)) {
      main.operation = name.interface + "/" + name.operation;
      return;
    }
    if (there != foreign_.operations.end() && !settle_operation(there->second, name, main)) return;
    main.operation = name.interface + "/" + name.operation;
    XmlLines& lines = operations_[name.interface];
    const auto interface = foreign_.interfaces.find(name.interface);
    const std::string p = prefix_for(interface == foreign_.interfaces.end() ? service_.interfaces : interface->second);
    lines.add(0, "<" + p + "Operation" + attribute("name", name.operation) + ">");
    lines.add(1, "<" + p + "Plan" + attribute("planRef", main.name) + "/>");
    lines.add(0, "</" + p + "Operation>");
    ++addition_.operations;
  }

  /// The CSAR has such an operation; false when it stays alone. `name` changes when ours goes beside it.
  bool settle_operation(pugi::xml_node there, OperationName& name, const Declared& main) {
    const std::string what = "the operation '" + name.operation + "' of '" + name.interface + "'";
    if (existing_ == Existing::keep) {
      diagnostics_
          .note(Code::plan_kept, at(there), what + " is one of the CSAR's own: it does not lead to our plan '" + main.name + "'")
          .explain(what_to_do_about_existing);
      return false;
    }
    if (existing_ == Existing::replace) {
      diagnostics_.note(Code::plan_replaced, at(there), what + " is replaced: it now leads to '" + main.name + "'");
      remove(there);
      return true;
    }
    name.operation = free_name(name.operation, [&](const std::string& other) {
      return foreign_.operations.contains({name.interface, other});
    });
    diagnostics_.note(Code::plan_beside, at(there), what + " is one of the CSAR's own: ours is '" + name.operation + "'");
    return true;
  }

  /// The prefix that the container of what is added is written with.
  [[nodiscard]] std::string prefix_for(pugi::xml_node container) const {
    if (container) return XmlService::prefix(container);
    return XmlService::prefix(service_.boundary && container == service_.interfaces ? service_.boundary : service_.element);
  }

  void place_plans() {
    if (plans_.empty()) return;
    if (service_.plans) {
      addition_.edits.push_back(placer_.append(service_.plans, plans_));
      return;
    }
    const std::string p = XmlService::prefix(service_.element);
    XmlLines lines;
    lines.add(0, "<" + p + "Plans>");
    lines.add_all(1, plans_);
    lines.add(0, "</" + p + "Plans>");
    addition_.edits.push_back(placer_.after(service_.topology, lines));
  }

  /// Into the interfaces that are there; the others into new ones, with all that they need around them.
  void place_operations() {
    XmlLines fresh;
    const std::string p = prefix_for(service_.interfaces);
    for (const auto& [interface, operations] : operations_) {
      const auto there = foreign_.interfaces.find(interface);
      if (there != foreign_.interfaces.end()) {
        addition_.edits.push_back(placer_.append(there->second, operations));
        continue;
      }
      fresh.add(0, "<" + p + "Interface" + attribute("name", interface) + ">");
      fresh.add_all(1, operations);
      fresh.add(0, "</" + p + "Interface>");
    }
    if (!fresh.empty()) place_interfaces(fresh);
  }

  void place_interfaces(const XmlLines& interfaces) {
    if (service_.interfaces) {
      addition_.edits.push_back(placer_.append(service_.interfaces, interfaces));
      return;
    }
    const pugi::xml_node around = service_.boundary ? service_.boundary : service_.element;
    const std::string p = XmlService::prefix(around);
    XmlLines lines;
    lines.add(0, "<" + p + "Interfaces>");
    lines.add_all(1, interfaces);
    lines.add(0, "</" + p + "Interfaces>");
    if (service_.boundary) {
      addition_.edits.push_back(placer_.append(service_.boundary, lines));
      return;
    }
    XmlLines boundary;
    boundary.add(0, "<" + p + "BoundaryDefinitions>");
    boundary.add_all(1, lines);
    boundary.add(0, "</" + p + "BoundaryDefinitions>");
    addition_.edits.push_back(placer_.before(service_.topology, boundary));
  }

  const XmlService& service_;
  const std::string& path_;
  const Sources& sources_;
  Existing existing_;
  Diagnostics& diagnostics_;
  XmlPlacer placer_;
  Foreign foreign_;
  std::set<std::string> own_ids_;
  std::set<OperationName> redirected_;
  XmlLines plans_;
  std::map<std::string, XmlLines> operations_;  // by interface
  XmlAddition addition_;
};

/// Offsets in a text that the parser converted would not be those of the file.
bool is_plain_utf8(const XmlService& service) {
  std::string encoding = service.document->child("xml").attribute("encoding").as_string("UTF-8");
  for (char& c : encoding) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return encoding == "UTF-8" && is_utf8(service.text);
}

}  // namespace

std::optional<DeclaredFile> declare_in_xml(const Sources& sources, FileId file, const std::vector<PlanTarget>& targets,
                                           Existing existing, Diagnostics& diagnostics) {
  const auto refuse = [&](const std::string& why) {
    diagnostics.warning(Code::not_declared, {file, 0, 0, 0}, "the plans are packed, but not declared: " + why);
    return std::nullopt;
  };
  Diagnostics unheard;  // the file was read before
  const XmlService service = find_service(sources, file, unheard);
  if (!service.element || !service.topology) return refuse("no service template is found in this file");
  if (!is_plain_utf8(service)) return refuse("the encoding of the definitions is not UTF-8");
  Diagnostics said;
  try {
    const XmlAddition addition = XmlDeclarer(service, sources.path(file), sources, existing, said).declare(targets);
    DeclaredFile result{apply(service.text, addition.edits), addition.declared};
    const std::string problem = prove_xml(service, addition, sources.path(file), result.edited.text);
    if (!problem.empty()) return refuse("the edit could not be proven to change nothing else (" + problem + ")");
    diagnostics.add_all(said);
    return result;
  } catch (const emit::EmitError& problem) {
    return refuse(problem.what());
  }
}

}  // namespace planbuilder::pack
