#include "planbuilder/driver/page_files.h"

#include "csar/digest.h"
#include "planbuilder/driver/artifacts.h"
#include "planbuilder/emit/registry/targets.h"
#include "planbuilder/plan/folder_name.h"
#include "planbuilder/plan/service_language.h"
#include "planbuilder/support/text.h"

namespace planbuilder::driver {

namespace {

constexpr std::size_t most_with_files = 5'000;  // activities of a plan whose generated files are still shown

bool has_files(const review::PagePlan& page) { return page.plan->activities.size() <= most_with_files; }

void add_digests(review::PagePlan& page, const emit::Target& target, const emit::Emission& emission) {
  const std::string folder = plan::folder_name(*page.plan) + "/" + std::string(target.name) + "/";
  for (const OutputFile& file : emission.files) page.digests.push_back({folder + file.path, csar::sha256(file.content)});
}

void add_files(review::PagePlan& page, const emit::Target& target, emit::Emission emission) {
  if (target.is_plan_itself) return;
  for (OutputFile& file : emission.files) {
    page.files.push_back({std::string(target.name), file.path, std::move(file.content), {}});
    for (const plan::Place& place : emission.places) {
      if (place.file == file.path) page.files.back().places.push_back(place);
    }
  }
}

}  // namespace

PageFiles::PageFiles(const review::Page& page, const PageRequest& request, Diagnostics& diagnostics)
    : how_{root_of_csar, request.input, {}, request.target_options, {}} {
  if (page.plans.empty()) return;
  const Language language =
      request.topology != nullptr ? language_of(*request.topology) : plan::language_of(page.plans.front().plan->service);
  targets_ = chosen_targets(request.targets, language, diagnostics);
  if (request.topology != nullptr) how_.namespace_uri = request.topology->namespace_uri;
}

void PageFiles::write(review::Page& page, Diagnostics& diagnostics) const {
  for (review::PagePlan& each : page.plans) {
    if (!has_files(each)) {
      page.left_out.push_back("the files of the " + each.plan->name + " plan: it has " +
                              count_of(each.plan->activities.size(), "activity") + "; planbuilder generate writes them");
      continue;
    }
    for (const emit::Target* target : targets_) {
      auto emission = emit_for(*target, *each.plan, diagnostics);
      if (!emission) continue;
      add_digests(each, *target, *emission);
      add_files(each, *target, std::move(*emission));
    }
  }
}

void PageFiles::write_again(review::Page& page) const {
  Diagnostics said_before;
  for (review::PagePlan& each : page.plans) {
    each.files.clear();
    for (const emit::Target* target : targets_) {
      if (target->is_plan_itself || !has_files(each)) continue;
      if (auto emission = emit_for(*target, *each.plan, said_before)) add_files(each, *target, std::move(*emission));
    }
  }
}

std::optional<emit::Emission> PageFiles::emit_for(const emit::Target& target, const plan::Plan& plan,
                                                  Diagnostics& diagnostics) const {
  emit::EmitOptions how = how_;
  how.parts = emit::parts_of(target, targets_);
  return emit::emit(target, plan, how, diagnostics);
}

}  // namespace planbuilder::driver
