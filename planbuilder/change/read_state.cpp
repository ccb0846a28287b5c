#include "planbuilder/change/read_state.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "csar/digest.h"
#include "planbuilder/plan/read_plan.h"
#include "planbuilder/support/text.h"

namespace planbuilder::change {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view export_format = "planbuilder/state/1";

std::optional<std::string> content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

/// The text that one line stands for: what escape_line of the runtime made of it.
std::string unescaped_line(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\' || i + 1 == line.size()) {
      text += line[i];
      continue;
    }
    const char what = line[++i];
    const auto code = [&](std::size_t digits) {
      const std::string hex(line.substr(i + 1, digits));
      i += digits;
      return static_cast<char>(std::strtoul(hex.c_str(), nullptr, 16));
    };
    if (what == 'n') {
      text += '\n';
    } else if (what == 't') {
      text += '\t';
    } else if (what == 'x') {
      text += code(2);
    } else if (what == 'u') {
      text += '\xc2';
      text += code(4);
    } else {
      text += what;
    }
  }
  return text;
}

std::string escaped_line(std::string_view text) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const auto hex = [&](unsigned char of) { return std::string{digits[of >> 4U], digits[of & 15U]}; };
    if (byte == '\\') {
      line += "\\\\";
    } else if (byte == '\n') {
      line += "\\n";
    } else if (byte == '\t') {
      line += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      line += "\\x" + hex(byte);
    } else if (byte == 0xc2 && next >= 0x80 && next <= 0x9f) {
      line += "\\u00" + hex(next);
      ++i;
    } else {
      line += text[i];
    }
  }
  return line;
}

Given read_given(std::string_view text) {
  Given given;
  for (const std::string_view line : split(text, '\n')) {
    const std::vector<std::string_view> words = split(line, '\t');
    if (words.size() < 2) continue;
    const std::string second = unescaped_line(words[1]);
    const std::string last = words.size() > 2 ? unescaped_line(words.back()) : "";
    if (words[0] == "artifact") {
      given.artifacts.emplace(second, last == "-" ? "" : last);
    } else if (words[0] == "type") {
      given.type = second;
    } else if (words[0] == "input") {
      const GivenValue::Form form = words.size() < 4  ? GivenValue::Form::text
                                    : words[2] == "#" ? GivenValue::Form::digest
                                                      : GivenValue::Form::keyed;
      given.inputs.emplace(second, GivenValue{form, last});
    }
  }
  return given;
}

/// One state directory. templates/shell/runtime/settings.sh says what is in it.
class Directory {
 public:
  Directory(fs::path root, Sources& sources, Diagnostics& diagnostics)
      : root_(std::move(root)), sources_(sources), diagnostics_(diagnostics) {}

  std::optional<Situation> read() {
    Situation situation;
    if (const auto service = content_of(root_ / "service")) situation.service = unescaped_line(split(*service, '\n').front());
    read_values(root_ / "inputs", "", situation.inputs);
    std::vector<std::string> lines;
    for (const plan::Entity::Kind kind : {plan::Entity::Kind::node, plan::Entity::Kind::relationship})
      read_instances(kind, situation, lines);
    std::sort(lines.begin(), lines.end());
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    situation.digest = csar::sha256(all);
    if (!read_plan(situation)) return std::nullopt;
    return situation;
  }

 private:
  /// The text that escape_name of the runtime made this file name of.
  [[nodiscard]] std::string unescaped_name(const std::string& name) const {
    if (const std::size_t shortened = name.rfind("%~"); shortened != std::string::npos) {
      if (auto whole = content_of(root_ / "names" / name.substr(shortened + 2))) return *std::move(whole);
    }
    if (name == "%") return "";
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (name[i] == '%' && i + 2 < name.size()) {
        text += static_cast<char>(std::strtoul(name.substr(i + 1, 2).c_str(), nullptr, 16));
        i += 2;
      } else {
        text += name[i];
      }
    }
    return text;
  }

  static std::vector<fs::path> entries(const fs::path& folder) {
    std::vector<fs::path> all;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) all.push_back(entry.path());
    std::sort(all.begin(), all.end());
    return all;
  }

  /// Files whose names begin so; secrets are `***`.
  void read_values(const fs::path& folder, const std::string& prefix, std::map<std::string, std::string>& values) const {
    for (const fs::path& path : entries(folder)) {
      std::string name = path.filename().string();
      if (!name.starts_with(prefix)) continue;
      name = name.substr(prefix.size());
      const bool secret = name.ends_with("%secret");
      if (secret) name.resize(name.size() - std::string_view("%secret").size());
      const auto value = secret ? std::optional<std::string>("***") : content_of(path);
      if (value) values[unescaped_name(name)] = *value;
    }
  }

  void read_instances(plan::Entity::Kind kind, Situation& situation, std::vector<std::string>& lines) {
    for (const fs::path& entity : entries(root_ / "instances" / (std::string(to_string(kind)) + "s"))) {
      std::vector<Instance> numbered;
      for (const fs::path& folder : entries(entity)) {
        std::error_code ignored;
        const std::string number = folder.filename().string();
        if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos) continue;
        if (fs::file_size(folder / "run", ignored) == 0 || ignored) continue;
        std::string digested;
        numbered.push_back(read_instance({kind, unescaped_name(entity.filename().string())}, folder, digested));
        lines.push_back(std::move(digested));
      }
      std::sort(numbered.begin(), numbered.end(), [](const Instance& a, const Instance& b) { return a.number < b.number; });
      for (Instance& instance : numbered) situation.instances.push_back(std::move(instance));
    }
  }

  Instance read_instance(plan::Entity entity, const fs::path& folder, std::string& digested) const {
    Instance instance;
    instance.entity = std::move(entity);
    instance.number = static_cast<std::uint32_t>(std::strtoul(folder.filename().c_str(), nullptr, 10));
    const auto text = [&](const char* name) { return content_of(folder / name).value_or(""); };
    const auto there = [&](const char* name) {
      std::error_code ignored;
      return fs::exists(folder / name, ignored);
    };
    if (there("index")) instance.index = static_cast<std::uint32_t>(std::strtoul(text("index").c_str(), nullptr, 10));
    instance.status = there("status") ? find_status(text("status")).value_or(Status::unknown) : Status::ok;
    instance.state = there("state") ? text("state") : "initial";
    instance.model = text("model");
    instance.run = text("run");
    instance.host = text("host");
    instance.source = text("source");
    for (const std::string target = text("target"); const std::string_view line : split(target, '\n')) {
      if (!line.empty()) instance.targets.emplace_back(line);
    }
    instance.found = there("found");
    instance.touched = there("changed") || !there("status");
    instance.is_protected = there("protected");
    instance.customised = there("customised");
    read_values(folder, "property.", instance.properties);
    read_values(folder, "attribute.", instance.attributes);
    std::string all_given;
    for (const fs::path& path : entries(folder)) {
      const std::string name = path.filename().string();
      if (!name.starts_with("given.")) continue;
      const std::string given = content_of(path).value_or("");
      all_given += given;
      const std::vector<std::string_view> words = split(name, '.');
      if (words.size() == 3)
        instance.given.emplace(unescaped_name(std::string(words[1])) + "." + unescaped_name(std::string(words[2])),
                               read_given(given));
    }
    digested = planbuilder::join(
        {std::string(to_string(instance.entity.kind)), escaped_line(instance.entity.id), std::to_string(instance.number),
         std::string(to_string(instance.status)), escaped_line(instance.state), instance.model, csar::sha256(all_given)},
        "\t");
    return instance;
  }

  bool read_plan(Situation& situation) {
    auto text = content_of(root_ / "model" / "plan.json");
    if (!text) return true;
    const FileId file = sources_.add((root_ / "model" / "plan.json").string(), *std::move(text));
    auto document = plan::read_document(sources_, file, diagnostics_);
    if (!document || document->plans.empty()) return false;
    situation.plan = std::move(document->plans.front());
    return true;
  }

  fs::path root_;
  Sources& sources_;
  Diagnostics& diagnostics_;
};

// Exports.

std::string text_at(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return "";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

bool is_set(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && !found->is_null() && *found != json(false);
}

std::map<std::string, std::string> texts_at(const json& object, const char* key) {
  std::map<std::string, std::string> texts;
  if (const auto found = object.find(key); found != object.end() && found->is_object()) {
    for (const auto& [name, value] : found->items()) texts[name] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  return texts;
}

Given given_from(const json& object) {
  Given given;
  given.artifacts = texts_at(object, "artifacts");
  given.type = text_at(object, "type");
  if (const auto inputs = object.find("inputs"); inputs != object.end() && inputs->is_object()) {
    for (const auto& [name, value] : inputs->items()) {
      GivenValue& kept = given.inputs[name];
      if (!value.is_object()) {
        kept.text = value.is_string() ? value.get<std::string>() : value.dump();
      } else if (value.contains("sha256")) {
        kept = {GivenValue::Form::digest, text_at(value, "sha256")};
      } else {
        kept = {GivenValue::Form::keyed, text_at(value, "hmac")};
      }
    }
  }
  return given;
}

Instance instance_from(const json& object) {
  Instance instance;
  instance.entity = {text_at(object, "kind") == "relationship" ? plan::Entity::Kind::relationship : plan::Entity::Kind::node,
                     text_at(object, "id")};
  instance.number = object.value("number", 1U);
  if (object.contains("index")) instance.index = object.at("index").get<std::uint32_t>();
  instance.status = find_status(text_at(object, "status")).value_or(Status::ok);
  instance.state = text_at(object, "state");
  instance.model = text_at(object, "model");
  instance.run = text_at(object, "run");
  instance.host = text_at(object, "host");
  instance.source = text_at(object, "source");
  if (const auto targets = object.find("targets"); targets != object.end() && targets->is_array()) {
    for (const json& target : *targets) instance.targets.push_back(target.get<std::string>());
  }
  instance.found = is_set(object, "found");
  instance.touched = is_set(object, "changed") || !object.contains("status");
  instance.is_protected = is_set(object, "protected");
  instance.customised = is_set(object, "customised");
  instance.properties = texts_at(object, "properties");
  instance.attributes = texts_at(object, "attributes");
  if (const auto given = object.find("given"); given != object.end() && given->is_object()) {
    for (const auto& [name, value] : given->items()) instance.given.emplace(name, given_from(value));
  }
  return instance;
}

std::optional<Situation> read_export(const std::string& path, Sources& sources, Diagnostics& diagnostics) {
  const auto text = content_of(path);
  const auto refuse = [&](const std::string& why) {
    diagnostics.error(Code::bad_state, {}, path + " is no export of a state: " + why)
        .explain("A state is the directory that plan.sh works on (--state), or an export of one as JSON.");
    return std::nullopt;
  };
  const json document = json::parse(text.value_or(""), nullptr, false);
  if (document.is_discarded()) return refuse("it is no JSON");
  if (!document.is_object() || text_at(document, "format") != export_format)
    return refuse("its format is not " + std::string(export_format));
  Situation situation;
  try {
    situation.service = text_at(document, "service");
    situation.digest = text_at(document, "digest");
    situation.inputs = texts_at(document, "inputs");
    for (const json& instance : document.at("instances")) situation.instances.push_back(instance_from(instance));
    if (const auto plan = document.find("plan"); plan != document.end() && plan->is_object()) {
      const FileId file = sources.add(path + " (plan)", plan->dump());
      auto read = plan::read_document(sources, file, diagnostics);
      if (!read || read->plans.empty()) return std::nullopt;
      situation.plan = std::move(read->plans.front());
    }
  } catch (const json::exception& problem) {
    return refuse(problem.what());
  }
  return situation;
}

}  // namespace

std::optional<Situation> read_state(const std::string& path, Sources& sources, Diagnostics& diagnostics) {
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored)) return read_export(path, sources, diagnostics);
  if (!fs::is_directory(path, ignored)) {
    diagnostics.error(Code::file_not_found, {}, "there is no state in " + path);
    return std::nullopt;
  }
  if (!fs::exists(fs::path(path) / "runs", ignored) && !fs::exists(fs::path(path) / "instances", ignored)) {
    diagnostics.error(Code::file_not_found, {}, path + " is no state directory: plan.sh never ran there")
        .explain("Without a state, plan what is not there yet: leave --state out.");
    return std::nullopt;
  }
  return Directory(path, sources, diagnostics).read();
}

std::optional<std::string> read_kept_file(const std::string& state, const std::string& file) {
  return content_of(fs::path(state) / "model" / "files" / file);
}

}  // namespace planbuilder::change
