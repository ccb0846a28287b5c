// plan.schema.json, held against the description of the plan: the same parts, keys, needs and words.

#include <gtest/gtest.h>

#include <list>

#include <nlohmann/json.hpp>
#include <set>

#include "planbuilder/plan/description.h"
#include "planbuilder/support/diagnostic.h"
#include "tests/support/folder.h"

namespace planbuilder::plan {
namespace {

using nlohmann::json;
using Keys = std::set<std::string>;

Keys keys_of(const json& object) {
  Keys keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

template <class T>
inline constexpr bool is_value = std::is_same_v<T, Expression>;
template <class T>
inline constexpr bool is_value<std::optional<T>> = is_value<T>;

class SchemaCheck {
 public:
  explicit SchemaCheck(json schema) : schema_(std::move(schema)) {}

  void check() {
    check_part<Plan>(resolve({{"$ref", "#/$defs/plan"}}), "plan");
    EXPECT_EQ(used_, keys_of(schema_["$defs"])) << "what the schema defines, and what plans have";
  }

 private:
  /// Follows a reference.
  const json& resolve(const json& node) {
    if (!node.contains("$ref")) return kept_.emplace_back(node);
    const std::string name = node["$ref"].get<std::string>().substr(std::string("#/$defs/").size());
    used_.insert(name);
    return schema_["$defs"].at(name);
  }

  /// The keys that rows add to those of an object.
  template <class Part>
  void collect(Keys& all, Keys& required, json& one_of) {
    for_each_row<Part>([&](auto at) {
      constexpr auto row = decltype(at)::row;
      all.emplace(row.key);
      if (row.is(Trait::required)) required.emplace(row.key);
      if (row.is(Trait::one_of)) one_of.push_back({{"required", {row.key}}});
    });
  }

  void check_object(const json& node, const Keys& all, const Keys& required, const json& one_of, const std::string& where) {
    EXPECT_EQ(node.value("type", ""), "object") << where;
    EXPECT_EQ(node.value("additionalProperties", json()), json(false)) << where;
    EXPECT_EQ(keys_of(node.value("properties", json::object())), all) << where;
    EXPECT_EQ(node.value("required", json::array()).get<Keys>(), required) << where;
    EXPECT_EQ(node.value("oneOf", json::array()), one_of) << where;
  }

  template <class Part>
  void check_part(const json& node, const std::string& where) {
    Keys all, required;
    json one_of = json::array();
    collect<Part>(all, required, one_of);
    check_object(node, all, required, one_of, where);
    check_fields<Part>(node, where);
  }

  template <class Part>
  void check_fields(const json& node, const std::string& where) {
    for_each_row<Part>([&](auto at) {
      constexpr auto row = decltype(at)::row;
      const std::string place = where + "/" + std::string(row.key);
      if (!node.contains("properties") || !node["properties"].contains(row.key)) return;  // reported
      const json& found = node["properties"][std::string(row.key)];
      if constexpr (row.form == Form::constant || row.form == Form::flag) {
        EXPECT_EQ(found.value("const", ""), row.word) << place;
      } else if constexpr (row.form == Form::from || row.form == Form::computed) {
        EXPECT_EQ(found.value("$ref", ""), "#/$defs/expression") << place;
        resolve(found);
      } else {
        check_type(std::type_identity<typename decltype(row)::Type>(), found, place, row.is(Trait::required));
      }
    });
  }

  template <class T>
  void check_type(std::type_identity<T>, const json& found, const std::string& where, bool required = true) {
    const json& node = found.is_boolean() ? found : resolve(found);
    if constexpr (is_value<T>) {
      EXPECT_EQ(node, json(true)) << where;  // anything
    } else if constexpr (std::is_same_v<T, bool>) {
      EXPECT_TRUE(required ? node.value("type", "") == "boolean" : node.value("const", false)) << where;
    } else if constexpr (std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::uint64_t>) {
      EXPECT_EQ(node.value("type", ""), "integer") << where;
    } else if constexpr (std::is_enum_v<T>) {
      EXPECT_EQ(node.value("enum", json()), json(words_of<T>())) << where;
    } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, PlanKind> || std::is_same_v<T, ActivityId>) {
      const json severities = {to_string(Severity::note), to_string(Severity::warning), to_string(Severity::error)};
      EXPECT_TRUE(node.value("type", "") == "string" || node.value("enum", json()) == severities) << where;
    } else if constexpr (std::is_same_v<T, Entity>) {
      constexpr auto kinds = words_of<Entity::Kind>();
      check_object(node, Keys(kinds.begin(), kinds.end()), {}, json::array(), where);
      EXPECT_TRUE(node.value("minProperties", 0) == 1 && node.value("maxProperties", 0) == 1) << where;
    } else if constexpr (std::is_same_v<T, std::map<std::string, std::string>>) {
      EXPECT_EQ(node.value("additionalProperties", json()), (json{{"type", "string"}})) << where;
    } else if constexpr (std::is_same_v<T, Step>) {
      check_step(node);
    } else {
      check_part<T>(node, where);
    }
  }
  template <class T>
  void check_type(std::type_identity<std::optional<T>>, const json& found, const std::string& where, bool required = true) {
    check_type(std::type_identity<T>(), found, where, required);
  }
  template <class T>
  void check_type(std::type_identity<Rare<T>>, const json& found, const std::string& where, bool required = true) {
    check_type(std::type_identity<T>(), found, where, required);
  }
  template <class T>
  void check_type(std::type_identity<std::vector<T>>, const json& found, const std::string& where, bool = true) {
    const json& node = resolve(found);
    EXPECT_EQ(node.value("type", ""), "array") << where;
    check_type(std::type_identity<T>(), node.value("items", json::object()), where);
  }
  template <class Id, class T>
  void check_type(std::type_identity<IdVector<Id, T>>, const json& found, const std::string& where, bool = true) {
    check_type(std::type_identity<std::vector<T>>(), found, where);
  }

  /// What a step does stands in the object of the step; what takes it back is written like it.
  void check_step(const json& node) {
    EXPECT_EQ(node.value("required", json()), json({"id", "kind"}));
    json words = json::array();
    json kinds = json::array();
    for_each_kind([&]<class Does>(Kind<Does> kind) {
      words.push_back(kind.word);
      kinds.push_back({{"$ref", "#/$defs/" + std::string(kind.word)}});
      check_kind<Does>();
    });
    EXPECT_EQ(node.value("/properties/kind/enum"_json_pointer, json()), words);
    EXPECT_EQ(node.value("oneOf", json()), kinds);
  }
  template <class Does>
  void check_kind() {
    const std::string kind(Kind<Does>::word);
    if (!schema_["$defs"].contains(kind)) return;  // reported
    const json& node = resolve({{"$ref", "#/$defs/" + kind}});
    Keys all, required, of_step;
    json one_of = json::array();
    collect<Step>(all, of_step, one_of);
    if (!std::is_same_v<Does, Invoke>) all.erase("undo");
    collect<Does>(all, required, one_of);
    check_object(node, all, required, one_of, kind);
    check_fields<Does>(node, kind);
    const json& properties = node["properties"];
    EXPECT_EQ(properties.value("/id/type"_json_pointer, ""), "string") << kind;
    EXPECT_EQ(properties.value("/kind/const"_json_pointer, ""), kind);
    EXPECT_EQ(properties.value("/templates/$ref"_json_pointer, ""), "#/$defs/step_templates") << kind;
    const std::string undo = std::is_same_v<Does, Invoke> ? "#/$defs/invoke" : "";
    EXPECT_EQ(properties.value("/undo/$ref"_json_pointer, ""), undo) << kind;
    resolve(properties.value("templates", json::object()));
  }

  json schema_;
  std::list<json> kept_;  // what `resolve` refers to
  Keys used_;
};

TEST(Schema, IsThatOfTheDescription) {
  SchemaCheck(json::parse(testing::read_file(PLANBUILDER_SOURCE "/planbuilder/plan/plan.schema.json"))).check();
}

}  // namespace
}  // namespace planbuilder::plan
