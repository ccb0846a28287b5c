// What an object of the plan document may have: a table with a row per key, and what reads it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/plan/json_reader.h"
#include "planbuilder/support/text.h"

namespace planbuilder::plan {

enum class Need { optional, required, one_of };  // one_of: exactly one of those that are marked so

/// `read` gets the reader at the value of the key.
template <class Reader, class T>
struct Member {
  std::string_view key;
  void (*read)(Reader&, T&);
  Need need = Need::optional;
};

/// Holds the keys of one object against its table. Documents mostly have them in the order of the table, so looking one up costs
/// a comparison.
template <class Reader, class T>
class MemberTable {
 public:
  explicit MemberTable(std::span<const Member<Reader, T>> rows) : rows_(rows) {}

  /// Null after a problem: nobody knows the key, or it was there before.
  const Member<Reader, T>* find(JsonReader& json, std::string_view key) {
    for (std::size_t tried = 0; tried < rows_.size(); ++tried, next_ = (next_ + 1) % rows_.size()) {
      if (rows_[next_].key != key) continue;
      const std::uint64_t bit = std::uint64_t{1} << next_;
      if ((seen_ & bit) != 0) {
        json.fail(Code::bad_plan, json.key_place(), "'" + std::string(key) + "' is there twice");
        return nullptr;
      }
      seen_ |= bit;
      const Member<Reader, T>* found = &rows_[next_];
      next_ = (next_ + 1) % rows_.size();
      return found;
    }
    std::vector<std::string_view> known;
    for (const auto& row : rows_) known.push_back(row.key);
    json.fail(Code::bad_plan, json.key_place(), "unknown key '" + std::string(key) + "'" + did_you_mean(key, known));
    return nullptr;
  }

  /// To be called at the end of the object that began at `at`.
  void check_needs(JsonReader& json, std::size_t at) const {
    std::size_t alternatives = 0;
    std::size_t chosen = 0;
    std::string names;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const bool here = (seen_ >> i & 1) != 0;
      if (rows_[i].need == Need::required && !here)
        json.fail(Code::bad_plan, at, "the key '" + std::string(rows_[i].key) + "' is missing");
      if (rows_[i].need != Need::one_of) continue;
      names += (alternatives++ == 0 ? "'" : " or '") + std::string(rows_[i].key) + "'";
      if (here) ++chosen;
    }
    if (alternatives > 0 && chosen != 1) json.fail(Code::bad_plan, at, "one key of " + names + " is expected");
  }

 private:
  std::span<const Member<Reader, T>> rows_;
  std::size_t next_ = 0;
  std::uint64_t seen_ = 0;
};

}  // namespace planbuilder::plan
