// An activity, input or output as a flat list of what can differ: names and texts, held against each other one by one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/diff/names.h"

namespace planbuilder::diff {

/// All texts stand in one buffer, since there are millions of them and hardly any differs.
class Facets {
 public:
  void clear();

  void put_text(std::string_view name, std::string_view text);
  void put_value(std::string_view name, const plan::Expression& value, const Names& names, bool secret = false);
  /// What is put by `members` has this name before its own.
  template <class Members>
  void group(std::string_view name, const Members& members) {
    const std::size_t outer = prefix_.size();
    prefix_.append(name).append("/");
    members();
    prefix_.resize(outer);
  }

  friend std::vector<Change> changes_between(const Facets& before, const Facets& after);

 private:
  struct Entry {
    std::size_t name;
    std::size_t text;
    std::size_t end;
    bool secret;
    bool operator==(const Entry&) const = default;
  };
  [[nodiscard]] std::string_view name(const Entry& entry) const { return view(entry.name, entry.text); }
  [[nodiscard]] std::string_view text(const Entry& entry) const { return view(entry.text, entry.end); }
  [[nodiscard]] std::string_view view(std::size_t from, std::size_t to) const {
    return std::string_view(buffer_).substr(from, to - from);
  }
  [[nodiscard]] std::vector<Entry> by_name() const;
  void begin(std::string_view name);
  void end(bool secret = false);

  std::string buffer_;
  std::string prefix_;
  std::vector<Entry> entries_;
};

/// Sorted by name. A value that is secret is not shown, only that it differs.
std::vector<Change> changes_between(const Facets& before, const Facets& after);

/// These add to what is there already. Of a plan it is what concerns it as a whole.
void put(Facets& facets, const plan::Plan& plan, const Names& names);
void put(Facets& facets, const plan::Activity& activity, const Names& names);
void put(Facets& facets, const plan::Input& input, const Names& names);
void put(Facets& facets, const plan::Output& output, const Names& names);

}  // namespace planbuilder::diff
