// Names of entries: which are safe, and how a relative name finds its entry.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace planbuilder::csar {

/// Why a name cannot be that of an entry, in words that follow the name; empty when it can.
std::string_view name_problem(std::string_view name);

/// Drops "." and empty parts: "./a//b/" is "a/b". The name must be a safe one.
std::string normalise(std::string_view name);

/// Whether a name may lead out of the root: only a single file's neighbours are reached by `../`.
enum class Bounds { root, open };

/// The entry that `relative`, written in the entry `base_entry`, names. A leading slash means the root.
/// Nothing when it would leave the root, names the root itself, or is no safe name.
std::optional<std::string> resolve(std::string_view base_entry, std::string_view relative, Bounds bounds = Bounds::root);

/// Whether two names differ in nothing but the case of ASCII letters.
bool same_but_for_case(std::string_view left, std::string_view right);

/// A name as messages show it: quoted, control characters escaped, shortened when very long.
std::string quote_name(std::string_view name);

}  // namespace planbuilder::csar
