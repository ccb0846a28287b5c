// From text to an XML tree that is safe to walk: no document type, no entities, one root, not too deep.
#pragma once

#include <memory>
#include <pugixml.hpp>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/limits.h"

namespace planbuilder::tosca::xml {

/// The tree, or nothing after a diagnostic. Deeper elements than these are refused; who reads a file again need not say it.
std::unique_ptr<pugi::xml_document> parse_document(const Sources& sources, FileId file, Diagnostics& diagnostics,
                                                   std::size_t deepest = deepest_readable_xml);

}  // namespace planbuilder::tosca::xml
