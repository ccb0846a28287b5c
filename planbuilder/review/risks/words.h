// The words of scripts and names, as the rules of risks know them: in small letters, without what only the language needs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace planbuilder::review {

/// Visits the words of every command, the line that it starts in, and that line. No language is understood: whatever ends a
/// command in one of them ends it here, and quotes only part words. A line that ends with \ goes on in the next one.
using VisitCommand = std::function<void(const std::vector<std::string>&, std::uint32_t, std::string_view)>;
void for_each_command(std::string_view text, const VisitCommand& visit);

/// The word as rules may spell it: itself, the program of a path (`/usr/bin/sudo`), the end of a call (`*.bind`).
std::vector<std::string> spellings_of(const std::string& word);

/// Whether a word of a script is the one of a rule; `-r` is any group of short options with that letter.
bool is_word(const std::string& word, const std::string& of_rule);

/// `adminPort`, `admin_port` and `admin-port` are two words.
std::vector<std::string> words_of_name(std::string_view name);

}  // namespace planbuilder::review
