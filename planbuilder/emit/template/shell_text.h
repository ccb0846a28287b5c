// Text on its way into a shell script.
#pragma once

#include <string>
#include <string_view>

namespace planbuilder::emit {

/// One word that the shell takes as it is: `'it'\''s'`. Throws EmitError for a NUL, which no shell can hold.
std::string shell_quote(std::string_view text);

/// The text in one line, for a comment.
std::string shell_comment(std::string_view text);

}  // namespace planbuilder::emit
