#include "plugins/declared/read_declaration.h"

#include <algorithm>
#include <span>

#include "planbuilder/tosca/yaml/read_yaml.h"
#include "planbuilder/tosca/yaml/reader.h"
#include "plugins/declared/check_words.h"

namespace planbuilder::plugins {

namespace {

using flow::Transition;
using tosca::yaml::Keyname;
using tosca::yaml::Node;
using tosca::yaml::Reader;
using enum tosca::yaml::Presence;
using What = DeclaredStep::What;
using Whose = DeclaredStep::Whose;
using Machine = DeclaredStep::Machine;
using Until = plan::Wait::Until;

constexpr std::string_view format = "planbuilder/plugin/1";
constexpr tosca::yaml::Versions always = tosca::yaml::since_1_0;

template <class T>
using Words = std::span<const std::pair<std::string_view, T>>;

/// One of a few words; the first of them when it is none.
template <class T>
T read_word(Reader& reader, Node node, std::string_view what, Words<T> words) {
  const std::string text = tosca::yaml::read_text(reader, node, what);
  std::vector<std::string_view> known;
  for (const auto& [word, meaning] : words) {
    if (word == text) return meaning;
    known.push_back(word);
  }
  if (node.is_scalar()) {
    std::vector<std::string> all(known.begin(), known.end());
    reader.diagnostics.error(Code::bad_plugin, node.at(), "'" + text + "' is no " + std::string(what) + did_you_mean(text, known))
        .explain("known are " + join(all, ", "));
  }
  return words.front().second;
}

constexpr std::pair<std::string_view, Declaration::Kind> kind_words[] = {
    {"lifecycle", Declaration::Kind::lifecycle}, {"type", Declaration::Kind::type}, {"selection", Declaration::Kind::selection}};
constexpr std::pair<std::string_view, DeclaredMatch::Entities> entity_words[] = {
    {"node", DeclaredMatch::Entities::nodes}, {"relationship", DeclaredMatch::Entities::relationships}};
constexpr std::pair<std::string_view, bool> truth_words[] = {{"true", true}, {"false", false}};
constexpr std::pair<std::string_view, Transition> transition_words[] = {{"provision", Transition::provision},
                                                                        {"terminate", Transition::terminate},
                                                                        {"select", Transition::select_strategic},
                                                                        {"follow", Transition::select_recursive}};
constexpr std::pair<std::string_view, What> record_words[] = {{"create", What::record_create}, {"remove", What::record_remove}};
constexpr std::pair<std::string_view, Whose> whose_words[] = {
    {"self", Whose::self}, {"below", Whose::below}, {"source", Whose::source}, {"target", Whose::target}};
constexpr std::pair<std::string_view, Machine> machine_words[] = {
    {"source", Machine::own}, {"target", Machine::target}, {"orchestrator", Machine::orchestrator}};
constexpr std::pair<std::string_view, bool> interrupt_words[] = {{"listed", false}, {"container", true}};
constexpr std::pair<std::string_view, Until> wait_words[] = {
    {"reachable", Until::reachable}, {"port", Until::port}, {"command", Until::command}};
constexpr std::pair<std::string_view, bool> changed_words[] = {{"target", true}};
constexpr std::pair<std::string_view, bool> each_words[] = {{"deployment-artifact", true}};

template <auto member, class T>
void text_into(Reader& reader, Node node, T& into) {
  into.*member = tosca::yaml::read_text(reader, node, "the value");
}
template <auto member, class T>
void texts_into(Reader& reader, Node node, T& into) {
  into.*member = tosca::yaml::read_texts(reader, node, "the value");
}
template <auto member, auto& words, class T>
void word_into(Reader& reader, Node node, T& into) {
  using Meaning = std::remove_cvref_t<decltype(into.*member)>;
  into.*member = read_word<Meaning>(reader, node, "value of this keyname", words);
}

/// `ImageID: ~` must be there, `State: Running` must be so.
void read_properties(Reader& reader, Node node, EntityCondition& into) {
  if (!tosca::yaml::expect_mapping(reader, node, "'properties'")) return;
  for (const auto [key, value] : node.entries()) {
    if (!tosca::yaml::expect_name(reader, key)) continue;
    PropertyCondition& condition = into.properties.emplace_back();
    condition.name = std::string(key.text());
    if (!value.is_null()) condition.value = tosca::yaml::read_text(reader, value, "the value of a property");
  }
}

template <class T>
constexpr Keyname<T> condition_keynames[] = {
    {"types", always, optional, texts_into<&EntityCondition::types, T>},
    {"interfaces", always, optional, texts_into<&EntityCondition::interfaces, T>},
    {"artifact_types", always, optional, texts_into<&EntityCondition::artifact_types, T>},
    {"properties", always, optional, [](Reader& r, Node n, T& into) { read_properties(r, n, into); }},
};

void read_below(Reader& reader, Node node, DeclaredMatch& into) {
  tosca::yaml::read_keynames<EntityCondition>(reader, node, "'below'", condition_keynames<EntityCondition>, into.below);
}

constexpr Keyname<DeclaredMatch> own_match_keynames[] = {
    {"entity", always, optional, word_into<&DeclaredMatch::entities, entity_words>},
    {"interface_needed", always, optional, word_into<&DeclaredMatch::interface_needed, truth_words>},
    {"below", always, optional, read_below},
    {"at_bottom", always, optional, word_into<&DeclaredMatch::at_bottom, truth_words>},
    {"strategy", always, optional, text_into<&DeclaredMatch::strategy>},
};
constexpr auto match_keynames = tosca::yaml::join_tables(condition_keynames<DeclaredMatch>, own_match_keynames);

template <What what>
void named_step(Reader& reader, Node node, DeclaredStep& into) {
  into.what = what;
  into.name = tosca::yaml::read_text(reader, node, "a step");
}
void record_step(Reader& reader, Node node, DeclaredStep& into) {
  into.what = read_word<What>(reader, node, "record", record_words);
}
void select_step(Reader& reader, Node node, DeclaredStep& into) {
  named_step<What::select>(reader, node, into);
  if (into.name == "recursive") into.what = What::follow;
}
void connect_step(Reader& reader, Node node, DeclaredStep& into) {
  named_step<What::connect>(reader, node, into);
  into.whose = read_word<Whose>(reader, node, "end", std::span(whose_words).subspan(2));
}
/// Calls `add(name, text)` for each entry; an entry without a value has no text.
template <class Add>
void for_each_entry(Reader& reader, Node node, std::string_view what, const Add& add) {
  if (!tosca::yaml::expect_mapping(reader, node, what)) return;
  for (const auto [key, value] : node.entries()) {
    if (!tosca::yaml::expect_name(reader, key)) continue;
    std::optional<std::string> text;
    if (!value.is_null()) text = tosca::yaml::read_text(reader, value, "the value of '" + std::string(key.text()) + "'");
    add(std::string(key.text()), std::move(text));
  }
}
void read_inputs(Reader& reader, Node node, DeclaredStep& into) {
  into.inputs.clear();
  for_each_entry(reader, node, "'inputs'", [&](std::string name, std::optional<std::string> value) {
    into.inputs.push_back({std::move(name), std::move(value)});
  });
}
void read_outputs(Reader& reader, Node node, DeclaredStep& into) {
  for_each_entry(reader, node, "'outputs'", [&](std::string name, std::optional<std::string> attribute) {
    into.outputs.push_back({name, attribute.value_or(name)});
  });
}

DeclaredFile read_file(Reader& reader, Node node) { return {tosca::yaml::read_text(reader, node, "a file"), node.at()}; }
void run_step(Reader& reader, Node node, DeclaredStep& into) {
  into.what = What::run;
  into.file = read_file(reader, node);
}
void read_needs(Reader& reader, Node node, DeclaredStep& into) {
  into.needs.clear();
  if (!tosca::yaml::expect_sequence(reader, node, "'needs'")) return;
  for (const Node file : node.items()) into.needs.push_back(read_file(reader, file));
}

void wait_step(Reader& reader, Node node, DeclaredStep& into) {
  into.what = What::wait;
  into.until = read_word<Until>(reader, node, "thing to wait for", wait_words);
}
void read_timeout(Reader& reader, Node node, DeclaredStep& into) {
  constexpr std::size_t most_digits = 6;
  const std::string text = tosca::yaml::read_text(reader, node, "'timeout'");
  const bool is_number = !text.empty() && text.size() <= most_digits && text.front() != '0' &&
                         text.find_first_not_of("0123456789") == std::string::npos;
  if (is_number) {
    into.timeout = static_cast<std::uint32_t>(std::stoul(text));
  } else {
    reader.diagnostics.error(Code::bad_plugin, node.at(), "'timeout' is a number of seconds");
  }
}
void read_templates(Reader& reader, Node node, DeclaredStep& into) {
  if (!tosca::yaml::expect_mapping(reader, node, "'templates'")) return;
  for (const auto [key, value] : node.entries()) {
    if (tosca::yaml::expect_name(reader, key))
      into.templates.push_back({std::string(key.text()), tosca::yaml::read_text(reader, value, "a template"), value.at()});
  }
}

constexpr Keyname<DeclaredStep> step_keynames[] = {
    // what is done: one of these
    {"invoke", always, optional, named_step<What::invoke>},
    {"run", always, optional, run_step},
    {"set-state", always, optional, named_step<What::set_state>},
    {"record", always, optional, record_step},
    {"select", always, optional, select_step},
    {"connect", always, optional, connect_step},
    {"transfer", always, optional, named_step<What::transfer>},
    {"wait", always, optional, wait_step},
    // and how
    {"of", always, optional, word_into<&DeclaredStep::whose, whose_words>},
    {"interfaces", always, optional, texts_into<&DeclaredStep::interfaces>},
    {"at", always, optional, word_into<&DeclaredStep::machine, machine_words>},
    {"then", always, optional, text_into<&DeclaredStep::then>},
    {"for_each", always, optional, word_into<&DeclaredStep::for_each_artifact, each_words>},
    {"if_changed", always, optional, word_into<&DeclaredStep::if_target_changed, changed_words>},
    {"inputs", always, optional, read_inputs},
    {"outputs", always, optional, read_outputs},
    {"needs", always, optional, read_needs},
    {"undo", always, optional, tosca::yaml::no_meaning<DeclaredStep>},  // read_undo() reads it when all else is known
    {"input", always, optional, text_into<&DeclaredStep::input>},
    {"interrupted_by", always, optional, texts_into<&DeclaredStep::interrupted_by>},
    {"interrupt", always, optional, word_into<&DeclaredStep::interrupts_others, interrupt_words>},
    {"to", always, optional, text_into<&DeclaredStep::to>},
    {"unless_called", always, optional, text_into<&DeclaredStep::unless_called>},
    {"port", always, optional, text_into<&DeclaredStep::port>},
    {"command", always, optional, text_into<&DeclaredStep::command>},
    {"timeout", always, optional, read_timeout},
    {"templates", always, optional, read_templates},
};
constexpr std::size_t step_kinds = 8;

constexpr Keyname<DeclaredStep> undo_keynames[] = {
    {"run", always, mandatory, run_step},        {"at", always, optional, word_into<&DeclaredStep::machine, machine_words>},
    {"inputs", always, optional, read_inputs},   {"needs", always, optional, read_needs},
    {"timeout", always, optional, read_timeout},
};

/// A file, or a run of its own. What it does not say is as in the step that it takes back.
DeclaredStep read_undo(Reader& reader, Node node, const DeclaredStep& taken_back) {
  DeclaredStep undo = taken_back;
  undo.outputs.clear();
  if (node.is_mapping()) {
    tosca::yaml::read_keynames<DeclaredStep>(reader, node, "'undo'", undo_keynames, undo);
  } else {
    undo.file = read_file(reader, node);
  }
  return undo;
}

/// What a step cannot do without.
void check_step(Reader& reader, Node node, const DeclaredStep& step) {
  const auto report = [&](std::string text) { reader.diagnostics.error(Code::bad_plugin, node.at(), std::move(text)); };
  if (step.whose == Whose::below && step.interfaces.empty())
    report("an operation of a node below needs 'interfaces' to be found by");
  if (step.what == What::transfer && step.to.empty()) report("a transfer needs 'to', the path of the file on the machine");
  if (step.what == What::wait && step.until == Until::port && step.port.empty())
    report("a wait for a port needs 'port', a number or the name of a property");
  if (step.what == What::wait && step.until == Until::command && step.command.empty())
    report("a wait for a command needs 'command', a line for sh");
  for (const std::string_view keyname : {"outputs", "needs", "undo"}) {
    if (step.what != What::run && node.is_mapping() && node.find(keyname).present())
      report("'" + std::string(keyname) + "' belongs to a step that runs a file");
  }
}

DeclaredStep read_step(Reader& reader, Node node) {
  DeclaredStep step;
  step.at = node.at();
  tosca::yaml::read_keynames<DeclaredStep>(reader, node, "a step", step_keynames, step);
  const auto is_there = [&](const Keyname<DeclaredStep>& row) { return node.is_mapping() && node.find(row.name).present(); };
  if (node.is_mapping() && std::count_if(step_keynames, step_keynames + step_kinds, is_there) != 1) {
    reader.diagnostics.error(Code::bad_plugin, node.at(),
                             "a step does one thing: invoke, run, set-state, record, select, connect, transfer or wait");
  }
  check_step(reader, node, step);
  if (step.what == What::run && node.find("undo").present()) step.undo.push_back(read_undo(reader, node.find("undo"), step));
  return step;
}

void read_transitions(Reader& reader, Node node, Declaration& into) {
  if (!tosca::yaml::expect_mapping(reader, node, "'transitions'")) return;
  for (const auto [key, value] : node.entries()) {
    auto& steps = into.transitions[read_word<Transition>(reader, key, "transition", transition_words)];
    if (!tosca::yaml::expect_sequence(reader, value, "a list of steps")) continue;
    for (const Node step : value.items()) steps.push_back(read_step(reader, step));
  }
}

void read_inverses(Reader& reader, Node node, Declaration& into) {
  if (!tosca::yaml::expect_mapping(reader, node, "'inverses'")) return;
  for (const auto [key, value] : node.entries()) {
    if (tosca::yaml::expect_name(reader, key))
      into.inverses[std::string(key.text())] = tosca::yaml::read_text(reader, value, "an inverse operation");
  }
}

constexpr Keyname<WantedInput> wanted_keynames[] = {
    {"name", always, mandatory, text_into<&WantedInput::name>},
    {"type", always, optional, text_into<&WantedInput::type>},
    {"reason", always, mandatory, text_into<&WantedInput::reason>},
};

void read_wanted(Reader& reader, Node node, Declaration& into) {
  if (!tosca::yaml::expect_sequence(reader, node, "'inputs'")) return;
  for (const Node item : node.items())
    tosca::yaml::read_keynames<WantedInput>(reader, item, "an input", wanted_keynames, into.inputs.emplace_back());
}

void read_format(Reader& reader, Node node, Declaration&) {
  if (const std::string text = tosca::yaml::read_text(reader, node, "'format'"); text != format)
    reader.diagnostics.error(Code::bad_plugin, node.at(), "the format must be " + std::string(format) + ", not '" + text + "'");
}

constexpr Keyname<Declaration> plugin_keynames[] = {
    {"format", always, mandatory, read_format},
    {"name", always, mandatory, text_into<&Declaration::name>},
    {"kind", always, mandatory, word_into<&Declaration::kind, kind_words>},
    {"description", always, mandatory, text_into<&Declaration::description>},
    {"match", always, mandatory,
     [](Reader& r, Node n, Declaration& into) {
       tosca::yaml::read_keynames<DeclaredMatch>(r, n, "'match'", match_keynames, into.match);
     }},
    {"transitions", always, mandatory, read_transitions},
    {"inverses", always, optional, read_inverses},
    {"inputs", always, optional, read_wanted},
};

/// What fits every entity would take all of them away from others.
void check(Reader& reader, Node root, const Declaration& plugin) {
  const auto report = [&](std::string text) { reader.diagnostics.error(Code::bad_plugin, root.at(), std::move(text)); };
  if (plugin.name.empty()) report("a plugin needs a name");
  if (plugin.kind == Declaration::Kind::type && plugin.match.empty() && plugin.match.below.empty())
    report("a plugin of the kind type says which types, interfaces, artifact_types or properties it is for");
  if (plugin.kind == Declaration::Kind::lifecycle && plugin.match.interfaces.empty() && plugin.match.below.interfaces.empty() &&
      plugin.match.types.empty())
    report("a plugin of the kind lifecycle says which interfaces it knows");
  if (plugin.kind == Declaration::Kind::selection && plugin.match.strategy.empty() &&
      plugin.steps_for(Transition::select_recursive) == nullptr)
    report("a plugin of the kind selection says which strategy it knows");
}

}  // namespace

std::string_view to_string(Declaration::Kind kind) {
  for (const auto& [word, meaning] : kind_words) {
    if (meaning == kind) return word;
  }
  return "";
}

std::optional<Declaration> read_declaration(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.errors();
  const auto tree = tosca::yaml::read_yaml(sources, file, {}, diagnostics);
  if (!tree) return std::nullopt;
  Declaration plugin;
  Reader reader{diagnostics, tosca::Language::yaml_2_0};
  const Node root = tree->root();
  plugin.at = root.at();
  tosca::yaml::read_keynames<Declaration>(reader, root, "a plugin", plugin_keynames, plugin);
  if (diagnostics.errors() == before) check(reader, root, plugin);
  if (diagnostics.errors() == before) check_words(sources, root, diagnostics);
  return diagnostics.errors() == before ? std::optional(std::move(plugin)) : std::nullopt;
}

}  // namespace planbuilder::plugins
