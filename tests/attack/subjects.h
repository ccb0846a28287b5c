// What is attacked: for each kind of file the healthy ones, how they are damaged, and what is then done with them.
#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/attack/bend.h"
#include "tests/attack/languages.h"
#include "tests/attack/trial.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {

/// A file that is damaged, at its place among all that it needs.
struct Target {
  std::string name;  // the same on every machine
  std::string file;
  std::string input;   // what planbuilder is given: the file, or the folder that it is part of
  std::string beside;  // see Trial
  std::string root;    // what must be copied to take the input elsewhere
};

/// The documents of one language: what is damaged, and where parts are taken from. Read when they are first needed.
class Library {
 public:
  explicit Library(const Language& language) : language_(language) {}

  void add(std::string text) { documents_.push_back({std::move(text), {}, false}); }
  std::string damage(const std::string& healthy, Dice& dice);

 private:
  struct Document {
    std::string text;
    std::optional<Tree> tree;
    bool is_read = false;
  };
  const Tree& any(Dice& dice);

  const Language& language_;
  std::deque<Document> documents_;
  std::map<std::string, std::optional<Tree>> healthy_;
};

struct Subject {
  std::string name;
  std::size_t share;  // of all executions
  std::function<std::string(const std::string& healthy, Dice& dice)> damage;
  Verdict (*attempt)(const Trial& trial);
  Verdict (*read)(const Trial& trial) = nullptr;  // the reader by itself, if there is one
  std::vector<Target> targets = {};
};

/// A folder in memory with copies of all that is attacked, which is free to be damaged.
class Workshop {
 public:
  /// The corpus is a folder with definitions and CSARs of others; empty: only the samples.
  explicit Workshop(const std::string& corpus);

  [[nodiscard]] const std::vector<Subject>& subjects() const { return subjects_; }
  [[nodiscard]] std::string scratch() const { return folder_ / "scratch"; }
  /// A target by its name, with its subject.
  [[nodiscard]] std::pair<const Subject*, const Target*> find(const std::string& name) const;

 private:
  void add_service(const std::string& path);
  void add_corpus(const std::string& corpus);
  void add_containers(const std::string& service);
  void add_plans(const std::string& service);
  void add_packed(const std::string& service);
  void add_plugins(const std::string& service);
  void add_tables(const std::string& service);
  void add(const std::string& subject, const std::string& file, const std::string& input, const std::string& beside = {});

  Folder folder_;
  Library yaml_{yaml_language}, xml_{xml_language}, json_{json_language};
  std::vector<Subject> subjects_;
};

}  // namespace planbuilder::testing
