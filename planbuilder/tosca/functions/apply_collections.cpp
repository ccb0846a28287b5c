#include <algorithm>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/functions/apply.h"
#include "planbuilder/tosca/functions/value_set.h"
#include "planbuilder/tosca/scalars/bytes.h"

namespace planbuilder::tosca::apply {

namespace {

constexpr auto same_value = [](const Value& left, const Value& right) { return tosca::equal(left, right); };

/// The entries of a list, or those of a map without their keys.
ValueSet entries_of(const Operand& collection) {
  if (const List* list = collection.value.get_if<List>()) return ValueSet(*list);
  ValueSet entries;
  for (const MapEntry& entry : *collection.value.get_if<Map>()) entries.add(entry.value);
  return entries;
}

/// Keys are texts in the model, whatever type they have.
ValueSet keys_of(const Operand& map) {
  ValueSet keys;
  for (const MapEntry& entry : *map.value.get_if<Map>()) keys.add({entry.key});
  return keys;
}

List as_texts(const Operand& keys) {
  List texts;
  for (const Value& key : list_of(keys)) texts.push_back({to_text(key)});
  return texts;
}

Outcome has_all(const ValueSet& all, const List& wanted) {
  return {{std::all_of(wanted.begin(), wanted.end(), [&](const Value& one) { return all.has(one); })}};
}

Outcome has_any(const ValueSet& all, const List& wanted) {
  return {{std::any_of(wanted.begin(), wanted.end(), [&](const Value& one) { return all.has(one); })}};
}

/// Both are texts or both are lists; what holds for the characters of one holds for the entries of the other.
template <class OfTexts, class OfLists>
Outcome of_sequences(const Arguments& arguments, OfTexts of_texts, OfLists of_lists) {
  const Value& whole = arguments[0].value;
  const Value& part = arguments[1].value;
  if (whole.text() != nullptr && part.text() != nullptr) return {{of_texts(*whole.text(), *part.text())}};
  if (whole.get_if<List>() != nullptr && part.get_if<List>() != nullptr) {
    return {{of_lists(*whole.get_if<List>(), *part.get_if<List>())}};
  }
  return {{}, "both arguments must be strings, or both lists"};
}

}  // namespace

Outcome has_suffix(const Arguments& arguments) {
  return of_sequences(
      arguments, [](const std::string& text, const std::string& end) { return text.ends_with(end); },
      [](const List& list, const List& end) {
        return end.size() <= list.size() && std::equal(end.rbegin(), end.rend(), list.rbegin(), same_value);
      });
}

Outcome has_prefix(const Arguments& arguments) {
  return of_sequences(
      arguments, [](const std::string& text, const std::string& start) { return text.starts_with(start); },
      [](const List& list, const List& start) {
        return start.size() <= list.size() && std::equal(start.begin(), start.end(), list.begin(), same_value);
      });
}

Outcome contains(const Arguments& arguments) {
  return of_sequences(
      arguments, [](const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; },
      [](const List& list, const List& part) {
        return part.empty() || std::search(list.begin(), list.end(), part.begin(), part.end(), same_value) != list.end();
      });
}

Outcome has_entry(const Arguments& arguments) { return {{entries_of(arguments[0]).has(arguments[1].value)}}; }

Outcome has_key(const Arguments& arguments) { return {{keys_of(arguments[0]).has({to_text(arguments[1].value)})}}; }

Outcome has_all_entries(const Arguments& arguments) { return has_all(entries_of(arguments[0]), list_of(arguments[1])); }

Outcome has_all_keys(const Arguments& arguments) { return has_all(keys_of(arguments[0]), as_texts(arguments[1])); }

Outcome has_any_entry(const Arguments& arguments) { return has_any(entries_of(arguments[0]), list_of(arguments[1])); }

Outcome has_any_key(const Arguments& arguments) { return has_any(keys_of(arguments[0]), as_texts(arguments[1])); }

Outcome length(const Arguments& arguments) {
  const Value& value = arguments[0].value;
  std::size_t length = 0;
  if (const List* list = value.get_if<List>()) {
    length = list->size();
  } else if (const Map* map = value.get_if<Map>()) {
    length = map->size();
  } else {
    const std::string& text = *value.text();
    length = arguments[0].kind == Primitive::bytes ? base64_length(text).value_or(0) : display_width(text);
  }
  return {{static_cast<std::int64_t>(length)}};
}

Outcome set_union(const Arguments& arguments) {
  List all;
  ValueSet known;
  for (const Operand& argument : arguments) {
    for (const Value& item : list_of(argument)) {
      if (known.add(item)) all.push_back(item);
    }
  }
  return {{std::move(all)}};
}

Outcome set_intersection(const Arguments& arguments) {
  std::vector<ValueSet> others;
  for (std::size_t i = 1; i < arguments.size(); ++i) others.emplace_back(list_of(arguments[i]));
  List all;
  ValueSet known;
  for (const Value& item : list_of(arguments[0])) {
    const bool everywhere = std::all_of(others.begin(), others.end(), [&](const ValueSet& other) { return other.has(item); });
    if (everywhere && known.add(item)) all.push_back(item);
  }
  return {{std::move(all)}};
}

}  // namespace planbuilder::tosca::apply
