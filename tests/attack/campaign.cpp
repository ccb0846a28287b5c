#include "tests/attack/campaign.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "tests/attack/minimise.h"

namespace planbuilder::testing {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t per_process = 500;  // executions: what leaks must not add up to a finding
constexpr std::size_t questions = 600;      // until a finding is small
constexpr std::size_t slow_questions = 20;  // of one that hangs, each takes all the time there is
constexpr std::size_t enough_of_a_kind = 3;
constexpr const char* list_of_kept = "list.tsv";
constexpr std::uint64_t memory_at_least = 64 * 1024 * 1024;
constexpr std::uint64_t memory_per_byte = 64;

void write(const fs::path& file, std::string_view text) {
  std::ofstream(file, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
}

/// The same finding has the same words, but for numbers and what is quoted of the input.
std::string kind_of(const std::string& what) {
  std::string kind;
  bool is_quoted = false;
  for (const char c : what) {
    if (c == '\'') is_quoted = !is_quoted;
    if (!is_quoted && (c < '0' || c > '9')) kind += c;
  }
  return kind;
}

}  // namespace

Campaign::Campaign(const Workshop& workshop, CampaignOptions options) : workshop_(workshop), options_(std::move(options)) {
  for (std::size_t i = 0; i < workshop.subjects().size(); ++i) {
    const Subject& subject = workshop.subjects()[i];
    const bool is_wanted = options_.subject.empty() || options_.subject == subject.name;
    if (is_wanted && (!options_.only_read || subject.read != nullptr)) turns_.insert(turns_.end(), subject.share, i);
    for (const Target& target : subject.targets) healthy_.emplace(target.file, read_file(target.file));
  }
  if (!options_.keep.empty()) fs::remove(fs::path(options_.keep) / list_of_kept);  // of an earlier attack
  if (turns_.empty()) throw std::runtime_error("there is no subject " + options_.subject);
}

Campaign::Shot Campaign::aim(std::uint64_t number) const {
  Dice dice(options_.seed * 1'000'003U + static_cast<std::uint32_t>(number));
  const Subject& subject = workshop_.subjects()[dice.any_of(turns_)];
  const Target& target = dice.any_of(subject.targets);
  Shot shot{&subject, &target, subject.damage(healthy_.at(target.file), dice), {}};
  shot.how = {.emit = dice.one_in(8), .page = dice.one_in(16), .pack = dice.one_in(8)};
  return shot;
}

bool Campaign::fire(const Shot& shot, Told& told) const {
  const std::uint64_t before = largest_memory();
  write(shot.target->file, shot.input);
  start_clock();
  Verdict verdict;
  try {
    const auto attempt = options_.only_read ? shot.subject->read : shot.subject->attempt;
    verdict = attempt({shot.target->file, shot.target->input, shot.target->beside, workshop_.scratch(), shot.how});
  } catch (const std::exception& escaped) {
    verdict.problem = std::string("an exception escapes: ") + escaped.what();
  }
  if (!verdict.problem.empty()) stop_with(verdict.problem, told);
  // A sanitizer keeps memory back for its own purposes.
  if (!is_sanitized && largest_memory() - before > memory_at_least + memory_per_byte * shot.input.size())
    stop_with("more than 64 MB and 64 times the input of memory", told);
  return verdict.accepted;
}

void Campaign::heal(const Shot& shot) const { write(shot.target->file, healthy_.at(shot.target->file)); }

void Campaign::fire_many(std::uint64_t from, std::uint64_t to, Told& told) const {
  for (told.number = from; told.number < to; ++told.number) {
    const Shot shot = aim(told.number);
    const auto subject = static_cast<std::size_t>(shot.subject - workshop_.subjects().data());
    ++told.tried[subject];
    if (fire(shot, told)) {
      ++told.accepted[subject];
      if (!options_.keep.empty() && told.number % options_.keep_one_in == 0) keep(shot, told.number);
    }
    heal(shot);
  }
}

void Campaign::keep(const Shot& shot, std::uint64_t number) const {
  const fs::path folder = fs::path(options_.keep) / std::to_string(number);
  fs::create_directories(options_.keep);
  fs::copy(shot.target->root, folder, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  const std::string input = (folder / fs::relative(shot.target->input, shot.target->root)).lexically_normal().string();
  std::ofstream(fs::path(options_.keep) / list_of_kept, std::ios::app) << shot.subject->name << "\t" << input << "\n";
}

End Campaign::fire_apart(const Shot& shot) const {
  const End end = run_apart([&](Told& told) { fire(shot, told); });
  heal(shot);
  return end;
}

void Campaign::note_finding(std::uint64_t number, const End& end) {
  const std::size_t known = kinds_[kind_of(end.what)]++;
  if (known < enough_of_a_kind) write_finding(number, end);
}

void Campaign::write_finding(std::uint64_t number, const End& end) const {
  Shot shot = aim(number);
  shot.how = all_of_it;
  const std::string kind = kind_of(end.what);
  const auto does_it = [&](const std::string& input) {
    Shot smaller = shot;
    smaller.input = input;
    return kind_of(fire_apart(smaller).what) == kind;
  };
  if (does_it(shot.input)) shot.input = minimise(shot.input, does_it, end.hung ? slow_questions : questions);
  const fs::path folder =
      fs::path(options_.findings) / (shot.subject->name + "-" + std::to_string(options_.seed) + "-" + std::to_string(number));
  fs::create_directories(folder);
  write(folder / "input", shot.input);
  write(folder / "target", shot.target->name + "\n");
  write(folder / "report", end.what + "\n\nRepeat it by: attack --repeat " + folder.string() +
                               (options_.only_read ? " --only-read yes" : "") + "\n\n" + end.report);
  std::cout << folder.string() << ": " << end.what << std::endl;
}

std::vector<Tally> Campaign::run() {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::vector<Tally> tallies;
  for (const Subject& subject : workshop_.subjects()) tallies.push_back({subject.name});
  for (std::uint64_t next = 0; next < options_.executions;) {
    if (options_.seconds > 0 && std::chrono::duration<double>(Clock::now() - start).count() > options_.seconds) break;
    const std::uint64_t to = std::min(next + per_process, options_.executions);
    const End end = run_apart([&](Told& told) { fire_many(next, to, told); });
    for (std::size_t i = 0; i < tallies.size(); ++i) {
      tallies[i].executions += end.told.tried[i];
      tallies[i].accepted += end.told.accepted[i];
    }
    next = end.told.number;
    if (end.what.empty()) continue;
    const std::uint64_t guilty = std::min(next, to - 1);  // of a leak it is not known whose it is
    const Shot shot = aim(guilty);
    heal(shot);
    note_finding(guilty, end);
    ++tallies[static_cast<std::size_t>(shot.subject - workshop_.subjects().data())].findings;
    next = guilty + 1;
  }
  return tallies;
}

std::string Campaign::repeat(const std::string& folder) {
  std::string name = read_file(fs::path(folder) / "target");
  name.pop_back();
  const auto [subject, target] = workshop_.find(name);
  if (target == nullptr) throw std::runtime_error("there is no " + name + "; was it found with --corpus?");
  const End end = fire_apart({subject, target, read_file(fs::path(folder) / "input"), all_of_it});
  return end.what.empty() ? "" : end.what + "\n" + end.report;
}

}  // namespace planbuilder::testing
