#include "tests/attack/subjects.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "csar/write.h"
#include "planbuilder/driver/driver.h"
#include "tests/attack/damage_archive.h"
#include "tests/attack/damage_text.h"
#include "tests/attack/readers.h"

namespace planbuilder::testing {

namespace fs = std::filesystem;

namespace {

const std::string source = PLANBUILDER_SOURCE;

std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());  // the order of a folder differs between machines
  return files;
}

bool is_yaml(const std::string& file) { return file.ends_with(".yaml"); }
bool is_xml(const std::string& file) { return file.ends_with(".tosca") || file.ends_with(".xml"); }

/// A container with its entries as files in a folder. What cannot be read is left out.
bool unpack(const std::string& csar, const std::string& folder) {
  Diagnostics diagnostics;
  const auto archive = csar::Archive::open(csar, {}, diagnostics);
  if (!archive) return false;
  for (const csar::Entry& entry : archive->entries()) {
    const auto content = entry.directory ? std::nullopt : archive->read(entry.path, diagnostics);
    if (!content) continue;
    const fs::path file = fs::path(folder) / entry.path;
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << *content;
  }
  return true;
}

void must(bool works, const std::string& what) {
  if (!works) throw std::runtime_error("cannot prepare the attack: " + what);
}

}  // namespace

const Tree& Library::any(Dice& dice) {
  Document& document = documents_[dice.below(documents_.size())];
  if (!document.is_read) document.tree = language_.parse(document.text);
  document.is_read = true;
  static const Tree nothing;
  return document.tree ? *document.tree : nothing;
}

std::string Library::damage(const std::string& healthy, Dice& dice) {
  const auto [known, is_new] = healthy_.try_emplace(healthy);
  if (is_new) known->second = language_.parse(healthy);
  if (!known->second || dice.one_in(6)) return damage_text(healthy, dice);
  Tree tree = *known->second;
  bend(
      tree, [this](Dice& chooser) -> const Tree& { return any(chooser); }, dice);
  std::string text = language_.print(tree);
  return dice.one_in(12) ? damage_text(std::move(text), dice) : text;
}

Workshop::Workshop(const std::string& corpus) {
  const auto in = [](Library& library) {
    return [&library](const std::string& healthy, Dice& dice) { return library.damage(healthy, dice); };
  };
  subjects_ = {{"yaml", 8, in(yaml_), try_service, read_yaml_alone},
               {"xml", 5, in(xml_), try_service, read_xml_alone},
               {"zip", 3, damage_zip, try_service, read_container_alone},
               {"tar", 2, damage_tar, try_service, read_container_alone},
               {"tar.gz", 1, damage_tar_gz, try_service, read_container_alone},
               {"metadata", 1, damage_text, try_service},
               {"plan", 5, in(json_), try_document, read_document_alone},
               {"record", 3, in(json_), try_packed},
               {"plugin", 3, in(yaml_), try_plugin},
               {"semantics", 1, damage_text, try_semantics},
               {"import-map", 1, damage_text, try_import_map}};
  fs::create_directories(scratch());
  fs::copy(source + "/samples", folder_ / "samples", fs::copy_options::recursive);
  const std::string samples = folder_ / "samples/";
  for (const char* service : {"guestbook", "figures/yaml-1.3", "figures/yaml-2.0", "figures/xml"}) add_service(samples + service);
  for (const std::string& file : files_below(samples + "events")) {
    if (is_yaml(file)) add_service(file);
  }
  for (const char* service : {"guestbook", "figures/xml"}) {
    add_containers(samples + service);
    add_packed(samples + service);
  }
  for (const char* service : {"guestbook", "figures/yaml-2.0", "events/simple.yaml"}) add_plans(samples + service);
  add_plugins(samples + "guestbook");
  add_tables(samples + "guestbook");
  if (!corpus.empty()) add_corpus(corpus);
}

void Workshop::add(const std::string& subject, const std::string& file, const std::string& input, const std::string& beside) {
  const std::string name = subject + " " + fs::relative(file, folder_.path()).string();
  for (Subject& each : subjects_) {
    if (each.name == subject)
      each.targets.push_back(
          {name, file, input, beside, fs::is_directory(input) ? input : fs::path(file).parent_path().string()});
  }
}

/// A folder, or a definitions file alone.
void Workshop::add_service(const std::string& path) {
  for (const std::string& file : fs::is_directory(path) ? files_below(path) : std::vector{path}) {
    if (is_yaml(file)) {
      yaml_.add(read_file(file));
      add("yaml", file, path);
    } else if (is_xml(file)) {
      xml_.add(read_file(file));
      add("xml", file, path);
    } else if (file.ends_with(".meta")) {
      add("metadata", file, path);
    }
  }
}

void Workshop::add_corpus(const std::string& corpus) {
  fs::copy(corpus, folder_ / "corpus", fs::copy_options::recursive);
  for (const std::string& file : files_below(folder_ / "corpus")) {
    const std::string unpacked = file + ".d";
    if (is_yaml(file)) add_service(file);
    if ((file.ends_with(".csar") || file.ends_with(".zip")) && unpack(file, unpacked)) add_service(unpacked);
  }
}

void Workshop::add_containers(const std::string& service) {
  Diagnostics diagnostics;
  const auto archive = csar::Archive::open(service, {}, diagnostics);
  must(archive.has_value(), service);
  const std::string folder = folder_ / "containers" + "/" + fs::path(service).filename().string();
  fs::create_directories(folder);
  for (const char* kind : {"zip", "tar"}) {
    const std::string file = folder + "/service." + kind;
    must(csar::write_csar(*archive, {}, file, {}, diagnostics), file);
    add(kind, file, file);
  }
  const std::string packed = folder + "/service.tar.gz";  // damaged from a tar, and written there
  fs::copy_file(folder + "/service.tar", packed);
  add("tar.gz", packed, packed);
}

void Workshop::add_plans(const std::string& service) {
  driver::Service planned({.input = service});
  const auto plans = planned.plans();
  must(plans.has_value(), "plans of " + service);
  const std::string name = "plans/" + fs::path(service).stem().string();
  const std::string text = plan::to_json(*plans);
  json_.add(text);
  const std::string healthy = folder_.write(name + "/before.json", text);
  const std::string file = folder_.write(name + "/plans.json", text);
  add("plan", file, file, healthy);
}

void Workshop::add_packed(const std::string& service) {
  driver::PackOptions options;
  options.input = service;
  options.output = scratch() + "/packed.csar";
  const driver::Packed packed = driver::pack(options);
  const std::string folder = folder_ / "packed" + "/" + fs::path(service).filename().string();
  must(!packed.plans.empty() && unpack(options.output, folder), "packing " + service);
  const std::string record = folder + "/Plans/planbuilder.json";
  json_.add(read_file(record));
  add("record", record, folder);
}

void Workshop::add_plugins(const std::string& service) {
  fs::copy(source + "/plugins/shipped", folder_ / "plugins", fs::copy_options::recursive);
  for (const std::string& file : files_below(folder_ / "plugins")) {
    if (!is_yaml(file)) continue;
    yaml_.add(read_file(file));
    add("plugin", file, file, service);
  }
}

void Workshop::add_tables(const std::string& service) {
  const std::string rows = read_file(source + "/planbuilder/flow/semantics.tsv");
  const std::string semantics = folder_.write("tables/semantics.tsv", rows);
  add("semantics", semantics, semantics, service);
  const std::string map = folder_.write("tables/map/import-map.tsv",
                                        "# kind\tname\tpath\nurl\thttp://example.org/a.yaml\ta.yaml\nprofile\tx\tx.yaml\n");
  add("import-map", map, map, service);
}

std::pair<const Subject*, const Target*> Workshop::find(const std::string& name) const {
  for (const Subject& subject : subjects_) {
    for (const Target& target : subject.targets) {
      if (target.name == name) return {&subject, &target};
    }
  }
  return {};
}

}  // namespace planbuilder::testing
