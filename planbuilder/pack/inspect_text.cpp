#include "planbuilder/pack/inspect.h"
#include "planbuilder/support/display.h"
#include "planbuilder/support/text.h"

namespace planbuilder::pack {

namespace {

class TextWriter {
 public:
  TextWriter(const Inspection& inspection, std::ostream& out) : found_(inspection), out_(out) {}

  void write() {
    if (found_.record) {
      write(*found_.record);
    } else {
      out_ << "nothing packed by planbuilder\n";
    }
    write_uses();
    write_approvals();
    for (const std::string& path : found_.added) out_ << "added: " << printable(path) << "\n";
    if (!found_.foreign.empty()) out_ << "plans of others\n";
    for (const ForeignPlan& plan : found_.foreign) write(plan);
    if (found_.record) write_verdict();
  }

 private:
  /// What `--check` goes by, in one line.
  void write_verdict() {
    std::vector<std::string> problems;
    if (found_.stale) problems.emplace_back("stale: the model has changed since the plans were made");
    for (const FileState state : {FileState::changed, FileState::missing, FileState::added}) {
      const std::size_t files = found_.count(state);
      if (files > 0) problems.push_back(count_of(files, "file") + " " + std::string(to_string(state)));
    }
    const char* fine = found_.generated ? "all as it was generated" : "all as it was packed";
    out_ << (problems.empty() ? fine : join(problems, "; ")) << "\n";
  }

  /// Only what is not as it was: plans use many files.
  void write_uses() {
    if (!found_.uses.empty()) out_ << count_of(found_.uses.size(), "file") << " that the plans use\n";
    for (const UsedFileState& used : found_.uses) {
      if (used.state == FileState::unchanged) continue;
      out_ << "  " << printable(used.file.file) << "  " << to_string(used.state) << ", used by "
           << printable(join(used.plans, ", ")) << "\n";
    }
  }

  void write_approvals() {
    if (found_.approvals.empty()) return;
    out_ << "approvals\n";
    for (const approval::Judgement& each : found_.approvals) write(each);
    if (!found_.unapproved.empty()) out_ << "  not approved: " << printable(join(found_.unapproved, ", ")) << "\n";
  }

  void write(const approval::Judgement& each) {
    out_ << "  " << printable(each.file) << "\n    ";
    if (!each.approval) {
      out_ << "this is no approval\n";
      return;
    }
    std::vector<std::string> plans;
    for (const approval::ApprovedPlan& plan : each.approval->plans) plans.push_back(plan.name);
    out_ << printable(join(plans, ", ")) << " by " << printable(each.approval->by)
         << (each.approval->at.empty() ? "" : ", at " + printable(each.approval->at)) << ", " << words_of(each.signature)
         << (each.holds() ? "" : ", void: " + count_of(each.changes.size(), "change") + " since") << "\n";
    if (!each.approval->comment.empty()) out_ << "    \"" << printable(each.approval->comment) << "\"\n";
    for (const approval::ChangedFile& change : each.changes)
      out_ << "    " << printable(change.file) << "  " << to_string(change.state) << " (" << printable(change.plan) << ")\n";
  }

  static std::string_view words_of(approval::Signature signature) {
    using approval::Signature;
    switch (signature) {
      case Signature::none: return "not signed";
      case Signature::unchecked: return "signed (--approved-keys FILE checks it)";
      case Signature::valid: return "signature valid";
      case Signature::unknown: return "signed with a key that is not known";
      case Signature::invalid: return "signature INVALID";
    }
    return "";
  }

  void write(const Record& record) {
    out_ << count_of(record.plans.size(), "plan") << " of " << printable(record.service.name)
         << (found_.generated ? ", generated" : ", packed") << " by planbuilder " << printable(record.version) << "\n";
    for (const auto& [name, value] : record.options) out_ << "  " << printable(name) << ": " << printable(value) << "\n";
    out_ << "  model: " << printable(record.service.digest) << (found_.stale ? "  stale: it is now " + found_.digest : "")
         << "\n";
    std::size_t file = 0;
    for (const PackedPlan& plan : record.plans) {
      out_ << printable(plan.name) << ": " << printable(plan.kind) << (found_.stale ? ", stale" : "") << ", " << inputs_of(plan)
           << "\n";
      for (const PackedTarget& target : plan.targets) {
        out_ << "  " << printable(target.name) << (found_.generated ? "" : declared_of(target)) << "\n";
        for (const PackedFile& item : target.files) write(item, found_.states[file++]);
      }
    }
    if (!record.brought.empty()) out_ << "other files\n";
    for (const PackedFile& item : record.brought) write(item, found_.states[file++]);
  }

  static std::string inputs_of(const PackedPlan& plan) {
    std::vector<std::string> names;
    for (const PackedInput& input : plan.inputs) names.push_back(printable(input.name) + (input.required ? "" : "?"));
    return count_of(names.size(), "input") + (names.empty() ? "" : " (" + join_some(names, ", ", 8) + ")");
  }

  static std::string declared_of(const PackedTarget& target) {
    if (target.declared.empty()) return ", not declared";
    std::string text;
    for (const PackedDeclaration& declared : target.declared) {
      text += ", declared as " + printable(declared.name) + " in " + printable(declared.file);
      if (!declared.operation.empty()) text += " (" + printable(declared.operation) + ")";
    }
    return text;
  }

  void write(const PackedFile& file, FileState state) {
    out_ << "    " << file.sha256.substr(0, 12) << "  " << padded(std::to_string(file.size), 9) << printable(file.path);
    if (state != FileState::unchanged) out_ << "  " << to_string(state);
    out_ << "\n";
  }

  void write(const ForeignPlan& plan) {
    out_ << "  " << printable(plan.name) << ": " << plan.kind;
    if (!plan.file.empty()) out_ << ", " << printable(plan.file);
    if (!plan.operations.empty()) out_ << ", behind " << printable(join(plan.operations, ", "));
    if (plan.at) out_ << "  (" << printable(to_string(*plan.at)) << ")";
    out_ << "\n";
  }

  const Inspection& found_;
  std::ostream& out_;
};

}  // namespace

void write_text(const Inspection& inspection, std::ostream& out) { TextWriter(inspection, out).write(); }

}  // namespace planbuilder::pack
