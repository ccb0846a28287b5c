// The options that commands share, as rows of the command line.
#pragma once

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/display.h"
#include "planbuilder/driver/change_options.h"
#include "planbuilder/driver/options.h"
#include "planbuilder/driver/writing_options.h"
#include "planbuilder/emit/target.h"

namespace planbuilder::cli {

/// What every command is told.
struct CommonOptions : driver::Options, Display {};

/// All but the input: those of the display, and the table of the driver.
void add_shared_options(Command& command, driver::Options& options, Display& display);
/// These and the input.
void add_common_options(Command& command, driver::Options& options, Display& display, bool input_is_required = true);

/// Adds --region, --event and --kind.
void add_kind_choice(Command& command, driver::PlanChoice& choice);
/// Adds --only and --with-dependencies, too.
void add_plan_choice(Command& command, driver::PlanChoice& choice);

/// Adds --state, --from, and what says how what is there is changed.
void add_change_options(Command& command, driver::ChangeOptions& change);

/// What is written if nobody says it, in words.
std::string usual_targets_in_words();
/// All options of all targets.
void add_target_options(Command& command, emit::OptionValues& values);
/// Of commands that write what targets make of plans; `output` says where.
void add_writing_options(Command& command, driver::WritingOptions& options, Parameter output);

}  // namespace planbuilder::cli
