#include "planbuilder/tosca/files/dump_files.h"

#include "planbuilder/support/dump.h"
#include "planbuilder/tosca/model/dump_definitions.h"
#include "planbuilder/tosca/model/language.h"
#include "planbuilder/tosca/xml/dump_tree.h"
#include "planbuilder/tosca/yaml/dump_tree.h"

namespace planbuilder::tosca {

std::string dump_trees(const std::vector<DefinitionsFile>& files, const Sources& sources, const yaml::Limits& limits) {
  std::string out;
  for (const DefinitionsFile& file : files) {
    if (file.shipped) continue;
    Diagnostics said_before;
    out += sources.path(file.id) + "\n";
    if (looks_like_xml(sources.text(file.id))) {
      out += xml::dump_tree(sources, file.id, said_before);
    } else if (const auto tree = yaml::read_yaml(sources, file.id, limits, said_before)) {
      out += yaml::dump_tree(*tree);
    }
  }
  return out;
}

Value dump_definitions(const std::vector<DefinitionsFile>& files, const Sources& sources) {
  List dumped;
  for (const DefinitionsFile& file : files) {
    if (file.shipped) continue;
    DumpedObject object;
    object.add("file", sources.path(file.id)).add_flag("beside", file.beside);
    object.add_list("imports", file.imports, [&](const DefinitionsFile::Import& import) {
      return DumpedObject().add("file", sources.path(files[import.file].id)).add("prefix", import.prefix).take();
    });
    object.add("definitions", dump_definitions(file.definitions, sources));
    dumped.push_back(object.take());
  }
  return Value{std::move(dumped)};
}

}  // namespace planbuilder::tosca
