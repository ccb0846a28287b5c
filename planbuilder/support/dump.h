// What a stage has made, for those who work on planbuilder: a value that is put together member by member, and its text.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "planbuilder/support/source.h"
#include "planbuilder/support/value.h"

namespace planbuilder {

/// An object to be. What is empty is left out, so that a dump shows what there is.
class DumpedObject {
 public:
  DumpedObject& add(std::string key, std::string_view text);
  DumpedObject& add(std::string key, Value value);
  DumpedObject& add(std::string key, const std::vector<std::string>& texts);
  /// The key alone says it: it is there and true, or not there.
  DumpedObject& add_flag(std::string key, bool flag);
  DumpedObject& add_number(std::string key, std::int64_t number);
  /// `file:line:column`.
  DumpedObject& add_place(const SourceRange& at, const Sources& sources);
  /// `dump` makes a value of each item.
  template <class Items, class Dump>
  DumpedObject& add_list(std::string key, const Items& items, const Dump& dump) {
    List list;
    for (const auto& item : items) list.push_back(dump(item));
    return add(std::move(key), Value{std::move(list)});
  }

  Value take() { return Value{std::move(map_)}; }

 private:
  Map map_;
};

/// JSON for people: what fits on a line stands on one. A call is an object with one key that begins with `$`.
std::string to_pretty_json(const Value& value);

}  // namespace planbuilder
