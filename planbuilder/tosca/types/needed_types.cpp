#include "planbuilder/tosca/types/needed_types.h"

#include <algorithm>
#include <utility>

#include "planbuilder/tosca/model/event_grammar.h"
#include "planbuilder/tosca/types/type_references.h"

namespace planbuilder::tosca {

namespace {

class Need {
 public:
  explicit Need(const ResolvedTypes& resolved) : types_(resolved.types), names_(resolved.names) {
    needed_.resize(types_.size(), 0);
  }

  void add_roots(const DefinitionsFile& file, FileId entry) {
    if (file.definitions.service) {
      references_.of(*file.definitions.service);
      // What a requirement leads to where nothing is said.
      visit_(TypeKind::relationship, {"tosca.relationships.Root", {file.id, 0, 0, 0}});
    }
    for (const FunctionDefinition& function : file.definitions.functions) references_.of(function);
    for (const TypeId id : types_.ids()) {
      if (file.id == entry && types_[id].at.file == entry) add(id);
    }
  }

  /// Where types tell of events, each of them may be who sends or receives one.
  void add_all_of_events() {
    const bool any = std::any_of(types_.begin(), types_.end(), [](const Type& type) {
      return std::any_of(type.own.interfaces.begin(), type.own.interfaces.end(), tells_of_events);
    });
    if (!any) return;
    for (const TypeId id : types_.ids()) add(id);
  }

  IdVector<TypeId, std::uint8_t> follow() {
    while (!waiting_.empty()) {
      const Type& type = types_[waiting_.back()];
      waiting_.pop_back();
      if (type.parent.valid()) add(type.parent);
      references_.parts_of(type);
    }
    return std::move(needed_);
  }

 private:
  struct Visit {
    Need& need;
    void operator()(TypeKind kind, const Reference& reference) const {
      if (reference.empty()) return;
      if (const TypeId type = need.names_.find(kind, reference); type.valid()) need.add(type);
    }
  };

  void add(TypeId type) {
    if (std::exchange(needed_[type], 1) == 0) waiting_.push_back(type);
  }

  const Types& types_;
  const TypeNames& names_;
  IdVector<TypeId, std::uint8_t> needed_;
  std::vector<TypeId> waiting_;
  Visit visit_{*this};
  TypeReferences<Visit> references_{visit_};
};

}  // namespace

IdVector<TypeId, std::uint8_t> needed_types(const std::vector<DefinitionsFile>& files, const ResolvedTypes& resolved) {
  Need need(resolved);
  for (const DefinitionsFile& file : files) need.add_roots(file, files.front().id);
  need.add_all_of_events();
  return need.follow();
}

}  // namespace planbuilder::tosca
