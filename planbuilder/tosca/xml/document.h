// From text to an XML tree that is safe to walk: no document type, no entities, one root, not too deep.
#pragma once

#include <memory>
#include <pugixml.hpp>

#include "planbuilder/support/diagnostic.h"

namespace planbuilder::tosca::xml {

/// Deeper elements are refused: no definitions are nested like that.
inline constexpr int deepest_element = 1000;

/// The tree, or nothing after a diagnostic.
std::unique_ptr<pugi::xml_document> parse_document(const Sources& sources, FileId file, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca::xml
