// The options that all commands share, a row each: whoever offers, records or lists them follows this table.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/driver/options.h"

namespace planbuilder::driver {

struct Option {
  std::string_view name;   // as on a command line, without the dashes
  std::string_view value;  // what it takes, in a word; empty: nothing, it is there or not
  std::string_view help;
  std::vector<std::string_view> choices = {};  // empty: any text
  bool repeats = false;
  bool decides_plans = false;  // pack records it, and the page of a review lists it
  bool is_file = false;        // recorded by its name alone: where it lay says nothing to others
  /// Takes the text over. Gives the problem with it in words, or nothing.
  std::string (*read)(const std::string& text, Options& options);
  /// The texts that lead to what is set; none when it is as usual.
  std::vector<std::string> (*show)(const Options& options);
};

std::span<const Option> option_table();

/// Sets an option by its name, as a command line would. Gives the problem in words, or nothing.
std::string set_option(std::string_view name, const std::string& text, Options& options);

/// What decides the plans and is not said by the model, for those who have only what came of it: name -> text.
std::map<std::string, std::string> options_to_record(const Options& options);

/// The same as it would be written on a command line, an option each.
std::vector<std::string> options_in_words(const Options& options);

}  // namespace planbuilder::driver
