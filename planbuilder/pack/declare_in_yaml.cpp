#include "planbuilder/pack/declare_in_yaml.h"

#include <algorithm>
#include <array>
#include <set>

#include "planbuilder/pack/prove_yaml.h"
#include "planbuilder/pack/yaml_item.h"
#include "planbuilder/pack/yaml_place.h"
#include "planbuilder/pack/yaml_service.h"
#include "planbuilder/tosca/model/packed_mark.h"

namespace planbuilder::pack {

using tosca::yaml::Node;
using tosca::yaml::Version;

namespace {

/// Types that every file of the version knows.
bool is_builtin(Version version, std::string_view type) {
  static constexpr std::array<std::string_view, 8> all = {"string",    "integer", "float", "boolean",
                                                          "timestamp", "version", "list",  "map"};
  static constexpr std::array<std::string_view, 5> of_1_x = {"range", "scalar-unit.size", "scalar-unit.time",
                                                             "scalar-unit.frequency", "scalar-unit.bitrate"};
  if (std::find(all.begin(), all.end(), type) != all.end()) return true;
  if (tosca::yaml::is_2_0(version)) return type == "bytes";
  return std::find(of_1_x.begin(), of_1_x.end(), type) != of_1_x.end();
}

int rank_of(const PlanTarget& target) { return target.target->packing.workflow_rank; }

class YamlDeclarer {
 public:
  YamlDeclarer(const YamlService& service, const Sources& sources, FileId file, Existing existing, Diagnostics& diagnostics)
      : service_(service), places_(sources, file), path_(sources.path(file)), existing_(existing), diagnostics_(diagnostics) {
    for (const Node workflows : {service.workflows, service.root().find("workflows")}) {
      if (!workflows.present() || !workflows.is_mapping()) continue;
      for (const auto [key, value] : workflows.entries()) {
        if (key.is_scalar()) there_.emplace(key.text(), key);
      }
    }
  }

  YamlAddition declare(const std::vector<PlanTarget>& targets) {
    for (std::size_t first = 0; first < targets.size();) {
      std::size_t best = first;
      std::size_t next = first;
      for (; next < targets.size() && targets[next].plan == targets[first].plan; ++next) {
        if (rank_of(targets[next]) < rank_of(targets[best])) best = next;
      }
      add_workflow(targets[best]);
      first = next;
    }
    if (!addition_.workflows.empty()) place();
    return std::move(addition_);
  }

 private:
  void add_workflow(const PlanTarget& target) {
    const auto name = name_for(*target.plan);
    if (!name) return;
    YamlItem item{*name};
    item.entries.push_back({"description", description_of(*target.plan)});
    item.entries.push_back({"metadata", {}, {}, {{std::string(tosca::packed_metadata), target.plan->name}}});
    if (!target.plan->inputs.empty()) item.entries.push_back(inputs_of(*target.plan));
    item.entries.push_back({"implementation", relative_reference(path_, target.file)});
    if (YamlItem outputs = outputs_of(*target.plan); !outputs.entries.empty()) item.entries.push_back(std::move(outputs));
    addition_.workflows.push_back(std::move(item));
    addition_.declared.push_back({target.plan->name, std::string(target.target->name), target.file, *name, ""});
    ours_.insert(*name);
  }

  /// Nothing where a workflow of the model has the name and keeps it.
  std::optional<std::string> name_for(const plan::Plan& plan) {
    const std::string name = workflow_of(plan);
    const auto rival = there_.find(name);
    if (rival == there_.end()) return name;
    const SourceRange at = rival->second.at();
    if (existing_ == Existing::beside) {
      const std::string other =
          free_name(name, [&](const std::string& taken) { return there_.contains(taken) || ours_.contains(taken); });
      diagnostics_.note(Code::plan_beside, at,
                        "the CSAR has this workflow of its own: ours is declared beside it as '" + other + "'");
      return other;
    }
    if (existing_ == Existing::replace && replace(rival->second)) {
      diagnostics_.note(Code::plan_replaced, at, "the workflow '" + name + "' of the CSAR is replaced by ours");
      return name;
    }
    diagnostics_
        .note(Code::plan_kept, at,
              "the CSAR has this workflow of its own: the " + plan.name + " plan is packed, but not declared")
        .explain(existing_ == Existing::replace
                     ? "it cannot be replaced where it stands; --beside declares ours under another name"
                     : what_to_do_about_existing);
    return std::nullopt;
  }

  bool replace(Node key) {
    if (!service_.workflows.present() || !service_.workflows.is_mapping() || !service_.workflows.find(key.text()).present())
      return false;
    auto edit = places_.remove(service_.workflows, key);
    if (!edit) return false;
    addition_.edits.push_back(std::move(*edit));
    addition_.removed.insert(std::string(key.text()));
    return true;
  }

  [[nodiscard]] YamlItem inputs_of(const plan::Plan& plan) const {
    YamlItem inputs{"inputs"};
    for (const plan::Input& input : plan.inputs) {
      YamlItem item{input.name};
      const Node known = definition_of(input.name);
      const std::string type = type_of(input.type, known);
      item.entries.push_back({"type", type, {}, {}, is_builtin(*service_.version, type)});
      const Node entry = known.present() && known.is_mapping() ? known.find("entry_schema") : Node();
      if (const Node schema = entry.present() && entry.is_mapping() ? entry.find("type") : entry;
          schema.present() && schema.is_scalar())
        item.entries.push_back({"entry_schema", {}, {}, {{"type", std::string(schema.text())}}});
      const bool required = input.required && !input.default_value;
      item.entries.push_back({"required", required ? "true" : "false", {}, {}, true});
      inputs.entries.push_back(std::move(item));
    }
    return inputs;
  }

  /// The input of the service that the plan passes on, as it is written.
  [[nodiscard]] Node definition_of(const std::string& input) const {
    const Node inputs = service_.content.present() && service_.content.is_mapping() ? service_.content.find("inputs") : Node();
    return inputs.present() && inputs.is_mapping() ? inputs.find(input) : Node();
  }

  /// A type of the model under the name that this file has for it; else what a run takes anyway: text.
  [[nodiscard]] std::string type_of(const std::string& type, Node known) const {
    if (is_builtin(*service_.version, type)) return type;
    const Node written = known.present() && known.is_mapping() ? known.find("type") : Node();
    return written.present() && written.is_scalar() ? std::string(written.text()) : "string";
  }

  /// Outputs of workflows are attributes of nodes; what is computed from several cannot be said.
  static YamlItem outputs_of(const plan::Plan& plan) {
    YamlItem outputs{"outputs"};
    for (const plan::Output& output : plan.outputs) {
      const plan::Function* function = output.value.function();
      const auto* read = function == nullptr ? nullptr : std::get_if<plan::AttributeRead>(&function->data);
      if (read == nullptr || read->of.entity.kind != plan::Entity::Kind::node) continue;
      if (!read->path.empty() || read->of.which != plan::EntityReference::Which::only) continue;
      outputs.entries.push_back({output.name, {}, {read->of.entity.id, read->name}});
    }
    return outputs;
  }

  void place() {
    std::optional<TextEdit> edit;
    if (service_.workflows_key.present()) {
      edit = places_.fill(service_.workflows_key, service_.workflows, addition_.workflows);
    } else {
      YamlItem workflows{"workflows"};
      workflows.entries = addition_.workflows;
      if (service_.section_key.present()) {
        edit = places_.fill(service_.section_key, service_.content, {workflows});
      } else if (!tosca::yaml::is_2_0(*service_.version)) {  // 2.0 has no service without nodes
        edit = places_.append(service_.root(), {{std::string(service_.section), {}, {}, {workflows}}});
      }
    }
    if (edit) {
      // What is added comes first, also where an entry is taken out at the same place.
      addition_.edits.insert(addition_.edits.begin(), std::move(*edit));
      addition_.placed = true;
    }
  }

  const YamlService& service_;
  YamlPlaces places_;
  std::string path_;
  Existing existing_;
  Diagnostics& diagnostics_;
  std::map<std::string, Node, std::less<>> there_;
  std::set<std::string> ours_;
  YamlAddition addition_;
};

}  // namespace

std::optional<DeclaredFile> declare_in_yaml(const Sources& sources, FileId file, const tosca::yaml::Limits& limits,
                                            const std::vector<PlanTarget>& targets, Existing existing, Diagnostics& diagnostics) {
  const SourceRange whole{file, 0, 0, 0};
  const auto refuse = [&](const std::string& why) {
    diagnostics.warning(Code::not_declared, whole, "the plans are packed, but not declared: " + why);
    return std::nullopt;
  };
  const YamlFile read(sources, file, limits);
  const YamlService* service = read.service();
  if (service == nullptr || !service->version) return refuse("the version of this file is not known");
  if (!is_utf8(sources.text(file))) return refuse("the definitions are not UTF-8");
  if (!tosca::yaml::contains(tosca::yaml::but_alien(tosca::yaml::since_1_3), *service->version)) {
    diagnostics.note(
        Code::not_declared, whole,
        "the plans are packed, but not declared: workflows with an implementation came with TOSCA 1.3, this file is of " +
            tosca::yaml::in_words(*service->version));
    return std::nullopt;
  }
  Diagnostics said;
  const YamlAddition addition = YamlDeclarer(*service, sources, file, existing, said).declare(targets);
  if (!addition.workflows.empty() && !addition.placed) return refuse("there is no place for workflows in this file");
  DeclaredFile result{apply(sources.text(file), addition.edits), addition.declared};
  const std::string problem = prove_yaml(*service, addition, sources.path(file), result.edited.text, limits);
  if (!problem.empty()) return refuse("the edit could not be proven to change nothing else (" + problem + ")");
  diagnostics.add_all(said);
  return result;
}

}  // namespace planbuilder::pack
