#include "planbuilder/emit/shell/processors.h"

#include <algorithm>

#include "planbuilder/emit/template/emit_error.h"
#include "planbuilder/support/text.h"
#include "templates/templates.h"

namespace planbuilder::emit {

namespace {

std::vector<std::string> words(std::string_view cell) {
  std::vector<std::string> all;
  for (const std::string_view word : split(cell, ',')) {
    if (!word.empty()) all.emplace_back(word);
  }
  return all;
}

const std::vector<Processor>& processors() {
  static const std::vector<Processor> all = [] {
    const auto table = embedded::find(embedded::templates(), "shell/processors.tsv");
    if (!table) throw EmitError("templates/shell/processors.tsv is not there");
    return read_processors(*table);
  }();
  return all;
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<Processor> read_processors(std::string_view table) {
  std::vector<Processor> all;
  std::size_t number = 0;
  for (const std::string_view line : split(table, '\n')) {
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    const std::vector<std::string_view> cells = split(line, '\t');
    if (cells.size() != 4 || cells[0].empty() || (cells[1] != "environment" && cells[1] != "extra-vars"))
      throw EmitError("processors.tsv:" + std::to_string(number) +
                      ": a command, environment or extra-vars, types and extensions are wanted");
    all.push_back({std::string(cells[0]), std::string(cells[1]), words(cells[2]), words(cells[3])});
  }
  return all;
}

const Processor* find_processor(const plan::Artifact& artifact) {
  for (const Processor& processor : processors()) {
    if (contains(processor.types, artifact.type)) return &processor;
  }
  const std::string_view file = artifact.file;
  const std::size_t dot = file.substr(file.find_last_of('/') + 1).rfind('.');
  if (dot == std::string_view::npos) return nullptr;
  const std::string_view extension = file.substr(file.rfind('.') + 1);
  for (const Processor& processor : processors()) {
    if (contains(processor.extensions, extension)) return &processor;
  }
  return nullptr;
}

}  // namespace planbuilder::emit
