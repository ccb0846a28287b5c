// The difference as it is given out: text, a page, JSON (diff.schema.json describes it), a picture.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "planbuilder/diff/difference.h"

namespace planbuilder::diff {

/// "no differences" when there are none.
std::string to_text(const Difference& difference, bool color);

/// A page that needs nothing else.
std::string to_html(const Difference& difference);

void write_json(const Difference& difference, std::ostream& out);

/// What differs, with what is next to it, in the language of Mermaid. Nothing when Mermaid would refuse it: it draws at most 500
/// edges and reads at most 50,000 characters.
std::optional<std::string> to_mermaid(const Difference& difference);

}  // namespace planbuilder::diff
