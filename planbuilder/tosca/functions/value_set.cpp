#include "planbuilder/tosca/functions/value_set.h"

#include <algorithm>

#include "planbuilder/support/text.h"

namespace planbuilder::tosca {

/// Numbers have one form whatever their kind, maps one order whatever was written.
std::string ValueSet::key_of(const Value& value) {
  if (const double* number = value.get_if<double>()) return format_number(*number);
  if (const std::string* text = value.text()) return json_quote(*text);
  if (const List* list = value.get_if<List>()) {
    std::string key = "[";
    for (const Value& item : *list) key += key_of(item) + ",";
    return key + "]";
  }
  if (const Map* map = value.get_if<Map>()) {
    std::vector<std::string> entries;
    for (const MapEntry& entry : *map) entries.push_back(json_quote(entry.key) + ":" + key_of(entry.value));
    std::sort(entries.begin(), entries.end());
    return "{" + join(entries, ",") + "}";
  }
  return to_text(value);
}

}  // namespace planbuilder::tosca
