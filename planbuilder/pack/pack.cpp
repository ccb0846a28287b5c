#include "planbuilder/pack/pack.h"

#include <set>
#include <utility>

#include "csar/digest.h"
#include "planbuilder/pack/declare_in_xml.h"
#include "planbuilder/pack/declare_in_yaml.h"
#include "planbuilder/pack/describe.h"
#include "planbuilder/pack/layout.h"
#include "planbuilder/support/utf16.h"
#include "planbuilder/tosca/model/digest.h"
#include "planbuilder/tosca/model/language.h"

namespace planbuilder::pack {

namespace {

class Packer {
 public:
  Packer(PackInput input, const PackOptions& options, Sources& sources, Diagnostics& diagnostics)
      : input_(std::move(input)),
        options_(options),
        sources_(sources),
        diagnostics_(diagnostics),
        owners_(input_.archive, input_.before.record, diagnostics) {}

  std::optional<Packed> pack() {
    groups_ = lay_out(input_.plans, std::move(input_.files), owners_, options_.existing, diagnostics_);
    if (diagnostics_.has_errors()) return std::nullopt;
    place_beside();
    if (options_.declare) declare();
    put_back_definitions();
    if (!move_archives() || !take_brought()) return std::nullopt;
    write_record();
    put_files();
    remove_old_files();
    return std::move(packed_);
  }

 private:
  /// The service template may stand in a file that the entry imports.
  void declare() {
    const FileId file = definitions_file();
    const std::string& path = sources_.path(file);
    if (!input_.archive.find(path)) {
      diagnostics_.warning(Code::not_declared, {file, 0, 0, 0},
                           "the plans are packed, but not declared: their service template is no part of the CSAR");
      return;
    }
    if (is_converted(path)) {
      diagnostics_.warning(Code::not_declared, {file, 0, 0, 0},
                           "the plans are packed, but not declared: the encoding of the definitions is not UTF-8");
      return;
    }
    std::vector<PlanTarget> targets;
    for (const TargetFiles& group : groups_) targets.push_back({group.plan, group.target, group.main_file().path});
    auto result = tosca::looks_like_xml(sources_.text(file))
                      ? declare_in_xml(sources_, file, targets, options_.existing, diagnostics_)
                      : declare_in_yaml(sources_, file, options_.limits, targets, options_.existing, diagnostics_);
    if (!result || result->edited.undo.empty()) return;
    packed_.record.definitions.push_back({path, csar::sha256(result->edited.text), std::move(result->edited.undo)});
    put_definitions(path, std::move(result->edited.text));
    for (Declared& declared : result->declared) declared_.emplace(std::pair(declared.plan, declared.target), std::move(declared));
    declared_in_ = path;
  }

  /// What was read is not what stands there, byte by byte.
  [[nodiscard]] bool is_converted(const std::string& path) const {
    const auto text = input_.archive.read(path, diagnostics_);
    return text && utf8_of_utf16(*text);
  }

  /// What was packed by a pack without a record is still between its marks.
  FileId definitions_file() {
    const FileId file = input_.topology.service_at.file;
    auto original = without_marked(sources_.text(file));
    return original ? sources_.add(sources_.path(file), std::move(*original)) : file;
  }

  void put_definitions(const std::string& path, std::string text) {
    const auto entry = input_.archive.find(path);
    packed_.changes.put.push_back({path, std::move(text), entry && entry->executable});
    edited_.insert(path);
  }

  /// Definitions that an earlier pack changed and this one does not.
  void put_back_definitions() {
    for (const auto& [path, text] : input_.before.restored) {
      if (!edited_.contains(path)) put_definitions(path, text);
    }
  }

  [[nodiscard]] const Declared* find_declared(const TargetFiles& group) const {
    const auto found = declared_.find(std::pair(group.plan->name, std::string(group.target->name)));
    return found == declared_.end() ? nullptr : &found->second;
  }

  /// An engine may want archives elsewhere: the declaration says where.
  bool move_archives() {
    for (TargetFiles& group : groups_) {
      const Declared* declared = find_declared(group);
      if (declared == nullptr || group.main_file().path == declared->file) continue;
      const Owner owner = owners_.of(declared->file);
      if ((owner == Owner::foreign || owner == Owner::changed) && options_.existing != Existing::replace)
        return refuse_to_overwrite(declared->file);
      group.main_file().path = declared->file;
    }
    return true;
  }

  /// Plans name the files of plugins by their paths, so that these have no other place.
  bool take_brought() {
    for (OutputFile& file : input_.brought) {
      const Owner owner = owners_.of(file.path);
      const bool taken = owner == Owner::foreign || owner == Owner::changed;
      if (taken && options_.existing != Existing::replace) {
        const auto there = input_.archive.read(file.path, diagnostics_);
        if (there == file.content && owner == Owner::foreign) continue;
        if (there != file.content) return refuse_to_overwrite(file.path);
      }
      packed_.record.brought.push_back(describe(file));
      brought_.push_back(std::move(file));
    }
    return true;
  }

  /// Wherever the plans are, it is there too.
  void place_beside() {
    if (groups_.empty()) return;
    for (OutputFile file : input_.beside.files) {
      file.path.insert(0, folder_of_plans());
      input_.brought.push_back(std::move(file));
    }
  }

  [[nodiscard]] std::string folder_of_plans() const {
    const std::string& path = groups_.front().files.front().path;
    return path.substr(0, path.find('/') + 1);
  }

  bool refuse_to_overwrite(const std::string& path) {
    diagnostics_.error(Code::packed_file_changed, {}, "'" + path + "' is not planbuilder's: it is not overwritten")
        .explain("--replace overwrites it");
    return false;
  }

  void write_record() {
    Record& record = packed_.record;
    record.version = options_.version;
    record.options = options_.recorded;
    const tosca::Topology& topology = input_.topology;
    record.service = {topology.name, topology.source, topology.digest.empty() ? tosca::digest_of(topology) : topology.digest};
    for (const TargetFiles& group : groups_) {
      if (record.plans.empty() || record.plans.back().name != group.plan->name) record.plans.push_back(describe(*group.plan));
      record.plans.back().targets.push_back(describe_target(group));
    }
    if (!groups_.empty()) describe_reactor(input_.beside, folder_of_plans(), "", record);
  }

  [[nodiscard]] PackedTarget describe_target(const TargetFiles& group) const {
    PackedTarget target{std::string(group.target->name), {}, {}};
    for (const OutputFile& file : group.files) target.files.push_back(describe(file));
    if (const Declared* declared = find_declared(group))
      target.declared.push_back({declared_in_, declared->name, declared->operation});
    return target;
  }

  void put_files() {
    for (TargetFiles& group : groups_) {
      const std::string_view type = group.target->packing.media_type;
      if (!type.empty()) packed_.types.push_back({group.files.front().path, std::string(type)});
      for (OutputFile& file : group.files) put(std::move(file));
    }
    for (OutputFile& file : brought_) put(std::move(file));
    packed_.changes.put.push_back({std::string(record_path), to_json(packed_.record), false});
  }

  void put(OutputFile file) {
    put_.insert(file.path);
    packed_.changes.put.push_back(std::move(file));
  }

  /// Files of an earlier pack that are no longer wanted; what somebody changed stays.
  void remove_old_files() {
    if (!input_.before.record) return;
    for_each_file(*input_.before.record, [&](const PackedFile& file) {
      if (put_.contains(file.path)) return;
      const Owner owner = owners_.of(file.path);
      if (owner == Owner::ours) packed_.changes.removed.push_back(file.path);
      if (owner == Owner::changed) {
        diagnostics_.warning(Code::packed_file_changed, {},
                             "'" + file.path + "' is no longer wanted, but was changed since planbuilder packed it: it stays");
      }
    });
  }

  PackInput input_;
  const PackOptions& options_;
  Sources& sources_;
  Diagnostics& diagnostics_;
  Ownership owners_;
  std::vector<TargetFiles> groups_;
  std::vector<OutputFile> brought_;                                   // those that are put
  std::map<std::pair<std::string, std::string>, Declared> declared_;  // by plan and target
  std::string declared_in_;
  std::set<std::string> edited_;
  std::set<std::string> put_;
  Packed packed_;
};

}  // namespace

std::optional<Packed> pack(PackInput input, const PackOptions& options, Sources& sources, Diagnostics& diagnostics) {
  return Packer(std::move(input), options, sources, diagnostics).pack();
}

}  // namespace planbuilder::pack
