#include "planbuilder/events/causes.h"

#include <algorithm>
#include <tuple>

namespace planbuilder::events {

namespace {

class CauseFinder {
 public:
  CauseFinder(Model& model, const Run& run) : model_(model), run_(run) {}

  std::vector<Cause> find() {
    causes_.reserve(run_.handled.size() + run_.reads.size() + run_.writes.size());
    for (std::uint32_t event = 0; event < run_.handled.size(); ++event) {
      const Handled& handled = run_.handled[event];
      if (handled.sender != nothing) causes_.push_back({handled.sender, event, Cause::Kind::trigger, nothing});
      for (std::uint32_t read = handled.first_read; read < handled.end_of_reads; ++read) {
        readers_.push_back(event);
        const std::uint32_t version = run_.reads[read].version;
        if (version != State::initial) add(run_.writes[version].writer, event, Cause::Kind::enables, read);
      }
    }
    protect();
    for (std::uint32_t write = 0; write < run_.writes.size(); ++write) {
      const std::uint32_t next = run_.writes[write].next;
      if (next != nothing) add(run_.writes[write].writer, run_.writes[next].writer, Cause::Kind::overwrites, next);
    }
    std::sort(causes_.begin(), causes_.end());
    causes_.erase(
        std::unique(causes_.begin(), causes_.end(), [&](const Cause& one, const Cause& other) { return says_same(one, other); }),
        causes_.end());
    return std::move(causes_);
  }

 private:
  void add(std::uint32_t from, std::uint32_t to, Cause::Kind kind, std::uint32_t evidence) {
    if (from != to) causes_.push_back({from, to, kind, evidence});
  }

  /// Several conditions may read one attribute: one reason is enough for each question.
  [[nodiscard]] bool says_same(const Cause& one, const Cause& other) const {
    if (one.from != other.from || one.to != other.to || one.kind != other.kind) return false;
    if (one.kind == Cause::Kind::trigger || one.kind == Cause::Kind::overwrites) return true;
    const Read& left = run_.reads[one.evidence];
    const Read& right = run_.reads[other.evidence];
    return left.variable == right.variable && left.question == right.question;
  }

  /// Reads of one attribute with one question are looked at together, so that its writes are gone through once.
  void protect() {
    std::vector<std::uint32_t> reads(run_.reads.size());
    for (std::uint32_t read = 0; read < reads.size(); ++read) reads[read] = read;
    // The state of before comes before all writes.
    const auto key = [&](std::uint32_t read) {
      const Read& item = run_.reads[read];
      return std::tuple(item.variable, item.question, item.version + 1, read);
    };
    std::sort(reads.begin(), reads.end(), [&](std::uint32_t left, std::uint32_t right) { return key(left) < key(right); });
    std::uint32_t turning = nothing;
    const Read* before = nullptr;
    for (const std::uint32_t read : reads) {
      const Read& item = run_.reads[read];
      const bool same = before != nullptr && before->variable == item.variable && before->question == item.question;
      const bool still = same && (turning == nothing || item.version == State::initial || item.version < turning);
      if (!still) turning = turning_write(item);
      before = &item;
      if (turning != nothing) add(readers_[read], run_.writes[turning].writer, Cause::Kind::protects, read);
    }
  }

  /// The first write after which the question would be answered differently.
  [[nodiscard]] std::uint32_t turning_write(const Read& read) {
    const bool of_before = read.version == State::initial;
    std::uint32_t write = of_before ? run_.first_writes[read.variable] : run_.writes[read.version].next;
    if (!read.question.valid() || write == nothing) return write;
    const ConstantId value = of_before ? run_.values_before[read.variable] : run_.writes[read.version].value;
    const Truth answer = model_.predicates.test(read.question, value);
    while (write != nothing && model_.predicates.test(read.question, run_.writes[write].value) == answer)
      write = run_.writes[write].next;
    return write;
  }

  Model& model_;
  const Run& run_;
  std::vector<Cause> causes_;
  std::vector<std::uint32_t> readers_;  // by read
};

}  // namespace

std::vector<Cause> find_causes(Model& model, const Run& run) { return CauseFinder(model, run).find(); }

}  // namespace planbuilder::events
