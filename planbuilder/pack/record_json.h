// The parts of a record as JSON, which the record and the result of `inspect` share.
#pragma once

#include <ostream>
#include <string_view>

#include "planbuilder/pack/record.h"
#include "planbuilder/plan/json_writer.h"

namespace planbuilder::pack {

class RecordWriter {
 public:
  explicit RecordWriter(std::ostream& out) : json_(out) {}
  virtual ~RecordWriter() = default;

  void write(const Record& record);

 protected:
  void text(std::string_view key, std::string_view value);
  void truth(std::string_view key, bool value);
  void number(std::string_view key, std::uint64_t value);
  void write_service(const Record& record);
  void write_options(const Record& record);
  void write_plan(const PackedPlan& plan);
  void write_files(std::string_view key, const std::vector<PackedFile>& files);
  /// The members of a file that plans use.
  void write_used(const plan::UsedFile& file);
  /// What else is known of a file.
  virtual void write_more(const PackedFile&) {}
  virtual void write_uses(const PackedPlan& plan);

  /// An object per item.
  template <class Items, class Write>
  void list(std::string_view key, const Items& items, const Write& write_members) {
    json_.key(key);
    json_.list(items, [&](const auto& item) { json_.object([&] { write_members(item); }); });
  }

  plan::JsonWriter json_;

 private:
  void write_target(const PackedTarget& target);
};

}  // namespace planbuilder::pack
