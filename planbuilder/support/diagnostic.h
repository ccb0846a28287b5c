// Diagnostics are data: collected while a run goes on, shown together at its end.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/support/codes.h"
#include "planbuilder/support/source.h"
#include "planbuilder/support/text.h"

namespace planbuilder {

enum class Severity { note, warning, error };

struct Diagnostic {
  struct Note {
    std::string text;
    SourceRange at = {};
  };

  Severity severity = Severity::error;
  Code code = Code::internal;
  std::string summary;
  std::string detail;
  SourceRange at = {};
  std::vector<Note> notes;
  std::size_t problem_length = 0;  // so much of the summary is the problem; 0: all of it. See concerning()
  bool tolerated = false;          // the text of the standard forbids it, but published models do it

  Diagnostic& explain(std::string text);
  Diagnostic& note(std::string text, SourceRange where = {});
  /// Adds to the summary whom the problem concerns this time. Where it concerns many, people are told of it once.
  Diagnostic& concerning(std::string_view whom);

  [[nodiscard]] std::string_view problem() const {
    return std::string_view(summary).substr(0, problem_length == 0 ? summary.size() : problem_length);
  }
  /// Empty where the summary does not say it apart.
  [[nodiscard]] std::string_view concerned() const;
};

/// Collects the problems of one run. The returned reference is good until the next one is added.
class Diagnostics {
 public:
  Diagnostic& error(Code code, SourceRange at, std::string summary);
  Diagnostic& warning(Code code, SourceRange at, std::string summary);
  Diagnostic& note(Code code, SourceRange at, std::string summary);
  /// What published models do against the text of the standard: a warning that names the section of the text, where one says it;
  /// an error where the text alone counts.
  Diagnostic& tolerate(Code code, SourceRange at, std::string summary, std::string_view section = {});
  /// The text alone counts: what is tolerated is an error.
  void refuse_tolerated() { refuses_tolerated_ = true; }
  [[nodiscard]] bool refuses_tolerated() const { return refuses_tolerated_; }
  /// A file that users cannot mend: nothing is said of what is tolerated in it.
  void excuse(FileId file) { excused_.insert(file); }

  /// " (did you mean 'x'?)" or nothing; `candidates` gives the names that could be meant. Only as many names are looked at
  /// in one run as people have patience for: where thousands of names are wrong, the first of them get a guess.
  template <class Candidates>
  [[nodiscard]] std::string guess(std::string_view word, const Candidates& candidates) {
    constexpr std::size_t most = 500'000;
    if (guessed_from_ >= most) return "";
    const std::vector<std::string_view> names = candidates();
    guessed_from_ += names.size();
    return did_you_mean(word, names);
  }

  Diagnostic& add(Diagnostic diagnostic);
  /// Takes over what another collected.
  void add_all(const Diagnostics& others) {
    for (const Diagnostic& diagnostic : others.all_) add(diagnostic);
  }
  /// As add_all, except what was said of the same place before.
  void add_new(const Diagnostics& others);
  /// Lets what was said so far be said in another way: `change(diagnostic)` for each.
  template <class Change>
  void revise(const Change& change) {
    errors_ = 0;
    for (Diagnostic& diagnostic : all_) {
      change(diagnostic);
      if (diagnostic.severity == Severity::error) ++errors_;
    }
  }

  [[nodiscard]] bool has_errors() const { return errors_ > 0; }
  [[nodiscard]] std::size_t errors() const { return errors_; }
  [[nodiscard]] std::size_t size() const { return all_.size(); }

  /// Those that were added after the first `count`, in the order of discovery.
  [[nodiscard]] std::span<const Diagnostic> since(std::size_t count) const { return std::span(all_).subspan(count); }

  /// In file order; what has no place comes last. Stable, so that equal places keep the order of discovery. What was
  /// said twice of one place is there once. Good until the next one is added.
  [[nodiscard]] std::vector<const Diagnostic*> sorted() const;
  /// The same as copies.
  [[nodiscard]] std::vector<Diagnostic> in_file_order() const;

 private:
  [[nodiscard]] Severity severity_of(const Diagnostic& diagnostic) const;

  std::vector<Diagnostic> all_;
  bool refuses_tolerated_ = false;
  std::set<FileId> excused_;
  Diagnostic unheard_;  // the last one of an excused file
  std::size_t errors_ = 0;
  std::size_t guessed_from_ = 0;  // how many names
};

std::string_view to_string(Severity severity);

}  // namespace planbuilder
