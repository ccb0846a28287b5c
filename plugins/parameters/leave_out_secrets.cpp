#include "plugins/parameters/leave_out_secrets.h"

#include "planbuilder/plan/from_value.h"
#include "planbuilder/plan/walk.h"
#include "planbuilder/tosca/model/merge.h"
#include "plugins/parameters/describe_input.h"
#include "plugins/parameters/secrets.h"

namespace planbuilder::plugins {

namespace {

/// An empty text keeps no secret.
bool says_nothing(const plan::Expression& value) {
  const std::string* text = value.text();
  return value.is_null() || (text != nullptr && text->empty());
}

std::string_view type_of(const plan::Expression& value) {
  if (value.get_if<bool>() != nullptr) return "boolean";
  if (value.get_if<std::int64_t>() != nullptr) return "integer";
  if (value.get_if<double>() != nullptr) return "float";
  if (value.get_if<plan::ExpressionList>() != nullptr) return "list";
  return value.get_if<plan::ExpressionMap>() != nullptr ? "map" : "string";
}

/// Where the model writes the secret properties of its entities, also those that are computed of literals. A value that was
/// looked up there still has its place, whoever is given it, so that one secret has one name in all plans.
class SecretPlaces {
 public:
  struct Property {
    std::string name;  // NODE.PROPERTY
    const tosca::ParameterDefinition* definition = nullptr;
    const Value* value = nullptr;
    plan::Path path = {};  // to what stands at the place
  };

  explicit SecretPlaces(Surroundings& around) : around_(around), topology_(around.topology()) {
    for (const tosca::NodeId node : topology_.nodes.ids()) add(node);
    for (const tosca::RelationshipId relationship : topology_.relationships.ids()) add(relationship);
  }

  /// Of many that share a place, as they share the default of their type, that of the entity.
  [[nodiscard]] const Property* find(SourceRange at, const std::string& entity) const {
    if (!at.known()) return nullptr;
    auto found = properties_.find({at, entity});
    if (found == properties_.end()) found = properties_.lower_bound({at, ""});
    return found != properties_.end() && found->first.first == at ? &found->second : nullptr;
  }

 private:
  void add(tosca::EntityId entity) {
    const tosca::TypeId type = topology_.type_of(entity);
    if (type.valid()) {
      for (const tosca::ParameterDefinition& property : topology_.types[type].properties) add(entity, property.name, &property);
    }
    for (const tosca::Assignment& property : topology_.assigned_properties(entity)) {
      if (!type.valid() || tosca::find_by_name(topology_.types[type].properties, property.name) == nullptr)
        add(entity, property.name, nullptr);
    }
  }

  void add(tosca::EntityId entity, const std::string& name, const tosca::ParameterDefinition* definition) {
    const Value* value = topology_.property(entity, name);
    if (value == nullptr || !is_secret(around_, entity, name)) return;
    const std::string id = topology_.id_of(entity);
    plan::Path path;
    add(*value, id, {id + "." + name, definition, value}, path);
  }

  void add(const Value& value, const std::string& entity, const Property& property, plan::Path& path) {
    Property here = property;
    here.path = path;
    properties_.emplace(std::pair(value.at, entity), std::move(here));
    if (const Map* map = value.get_if<Map>()) {
      for (const MapEntry& entry : *map) {
        path.emplace_back(entry.key);
        add(entry.value, entity, property, path);
        path.pop_back();
      }
    }
  }

  Surroundings& around_;
  const tosca::Topology& topology_;
  std::map<std::pair<SourceRange, std::string>, Property> properties_;
};

class LeaveOut {
 public:
  LeaveOut(Surroundings& around, plan::Plan& plan, LiteralSecrets& secrets, Diagnostics& diagnostics)
      : around_(around), plan_(plan), secrets_(secrets), diagnostics_(diagnostics), describer_(around.topology()) {}

  void leave_out() {
    for (plan::Input& input : plan_.inputs) leave_out_default(input);
    for (plan::Activity& activity : plan_.activities) {
      for (plan::Step& step : activity.steps) {
        const std::string prefix = activity.entity.id + "." + step.id.substr(step.id.rfind('/') + 1) + ".";
        plan::for_each_argument(step, [&](plan::Argument& argument) {
          if (argument.secret) replace(argument.value, activity.entity.id, prefix + argument.name);
        });
      }
    }
    for (plan::Output& output : plan_.outputs) {
      if (output.secret) replace(output.value, "", output.name);
    }
  }

 private:
  void leave_out_default(plan::Input& input) {
    if (!input.secret || !input.default_value || says_nothing(*input.default_value)) return;
    warn(input.name, input.default_value->at);
    secrets_.insert_or_assign(input.name, std::move(*input.default_value));
    input.default_value.reset();
    input.required = true;
  }

  /// A literal is asked for as a whole. In what is computed, only what is known to be a secret property is: the rest puts it
  /// together with what everybody may see.
  void replace(plan::Expression& value, const std::string& entity, const std::string& name) {
    if (!is_literal(value)) {
      replace_inside(value, entity);
    } else if (!says_nothing(value)) {
      const SecretPlaces::Property* property = places().find(value.at, entity);
      value = property != nullptr ? read(*property, std::move(value)) : read(std::move(value), name);
    }
  }

  void replace_inside(plan::Expression& value, const std::string& entity) {
    if (is_scalar(value)) {
      const SecretPlaces::Property* property = says_nothing(value) ? nullptr : places().find(value.at, entity);
      if (property != nullptr) value = read(*property, std::move(value));
    } else if (auto* list = std::get_if<plan::ExpressionList>(&value.data)) {
      for (plan::Expression& item : *list) replace_inside(item, entity);
    } else if (auto* map = std::get_if<plan::ExpressionMap>(&value.data)) {
      for (plan::ExpressionEntry& entry : *map) replace_inside(entry.value, entity);
    } else if (auto* function = std::get_if<Boxed<plan::Function>>(&value.data)) {
      for (plan::Expression* part : parts_of(**function)) replace_inside(*part, entity);
    }
  }

  plan::Expression read(const SecretPlaces::Property& property, plan::Expression literal) {
    const SourceRange at = literal.at;
    plan::Expression whole = property.path.empty() ? std::move(literal) : plan::to_expression(*property.value);
    plan::Input input;
    if (property.definition != nullptr) {
      input = describer_.describe(*property.definition);
    } else {
      input.type = type_of(whole);
    }
    return read_input(ask_for(std::move(input), property.name, std::move(whole)), property.path, at);
  }

  plan::Expression read(plan::Expression literal, const std::string& name) {
    const SourceRange at = literal.at;
    plan::Input input;
    input.type = type_of(literal);
    return read_input(ask_for(std::move(input), name, std::move(literal)), {}, at);
  }

  static plan::Expression read_input(std::string name, plan::Path path, SourceRange at) {
    plan::InputRead read;
    read.name = std::move(name);
    read.path = std::move(path);
    return plan::computed({std::move(read)}, at);
  }

  /// Gives the name that the input has: another one where something else has it already.
  std::string ask_for(plan::Input input, const std::string& wanted, plan::Expression value) {
    const std::string text = to_text(value);
    std::string name = wanted;
    for (std::size_t next = 2; is_something_else(name, text); ++next) name = wanted + "." + std::to_string(next);
    if (asked_.emplace(name, text).second) {
      warn(name, value.at);
      input.name = name;
      input.required = true;
      input.default_value.reset();
      input.secret = true;
      input.reason = "the model writes the secret out, and plans do not";
      plan_.inputs.push_back(std::move(input));
      secrets_.insert_or_assign(name, std::move(value));
    }
    return name;
  }

  [[nodiscard]] bool is_something_else(const std::string& name, const std::string& text) const {
    const auto known = asked_.find(name);
    if (known != asked_.end()) return known->second != text;
    return tosca::find_by_name(around_.topology().inputs, name) != nullptr;
  }

  void warn(const std::string& name, SourceRange at) {
    diagnostics_.warning(Code::literal_secret, at, "the model writes out a secret")
        .concerning("'" + name + "'")
        .explain(
            "plans leave it out, and a run asks for it; --secrets-file FILE keeps it for runs, and an input without a default "
            "would keep it out of the model");
  }

  const SecretPlaces& places() {
    if (!places_) places_.emplace(around_);
    return *places_;
  }

  Surroundings& around_;
  plan::Plan& plan_;
  LiteralSecrets& secrets_;
  Diagnostics& diagnostics_;
  InputDescriber describer_;
  std::optional<SecretPlaces> places_;        // made when the first literal is met
  std::map<std::string, std::string> asked_;  // the inputs of the plan for literals, and what they stand for
};

}  // namespace

void leave_out_secrets(Surroundings& around, plan::Plan& plan, LiteralSecrets& secrets, Diagnostics& diagnostics) {
  LeaveOut(around, plan, secrets, diagnostics).leave_out();
}

}  // namespace planbuilder::plugins
