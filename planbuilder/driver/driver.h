// planbuilder for programs in C++: everything that the commands do, as functions that give data.
//
//   driver::Options options{.input = "guestbook.csar"};
//   driver::set_option("on-failure", "undo", options);  // any option of the command line, by its name
//   driver::Service service(options);
//   if (const auto plan = service.plan({.kind = "build"})) std::cout << plan::to_json(*plan);
//   for (const plan::Finding& problem : service.problems()) std::cerr << problem.summary << "\n";
//
// What differs between the plans of two services, diff::compare says.
//
// Nothing is shown and nobody is asked: problems come as findings, which know their place in the files. Nothing is thrown but by
// defects of planbuilder, and by the library when memory runs out. A service is used by one thread at a time; several services
// do not know of each other.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/diff/difference.h"
#include "planbuilder/driver/approve_options.h"
#include "planbuilder/driver/option_table.h"
#include "planbuilder/driver/options.h"
#include "planbuilder/driver/version.h"
#include "planbuilder/driver/writing_options.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/plan/plan_json.h"
#include "planbuilder/support/output.h"

namespace planbuilder::driver {

using Plans = std::vector<plan::Plan>;
using Files = std::vector<OutputFile>;

/// An input that is open: a CSAR, a folder or a definitions file. It is read when something is first asked of it, and its plans
/// are made once.
class Service {
 public:
  explicit Service(Options options);
  Service(Service&&) noexcept;
  Service& operator=(Service&&) noexcept;
  ~Service();

  /// False when it cannot be read, or its model has errors: problems() tells.
  bool valid();

  /// All that was found so far, in the order of the files.
  [[nodiscard]] std::vector<plan::Finding> problems() const;
  /// The same as the commands show it: with the lines of the files, and a caret.
  [[nodiscard]] std::string problems_in_words(bool color = false) const;

  /// One plan. Nothing when there is none or more than one, or when it has an error.
  std::optional<plan::Plan> plan(const PlanChoice& choice = {});
  /// Every plan that the service can have; nothing when one of them has an error.
  std::optional<Plans> plans();

  /// The files of all plans, as `<plan>/<target>/<file>`, and below `files/` what their steps use: a folder of these can be moved
  /// anywhere. Nothing after an error.
  std::optional<Files> emit(const TargetOptions& options = {});

  /// The page of a review, as HTML; `before` are plans to compare with, called `against`.
  std::optional<std::string> page(const Plans* before = nullptr, const std::string& against = {});

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// What packing came to.
struct Packed {
  std::vector<std::string> plans;       // their names; none after an error
  std::vector<plan::Finding> problems;  // one of the severity `error`: nothing was written
};

/// Reads the input, and writes it to the output with the plans in it. What was there before is kept, unless the options say
/// otherwise.
Packed pack(PackOptions options);

/// What approving came to.
struct ApprovalResult {
  std::optional<Approved> approved;     // none after an error
  std::vector<plan::Finding> problems;  // one of the severity `error`: nothing was written
};

/// Says over the digests of packed or generated plans, and of all files that they use, who approved them, and signs it if there
/// is a key.
ApprovalResult approve(const ApproveOptions& options);

}  // namespace planbuilder::driver
