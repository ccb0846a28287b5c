// One run: the input it reads, the problems it meets, how long its stages take.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "csar/archive.h"
#include "csar/metadata.h"
#include "planbuilder/driver/options.h"
#include "planbuilder/driver/used_files.h"
#include "planbuilder/events/derive.h"
#include "planbuilder/flow/derive.h"
#include "planbuilder/flow/interleaving.h"
#include "planbuilder/pack/restore.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/plan_kinds/plan_kinds.h"
#include "planbuilder/support/diagnostic.h"
#include "planbuilder/support/timings.h"
#include "planbuilder/tosca/files/read_files.h"
#include "planbuilder/tosca/model/topology.h"
#include "plugins/choose.h"
#include "plugins/parameters/leave_out_secrets.h"
#include "plugins/registry.h"

namespace planbuilder::driver {

/// What the plugins say about one activity.
struct ActivityOffers {
  std::string id;
  bool runs_already = false;
  std::vector<plugins::Offer> offers;  // the best first
  std::string interfaces;              // in words, where nobody offers anything
};

struct PlanOffers {
  std::string plan;
  std::vector<ActivityOffers> activities;
};

class Session {
 public:
  explicit Session(const Options& options) : options_(options) {}

  Sources sources;
  Diagnostics diagnostics;
  Timings timings;

  /// Opens the input and reads the service, once. Both stay with the session.
  const tosca::Topology* load();
  /// Opens the input and reads its files, but makes nothing of them. For those who look inside; load() does it by itself.
  std::vector<tosca::DefinitionsFile> read_files();
  [[nodiscard]] const csar::Archive& archive() const { return *archive_; }
  [[nodiscard]] const csar::Metadata& metadata() const { return metadata_; }
  [[nodiscard]] const std::string& entry_definitions() const { return entry_definitions_; }
  [[nodiscard]] const tosca::Topology& topology() const { return *topology_; }

  /// To be called before load(): the record of an earlier pack is read too. Who packs reads the service as it was before that;
  /// other commands read what is there, and leave out what is marked.
  void read_record(bool packs = false) {
    reads_record_ = true;
    packs_ = packs;
  }
  [[nodiscard]] const pack::Before& before() const { return before_; }

  /// The plugins of the folders that the user named join the shipped ones; false after a diagnostic. load() does it too.
  bool read_plugins();
  [[nodiscard]] const plugins::PluginSet& plugins() const { return plugins_; }
  /// Whether a file that plans name is there: in the input, or brought by a plugin.
  [[nodiscard]] bool has_file(const std::string& path) const;
  /// Its content; nothing when it is not there, or after a diagnostic.
  std::optional<OutputFile> read_file(const std::string& path);
  /// A file that plans use, and that neither the input nor a plugin has.
  void bring(OutputFile file);
  [[nodiscard]] const OutputFile* find_brought(const std::string& path) const;
  /// Who would fill the activities of a plan.
  std::optional<PlanOffers> plugin_offers(const flow::PlanRequest& request);

  /// A package brings along what its templates run; files and folders may be on the way to become one.
  void check_files();

  /// Warns when the service cannot be planned, without planning it.
  void check_order();

  /// The kinds of plans: the shipped ones, and those of the user once the input is loaded.
  [[nodiscard]] const PlanKinds& kinds() const { return kinds_ ? *kinds_ : PlanKinds::shipped(); }
  /// Every plan that the service can have, and those that are asked for besides. That there are none is an error.
  std::vector<flow::PlanRequest> all_plans();
  /// Derives and fills one plan.
  std::optional<plan::Plan> make_plan(const flow::PlanRequest& request);
  /// The state machines of the service; made when they are needed first. None when something is wrong with them.
  events::Derivation* events();
  /// All plans that the service can have; nothing when one of them has an error.
  std::optional<std::vector<plan::Plan>> make_all_plans();
  /// The secrets that the model writes out, of the plans that were made: the plans ask for them as inputs.
  [[nodiscard]] const plugins::LiteralSecrets& literal_secrets() const { return literal_secrets_; }
  /// One plan as it is before plugins fill it.
  std::optional<flow::AbstractPlan> derive(const flow::PlanRequest& request);

 private:
  /// All that comes before the definitions are read; nothing after a diagnostic.
  std::optional<tosca::LoadOptions> open();
  /// False when there is a record that cannot be read.
  bool find_before();
  /// False when there are rows that make no sense.
  bool read_semantics();
  bool read_kinds();
  /// A file that an option names; nothing after a diagnostic.
  std::optional<FileId> read_option_file(const std::string& path);
  [[nodiscard]] const flow::Semantics& semantics() const { return semantics_ ? *semantics_ : flow::Semantics::shipped(); }

  /// Who asks for the plan of an event wants it derived from events.
  [[nodiscard]] bool derives_from_events(bool wants_event = false);
  /// The service or the user asks for it, whatever relationships implement.
  [[nodiscard]] bool wants_events(bool wants_event) const;
  /// It is one of nodes, beside their life cycle, and nothing tells of events: relationships order the calls.
  [[nodiscard]] bool calls_operation(const std::string& name) const;
  /// What `--send` names, unless it is such an operation.
  [[nodiscard]] std::string sent_event() const;
  /// Without those for operations that are asked for by name.
  std::vector<flow::PlanRequest> usual_plans();
  /// Those that call operations of what is there: if something implements them, or somebody asks for them.
  void add_calling_plans(std::vector<flow::PlanRequest>& all);
  /// Those of the model that are not there already in the place of ours, and those of triggers.
  void add_workflow_plans(std::vector<flow::PlanRequest>& all) const;
  /// The model's own workflow takes the place of what we would derive.
  [[nodiscard]] flow::PlanRequest as_model_says(flow::PlanRequest request) const;
  std::optional<flow::AbstractPlan> derive_by_workflow(const flow::PlanRequest& request);
  std::optional<flow::AbstractPlan> derive_by_relationships(const flow::PlanRequest& request);
  std::optional<flow::AbstractPlan> derive_by_events(const flow::PlanRequest& request);
  /// Relationships implement what belongs between operations of nodes, and the life cycle that interleaves them comes to its end.
  bool interleaves();

  const Options& options_;
  plugins::PluginSet plugins_;
  std::map<std::string, OutputFile> brought_;
  bool reads_record_ = false;
  bool packs_ = false;
  pack::Before before_;
  std::optional<csar::Archive> archive_;
  UsedFiles used_files_;  // of the archive
  csar::Metadata metadata_;
  std::string entry_definitions_;
  std::optional<tosca::Topology> topology_;
  std::optional<flow::Interleaving> interleaving_;  // of the topology
  std::optional<bool> interleaves_;                 // asked when it matters first
  std::string not_interleaved_;                     // why not
  bool is_valid_ = false;
  bool is_loaded_ = false;
  plugins::LiteralSecrets literal_secrets_;
  std::optional<flow::Semantics> semantics_;
  std::optional<PlanKinds> kinds_;
  std::optional<events::Overlay> overlay_;
  std::unique_ptr<events::Derivation> events_;
};

}  // namespace planbuilder::driver
