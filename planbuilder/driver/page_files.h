// The files that targets write of the plans on a page, and the digests that somebody approves with them.
#pragma once

#include <optional>
#include <vector>

#include "planbuilder/driver/page_request.h"
#include "planbuilder/emit/target.h"
#include "planbuilder/review/page/content.h"

namespace planbuilder::driver {

class PageFiles {
 public:
  PageFiles(const review::Page& page, const PageRequest& request, Diagnostics& diagnostics);

  /// As pack would write them into a CSAR of the input's name. The plan itself is among their digests only: the page has all of
  /// it already.
  void write(review::Page& page, Diagnostics& diagnostics) const;
  /// The same once more, of plans whose secrets are masked now. The digests stay those of what pack writes.
  void write_again(review::Page& page) const;

  [[nodiscard]] const std::vector<const emit::Target*>& targets() const { return targets_; }

 private:
  [[nodiscard]] std::optional<emit::Emission> emit_for(const emit::Target& target, const plan::Plan& plan,
                                                       Diagnostics& diagnostics) const;

  std::vector<const emit::Target*> targets_;
  emit::EmitOptions how_;
};

}  // namespace planbuilder::driver
