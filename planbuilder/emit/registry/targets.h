// All targets.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/emit/target.h"

namespace planbuilder::emit {

/// In the order in which they are listed to users.
const std::vector<const Target*>& targets();

/// Null when there is none of that name.
const Target* find_target(std::string_view name);

std::vector<std::string_view> target_names();

/// Their names, one after the other.
std::string names_of(const std::vector<const Target*>& targets, std::string_view between = ", ");

/// What a service in that language is written for unless the user says otherwise.
std::vector<std::string_view> usual_targets(Language language);

/// Those, and what they bring along, which comes first.
std::vector<const Target*> with_companions(std::vector<const Target*> chosen);

/// What the others want of one of them.
std::set<std::string_view> parts_of(const Target& target, const std::vector<const Target*>& chosen);

/// The options of these targets: targets may share them, so each is there once.
std::vector<const Option*> options_of(const std::vector<const Target*>& chosen);

}  // namespace planbuilder::emit
